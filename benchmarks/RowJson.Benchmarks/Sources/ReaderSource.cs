namespace RowJson.Benchmarks;

/// <summary>A <see cref="ColumnarReader"/>: what is measured through it is the encoder, not a provider of data.</summary>
internal sealed class ReaderSource : IRowSource
{
    public string Name => "reader";

    public string Description => "a DbDataReader over typed columns in memory, which boxes and allocates nothing";

    public object Load(Sample sample) => new ColumnarReader(TypedColumn.Infer(sample), sample.RowCount);
}
