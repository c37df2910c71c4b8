using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>Source-generated metadata of the rows that are objects, of dictionaries, and of their cells.</summary>
[JsonSerializable(typeof(ScalarRow))]
[JsonSerializable(typeof(TextRow))]
[JsonSerializable(typeof(AttributeRow))]
[JsonSerializable(typeof(NestedRow))]
[JsonSerializable(typeof(PointRow))]
[JsonSerializable(typeof(BaseRow))]
[JsonSerializable(typeof(ExtensionRow))]
[JsonSerializable(typeof(IEnumerable<ScalarRow>))]
[JsonSerializable(typeof(IEnumerable<TextRow>))]
[JsonSerializable(typeof(List<NestedRow>))]
[JsonSerializable(typeof(Dictionary<string, object>))]
[JsonSerializable(typeof(IReadOnlyDictionary<string, object>))]
[JsonSerializable(typeof(Dictionary<string, int>))]
[JsonSerializable(typeof(Dictionary<string, double?>))]
[JsonSerializable(typeof(Dictionary<string, string>))]
[JsonSerializable(typeof(Dictionary<string, DateTime>))]
[JsonSerializable(typeof(JsonCell))]
internal sealed partial class FuzzContext : JsonSerializerContext;
