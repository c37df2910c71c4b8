namespace RowJson.Benchmarks;

/// <summary>Objects of a class. Rows of other samples have no class.</summary>
internal sealed class ObjectSource(string name, ObjectForm form, string description) : IRowSource
{
    public string Name => name;

    public string Description => $"{description} (generated objects only: rows of a file have no class)";

    public bool AppliesTo(Sample sample) => RowClass.Of(sample) is not null;

    public object Load(Sample sample) => RowClass.Of(sample)!.Load(sample, form);
}
