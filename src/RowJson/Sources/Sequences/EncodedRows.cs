using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>Rows of a sequence, each written by a delegate that is made for one pass.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class EncodedRows<T>(IEnumerable<T> rows, Func<Action<RowEncoder, T>> open, Type sequenceType) : JsonRows
{
    internal override object? Identity => rows;

    internal override Type? SequenceType => sequenceType;

    internal override IRowPass Open() => new Pass(rows, open());

    private sealed class Pass(IEnumerable<T> rows, Action<RowEncoder, T> encode) : IRowPass
    {
        private IEnumerator<T>? _enumerator;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            _enumerator ??= RowEnumerator.Open(rows);
            while (_enumerator.MoveNext())
            {
                encode(encoder, _enumerator.Current);
                if (encoder.BatchIsFull) return this;
            }
            return null;
        }

        public void Dispose() => _enumerator?.Dispose();
    }
}
