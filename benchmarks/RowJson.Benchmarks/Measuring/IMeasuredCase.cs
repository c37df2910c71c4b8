namespace RowJson.Benchmarks;

/// <summary>A line of a table: what is measured there, and what its outputs have to be.</summary>
internal interface IMeasuredCase : IDisposable
{
    string Name { get; }

    /// <summary>Compares the outputs, after calls enough for all code to be compiled.</summary>
    /// <exception cref="BenchmarkException">They differ.</exception>
    void Check();
}
