using System.Text.Json;

namespace RowJson;

/// <content>What the write loop asks of a source.</content>
public abstract partial class JsonRows
{
    /// <summary>
    /// Writes rows until the encoder's batch is full or the rows end; true where there may be more of them.
    /// </summary>
    internal abstract bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor);

    /// <summary>Begins an asynchronous pass.</summary>
    internal virtual RowPass OpenAsync(JsonRowOptions options) => new SynchronousPass(this);

    /// <summary>How the rows stand in the output. Throws what is wrong with the source before anything is written.</summary>
    internal virtual RowRoot Root => RowRoot.Rows;

    /// <summary>The object whose identity the rows' array has, where references are kept; null where it has none.</summary>
    internal virtual object? Identity => null;

    /// <summary>Writes a source that is one value (<see cref="RowRoot.SingleValue"/>); returns 1.</summary>
    internal virtual long WriteSingleValue(Utf8JsonWriter writer) => throw new NotSupportedException();

    /// <summary>The rows, where they are in a list of which ranges can be encoded at the same time; else -1.</summary>
    internal virtual int ListLength => -1;

    /// <summary>
    /// Writes the rows of a list from <paramref name="start"/> on until the encoder's batch is full, or to before
    /// <paramref name="end"/>; returns the first row that is not written.
    /// </summary>
    internal virtual int EncodeRange(RowEncoder encoder, int start, int end) => throw new NotSupportedException();

    /// <summary>The rows that are complete in the output.</summary>
    internal virtual long CountRows(RowEncoder encoder, in RowCursor cursor) => encoder.RowsWritten;
}
