namespace RowJson;

// Rows that are objects: by the columns of their contract, or as the serializer writes them.
// rows: the rows.
// typeInfo: the contract; null for that of the options that the rows are written with.
internal sealed class ObjectRows<T>(IEnumerable<T> rows, JsonTypeInfo<T>? typeInfo) : SequenceRows<T, T>(rows)
{
    private readonly ObjectPlans<T> _plans = new(typeInfo);

    // With its own metadata a row is a document: references are preserved only within it.
    public override object? Identity => typeInfo is null ? base.Identity : null;

    public override Type? SequenceType => typeInfo is null ? typeof(IEnumerable<T>) : null;

    public override RowSource For(JsonRowOptions options)
    {
        RowSource source = base.For(options);
        // A type that the options do not know fails here, before anything is written.
        if (typeInfo is null && ReferenceEquals(source, this)) _plans.For(options.Context);
        return source;
    }

    public override void DescribeColumns(RowEncoder encoder) => _plans.For(encoder).DescribeColumns(encoder);

    private protected override int EncodeItems(RowEncoder encoder, LiveList<T> items, int index, int end) =>
        _plans.For(encoder).WriteItems(encoder, items, index, end);

    private protected override JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) => _plans.For(encoder).BatchInfo(encoder);

    private protected override void CountBatch(RowEncoder encoder, long bytes) => _plans.For(encoder).Count(encoder.Context, bytes);

    private protected override void EncodeRow(RowEncoder encoder, T row) => _plans.Write(encoder, row);
}
