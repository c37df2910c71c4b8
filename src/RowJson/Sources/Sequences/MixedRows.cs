using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>Rows whose type is known only when they come.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class MixedRows(IEnumerable<object?> rows) : SequenceRows<object?>(rows)
{
    internal override Type? SequenceType => typeof(IEnumerable<object>);

    private protected override void EncodeRow(RowEncoder encoder, object? row) => encoder.WriteAnyRow(row);
}
