namespace RowJson;

// The rows of a document: its text is copied batch by batch, and only what the copier refuses goes row by row. The encoder knows how far
// the text is copied, so the source is its own pass.
internal sealed class JsonElementRows(JsonElement root) : RowSource, IRowPass
{
    public override bool IsValue => root.ValueKind switch
    {
        JsonValueKind.Array => false,
        JsonValueKind.Undefined => throw new InvalidOperationException(
            "The JsonElement is default(JsonElement): it belongs to no document. Pass an element of a document."),
        _ => true,
    };

    public override bool CanBeReadAgain => true;

    public override IRowPass Open() => this;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        // A document that is disposed fails here.
        encoder.Stage = JsonRowStage.Source;
        bool isArray = root.ValueKind == JsonValueKind.Array;
        encoder.Stage = JsonRowStage.Value;
        if (!isArray)
        {
            encoder.WriteDocumentRow(root);
            return null;
        }
        int length = root.GetArrayLength();
        if (length == 0) return null;
        if (!encoder.CopiesText) return EncodeRowByRow(encoder);
        switch (encoder.CopyRows(RowsText, length))
        {
            case CopyStatus.RowEnd:
                return this;
            case CopyStatus.Done:
                encoder.SetRowsWritten(length);
                return null;
            default:
                encoder.SetRowsWritten(CountRows(encoder.TextRead));
                return EncodeRowByRow(encoder);
        }
    }

    // Throws ObjectDisposedException: the document is disposed, and how many rows its text held is no longer known.
    public long CountRows(RowEncoder encoder) =>
        encoder.RowsWritten == 0 && encoder.TextRead > 0 ? CountRows(encoder.TextRead) : encoder.RowsWritten;

    // In proportion to the text read; a row is counted when it ends.
    public long EstimateRows(RowEncoder encoder) => encoder.RowsWritten == 0 && encoder.TextRead > 0
        ? (long)((double)root.GetArrayLength() * encoder.TextRead / RowsText.Length)
        : encoder.RowsWritten;

    // Everything between the array's brackets.
    private ReadOnlySpan<byte> RowsText => JsonMarshal.GetRawUtf8Value(root)[1..^1];

    // Hands over to a pass that writes the rows from the encoder's count on one by one.
    private IRowPass? EncodeRowByRow(RowEncoder encoder)
    {
        JsonElement.ArrayEnumerator elements = root.EnumerateArray();
        for (long i = 0; i < encoder.RowsWritten; i++) elements.MoveNext();
        return new RowByRow(elements).EncodeBatch(encoder);
    }

    // The rows that begin before an offset of RowsText.
    private long CountRows(int offset)
    {
        ReadOnlySpan<byte> text = RowsText;
        long rows = 0;
        foreach (JsonElement row in root.EnumerateArray())
        {
            text.Overlaps(JsonMarshal.GetRawUtf8Value(row), out int start);
            if (start >= offset) break;
            rows++;
        }
        return rows;
    }

    // Writes elements, not text.
    private sealed class RowByRow(JsonElement.ArrayEnumerator elements) : IRowPass
    {
        private JsonElement.ArrayEnumerator _elements = elements;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            while (true)
            {
                encoder.Stage = JsonRowStage.Source;
                bool hasRow = _elements.MoveNext();
                encoder.Stage = JsonRowStage.Value;
                if (!hasRow) return null;
                encoder.WriteDocumentRow(_elements.Current);
                if (encoder.BatchIsFull) return this;
            }
        }
    }
}
