namespace RowJson.Benchmarks;

/// <summary>A real provider of data with the flights in it.</summary>
internal abstract class ProviderSource : IRowSource
{
    public abstract string Name { get; }

    public abstract string Description { get; }

    /// <summary>Why it cannot be measured here; null where it can.</summary>
    public virtual string? SkipReason => null;

    /// <summary>Whether another process does a part of the work, so that elapsed time counts.</summary>
    public virtual bool IsWaitedFor => false;

    public bool AppliesTo(Sample sample) => sample.RowType == typeof(Flight);

    public object Load(Sample sample) => Load(FlightSample.Parse(sample));

    protected abstract ProviderRows Load(IReadOnlyList<Flight> flights);
}
