using System.Diagnostics.CodeAnalysis;

namespace RowJson;

/// <summary>A pass over rows that come one after the other.</summary>
internal abstract class SequencePass<T>(IEnumerable<T> rows) : IRowPass
{
    private IEnumerator<T>? _enumerator;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        while (MoveNext(encoder, out T? row))
        {
            EncodeRow(encoder, row);
            if (encoder.BatchIsFull) return this;
        }
        return null;
    }

    public void Dispose() => _enumerator?.Dispose();

    /// <summary>Writes one row.</summary>
    protected abstract void EncodeRow(RowEncoder encoder, T row);

    private bool MoveNext(RowEncoder encoder, [MaybeNullWhen(false)] out T row)
    {
        encoder.IsInSource = true;
        _enumerator ??= RowEnumerator.Open(rows);
        bool hasRow = _enumerator.MoveNext();
        row = hasRow ? _enumerator.Current : default;
        encoder.IsInSource = false;
        return hasRow;
    }
}
