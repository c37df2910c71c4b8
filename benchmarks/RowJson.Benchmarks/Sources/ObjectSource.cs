using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>A list of <see cref="Order"/>. Rows of other samples have no class.</summary>
internal sealed class ObjectSource : IRowSource
{
    public string Name => "objects";

    public string Description => "a List<T> of a class with 10 columns (generated orders only: rows of a file have no class)";

    public bool AppliesTo(Sample sample) => sample.RowType == typeof(Order);

    public object Load(Sample sample) => JsonSerializer.Deserialize(sample.Utf8Json.Span, OrderContext.Default.ListOrder)!;
}
