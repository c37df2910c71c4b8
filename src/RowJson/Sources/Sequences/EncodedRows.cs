using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>Rows of a sequence, each written by a delegate that is made for one pass.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class EncodedRows<T>(IEnumerable<T> rows, Func<Action<RowEncoder, T>> open, Type sequenceType) : JsonRows
{
    internal override object? Identity => rows;

    internal override Type? SequenceType => sequenceType;

    internal override IRowPass Open() => new Pass(rows, open());

    private sealed class Pass(IEnumerable<T> rows, Action<RowEncoder, T> encode) : SequencePass<T>(rows)
    {
        protected override void EncodeRow(RowEncoder encoder, T row) => encode(encoder, row);
    }
}
