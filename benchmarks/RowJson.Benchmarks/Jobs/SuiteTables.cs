namespace RowJson.Benchmarks;

/// <summary>The jobs that BenchmarkDotNet runs as well: one table for all of them.</summary>
internal static class SuiteTables
{
    public static Job CreateJob(string outputs, Func<IEnumerable<CaseMaker>> cases) => new(
        outputs,
        cases,
        "ns, B: of one row or value, times and bytes allocated; ratio: the time ÷ that of the first way, the median of the rounds' ratios;\n"
        + "spread: how well that is known (95 %). Times are the process's own, elapsed times where others are waited for. Outputs were\n"
        + "compared before.",
        new Layout(true, [
            new("case", line => line.Case.Name), Column.Way("way"), new(">ns", line => Figures.Time(line.Own.TimePerUnit)),
            new(">ratio", line => line.IsFirst ? "1" : Figures.Format(line.Own.RatioTo(line.First).Median, "F3")),
            new(">spread", line => line.IsFirst ? "" : Figures.PlusMinus(line.Own.RatioTo(line.First))),
            new(">B", line => Figures.Format((double)line.Own.AllocatedBytes / line.Case.Units, "#,0.#"))]));
}
