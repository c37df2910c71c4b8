using System.Text.Json.Serialization;

namespace RowJson.NativeAot.Web;

/// <summary>A class of scalars.</summary>
internal sealed record Order(int Id, string Customer, double Price, string? Note);

/// <summary>Rows inside an object.</summary>
internal sealed record OrderPage(string Title, List<Order> Orders);

/// <summary>All that the service knows of its types.</summary>
[JsonSourceGenerationOptions(System.Text.Json.JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(List<Order>))]
[JsonSerializable(typeof(IEnumerable<Order>))]
[JsonSerializable(typeof(IAsyncEnumerable<Order>))]
[JsonSerializable(typeof(OrderPage))]
[JsonSerializable(typeof(List<Dictionary<string, object?>>))]
internal sealed partial class OrderContext : JsonSerializerContext;
