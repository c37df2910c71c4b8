using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.LoadServer;

/// <summary>A row of ten columns.</summary>
internal sealed class LoadRow
{
    public int Id { get; init; }
    public required string Name { get; init; }
    public required string City { get; init; }
    public required string Carrier { get; init; }
    public DateTime Departure { get; init; }
    public int? Delay { get; init; }
    public int Distance { get; init; }
    public double Fare { get; init; }
    public double Weight { get; init; }
    public bool IsCancelled { get; init; }
}

/// <summary>The framework's best way: metadata that is generated at compile time.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(List<LoadRow>)), JsonSerializable(typeof(IAsyncEnumerable<LoadRow>))]
[JsonSerializable(typeof(List<Dictionary<string, object?>>)), JsonSerializable(typeof(JsonElement)), JsonSerializable(typeof(int))]
[JsonSerializable(typeof(double)), JsonSerializable(typeof(bool)), JsonSerializable(typeof(DateTime))]
internal sealed partial class LoadContext : JsonSerializerContext;
