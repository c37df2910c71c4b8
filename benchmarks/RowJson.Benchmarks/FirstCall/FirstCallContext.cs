using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Benchmarks;

/// <summary>What the compiler generates for the rows whose first call is measured.</summary>
[JsonSerializable(typeof(List<Order>))]
[JsonSerializable(typeof(List<Dictionary<string, object?>>))]
[JsonSerializable(typeof(JsonDocument))]
[JsonSerializable(typeof(long))]
[JsonSerializable(typeof(int))]
[JsonSerializable(typeof(double))]
[JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(DateTime))]
internal sealed partial class FirstCallContext : JsonSerializerContext;
