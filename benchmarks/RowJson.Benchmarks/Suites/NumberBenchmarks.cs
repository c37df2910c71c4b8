using BenchmarkDotNet.Attributes;

namespace RowJson.Benchmarks;

/// <summary>
/// Numbers, dates and Guids against <c>Utf8Formatter</c>. Figures are for one of <see cref="Count"/> different values that are
/// written one after another with commas between them.
/// </summary>
[MemoryDiagnoser]
public class NumberBenchmarks
{
    private const int Count = 1_000;

    private NumberCase? _case;

    [ParamsAllValues]
    public NumberKind Kind { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _case = NumberCases.Create(Kind, Count);
        byte[] expected = _case.Destination[..Utf8Formatter()].ToArray();
        SuiteCheck.SameBytes($"{nameof(RowJson)} ({Kind})", expected, _case.Destination[..RowJson()]);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public int Utf8Formatter() => _case!.WriteByFramework();

    [Benchmark(OperationsPerInvoke = Count)]
    public int RowJson() => _case!.WriteByRowJson();
}
