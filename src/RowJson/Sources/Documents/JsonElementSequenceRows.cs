using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>Rows that are elements of documents, in whatever sequence they come.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class JsonElementSequenceRows(IEnumerable<JsonElement> rows) : SequenceRows<JsonElement>(rows)
{
    internal override Type? SequenceType => typeof(IEnumerable<JsonElement>);

    private protected override void EncodeRow(RowEncoder encoder, JsonElement row) => encoder.WriteElementRow(row);
}
