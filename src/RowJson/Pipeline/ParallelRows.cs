namespace RowJson;

/// <summary>
/// The rows of a list, ranges of them encoded on several threads and taken in order: the bytes do not tell. The first batch is
/// written on the spot, and says how many rows make one.
/// </summary>
internal sealed class ParallelRows(JsonRows rows) : JsonRows
{
    internal override bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor) =>
        cursor.Ranges is { } ranges ? ranges.Take(encoder) : EncodeFirst(rows, encoder, ref cursor);

    internal override RowPass OpenAsync(JsonRowOptions options) => new Pass(rows);

    /// <summary>The source itself, or a parallel one of it where the options ask for that and the source and they allow it.</summary>
    public static JsonRows For(JsonRows source, JsonRowOptions options)
    {
        if (options.Threads == 1 || source.ListLength < 0) return source;
        // References number the rows in their order; indented rows are framed by the serializer.
        return options.Context.Traits.KeepsReferences || options.SerializerOptions.WriteIndented ? source : new ParallelRows(source);
    }

    private static bool EncodeFirst(JsonRows rows, RowEncoder encoder, ref RowCursor cursor)
    {
        bool more;
        using (new EncodingScope(encoder)) more = rows.EncodeBatch(encoder, ref cursor);
        if (!more) return false;
        cursor.Ranges = new RowRanges(rows, encoder, cursor.Index);
        return true;
    }

    private sealed class Pass(JsonRows rows) : RowPass
    {
        private RowCursor _cursor;

        public override ValueTask<bool> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken) =>
            _cursor.Ranges is { } ranges ? ranges.TakeAsync(encoder) : new ValueTask<bool>(EncodeFirst(rows, encoder, ref _cursor));

        public override ValueTask DisposeAsync() => _cursor.Ranges?.DisposeAsync() ?? default;
    }
}
