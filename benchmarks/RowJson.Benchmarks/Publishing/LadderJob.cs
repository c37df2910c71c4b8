namespace RowJson.Benchmarks;

/// <summary>The techniques one by one, as <see cref="LadderBenchmarks"/> has them, in a minute and as a chart.</summary>
internal static class LadderJob
{
    public static IReadOnlyList<string> Headers { get; } = ["step", ">ns a cell", ">time ÷ JsonSerializer's", ">spread"];

    public static IReadOnlyList<Step> Measure(Schedule schedule)
    {
        IReadOnlyList<Measurement> measurements =
            RoundRobinTimer.Measure(schedule, () => [.. LadderSteps.All.GroupBy(step => step.Source).Select(CreateRace)]);
        return [.. measurements.Zip(LadderSteps.All, (measurement, step) => new Step(step.Name, measurement, measurements[0]))];
    }

    public static BarChart Chart(IEnumerable<Step> steps, string machine) => new(
        "What each technique gains: nanoseconds a cell, 200 rows of 1,000 columns",
        machine,
        MarkName: "",
        Unit: "",
        Scale.Linear,
        [.. steps.Select(step => new Bar(step.Name, step.Measurement.Race.Source.Name, step.Measurement.NanosecondsPerCell, Mark: null))]);

    private static Race CreateRace(IGrouping<IRowSource, (string Name, IRowSource Source, IContender Contender)> steps) => Race.Create(
        RowGenerator.Generate("ladder", new GeneratorOptions { Rows = 200, Columns = 1_000 }),
        steps.Key,
        steps.Select(step => step.Contender));

    /// <summary>A technique and what it took.</summary>
    internal sealed record Step(string Name, Measurement Measurement, Measurement Baseline)
    {
        public IReadOnlyList<string> Cells =>
        [
            Name,
            Figures.Format(Measurement.NanosecondsPerCell, "0.0"),
            Figures.Format(Measurement.RatioTo(Baseline).Median, "0.000"),
            Measurement == Baseline ? "-" : Figures.PlusMinus(Measurement.RatioTo(Baseline)),
        ];
    }
}
