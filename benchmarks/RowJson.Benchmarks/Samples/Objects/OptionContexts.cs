using System.Text.Json.Serialization;

namespace RowJson.Benchmarks;

/// <summary>What the compiler generates for options with a naming policy.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(List<Order>))]
internal sealed partial class CamelCaseContext : JsonSerializerContext;

/// <summary>What the compiler generates for options that leave out nulls.</summary>
[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(List<Order>))]
internal sealed partial class NoNullsContext : JsonSerializerContext;
