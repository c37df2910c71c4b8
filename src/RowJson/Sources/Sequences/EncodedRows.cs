namespace RowJson;

// Rows of a sequence, each written by a delegate that is made for one pass.
internal sealed class EncodedRows<T>(IEnumerable<T> rows, Func<Action<RowEncoder, T>> open, Type sequenceType) : SequenceSource
{
    public override object? Identity => rows;

    public override Type? SequenceType => sequenceType;

    public override bool CanBeReadAgain => IsCollection(rows);

    public override IRowPass Open() => new Pass(rows, open());

    private sealed class Pass(IEnumerable<T> rows, Action<RowEncoder, T> encode) : SequencePass<T>(rows)
    {
        protected override void EncodeRow(RowEncoder encoder, T row) => encode(encoder, row);
    }
}
