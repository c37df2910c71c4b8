using System.Globalization;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Measures RowJson against its baselines on the data sets, and prints which targets are met.</summary>
internal static class TargetJob
{
    public static void Run(JobOptions options)
    {
        IReadOnlyList<Measurement> measurements = ProgressReport.Show((progress, setSteps) =>
        {
            var timer = new RoundRobinTimer(options.Schedule, progress);
            IReadOnlyList<Race> races = CreateRaces(options);
            setSteps(timer.CountSteps(races));
            return timer.Run(races);
        });
        if (options.Csv)
            ResultTable.PrintCsv(measurements);
        else
            Print(measurements);
    }

    private static List<Race> CreateRaces(JobOptions options)
    {
        var races = new List<Race>();
        foreach (Sample sample in LoadSamples(options.Inputs))
        {
            foreach (EncodingSettings settings in TargetTable.SettingsOf(sample.Name))
            {
                foreach (IRowSource source in ChooseSources(options, sample, settings))
                {
                    // The floor is the one of the two that can be had of these rows.
                    IContender[] contenders =
                        [TargetTable.Baselines[source.Name], Contenders.Buffer, Contenders.Writer, Contenders.Copy, Contenders.Reading];
                    races.Add(Race.Create(sample, source, contenders, settings));
                }
            }
        }
        return races;
    }

    private static IEnumerable<IRowSource> ChooseSources(JobOptions options, Sample sample, EncodingSettings settings) =>
        (options.Sources ?? RowSources.All.Where(source => TargetTable.IsDefault(sample.Name, source.Name, settings)))
            .Where(source => source.AppliesTo(sample));

    private static IEnumerable<Sample> LoadSamples(IReadOnlyList<string> inputs)
    {
        if (inputs.Count > 0)
            return inputs.Select(DataFiles.Load);
        IEnumerable<Sample> files = DataFiles.FindShared().Select(LoadOrSkip).OfType<Sample>();
        return
        [
            .. files,
            RowGenerator.Generate(TargetTable.Page, new GeneratorOptions { Rows = 10 }),
            OrderGenerator.Generate(TargetTable.Orders, rows: 1_000),
        ];
    }

    // The directory also holds JSON that is not rows.
    private static Sample? LoadOrSkip(string path)
    {
        try
        {
            return DataFiles.Load(path);
        }
        catch (BenchmarkException exception)
        {
            Console.Error.WriteLine($"left out: {exception.Message}");
            return null;
        }
    }

    private static void Print(IReadOnlyList<Measurement> measurements)
    {
        Table table = Output.CreateTable(
            "data set", "source", "baseline", ">ns/row", ">RowJson", ">floor", ">spread", ">ratio", ">target", "", ">writer ÷ buffer", "",
            ">B/row", "");
        List<TargetResult> results = [.. measurements.GroupBy(measurement => measurement.Race).Select(TargetResult.Create)];
        foreach (TargetResult result in results)
        {
            table.AddRow(
                Markup.Escape(result.Race.SampleName),
                result.Race.Source.Name,
                result.Baseline.Contender.Name,
                FormatTime(result.Baseline),
                FormatTime(result.Buffer),
                FormatTime(result.Floor),
                Format(Math.Max(result.Baseline.Spread, result.Buffer.Spread) * 100, "F0") + " %",
                FormatFactor(result.Factor),
                result.Target is { } target ? FormatFactor(target) : "≤ 1",
                Verdict(result.IsMet),
                result.SinkRatio is { } sinks ? Format(sinks, "F2") : "-",
                result.IsSinkMet is { } isMet ? Verdict(isMet) : "",
                Format(result.AllocatedBytesPerRow, "0.#"),
                Verdict(result.IsAllocationMet));
        }
        Output.PrintMachine();
        Output.Print(table);
        Output.Print($"{results.Count(result => result.IsMet)} of {results.Count} targets are met "
            + "(≤ 1: no target of its own, only not slower).");
        Output.Print($"{results.Count(result => result.IsSinkMet == true)} of {results.Count(result => result.IsSinkMet is not null)} "
            + $"are met for the Utf8JsonWriter sink: at most {Format(TargetTable.WriterSinkLimit, "F1")} times the buffer sink's time.");
        Output.Print($"{results.Count(result => result.IsAllocationMet)} of {results.Count} allocate nothing for a row "
            + "(B/row: what a further row adds beyond what reading it does).");
        Output.Print("The floor is a plain copy of a document's text, elsewhere reading every value and writing none.");
        Output.PrintNoise(measurements);
    }

    private static string Verdict(bool isMet) => isMet ? "met" : "MISSED";

    // As the targets are written: 1/4.5.
    private static string FormatFactor(double factor) => "1/" + Format(factor, "0.#");

    private static string FormatTime(Measurement measurement) =>
        Format(measurement.NanosecondsPerRow, measurement.NanosecondsPerRow < 100 ? "F1" : "N0");

    private static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
