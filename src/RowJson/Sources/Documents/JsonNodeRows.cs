using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>The rows of a mutable JSON array: each node writes itself.</summary>
/// <remarks>An array that changes in the meantime makes its enumerator fail, as it does for the serializer.</remarks>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class JsonNodeRows(JsonArray array) : JsonRows
{
    internal override IRowPass Open() => new Pass(array);

    private sealed class Pass(JsonArray array) : SequencePass<JsonNode?>(array)
    {
        protected override void EncodeRow(RowEncoder encoder, JsonNode? row) => encoder.WriteNodeRow(row);
    }
}
