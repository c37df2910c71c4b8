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
                foreach (IRowSource source in options.Sources.Where(source => TargetTable.Baselines.ContainsKey(source.Name)))
                    races.Add(Race.Create(sample, source, [TargetTable.Baselines[source.Name], Contenders.Buffer, Contenders.Writer], settings));
            }
        }
        return races;
    }

    private static IEnumerable<Sample> LoadSamples(IReadOnlyList<string> inputs)
    {
        if (inputs.Count > 0)
            return inputs.Select(DataFiles.Load);
        IEnumerable<Sample> files = DataFiles.FindShared().Select(LoadOrSkip).OfType<Sample>();
        return files.Append(RowGenerator.Generate(TargetTable.Page, new GeneratorOptions { Rows = 10 }));
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
            "data set", "source", "baseline", ">ns/row", ">RowJson", ">spread", ">ratio", ">target", "", ">writer ÷ buffer", "");
        int met = 0, count = 0;
        foreach (IGrouping<Race, Measurement> race in measurements.GroupBy(measurement => measurement.Race))
        {
            Measurement Find(IContender contender) => race.Single(measurement => measurement.Contender == contender);

            Measurement buffer = Find(Contenders.Buffer);
            Measurement baseline = Find(TargetTable.Baselines[race.Key.Source.Name]);
            double factor = 1 / buffer.RatioTo(baseline);
            double? target = TargetTable.Find(race.Key.Sample.Name, race.Key.Source.Name, race.Key.Settings)?.Factor;
            double sinks = Find(Contenders.Writer).RatioTo(buffer);
            // Without a target of its own a data set must not be slower than the baseline.
            bool isMet = factor >= (target ?? 1);
            met += isMet ? 1 : 0;
            count++;
            table.AddRow(
                Markup.Escape(race.Key.SampleName),
                race.Key.Source.Name,
                baseline.Contender.Name,
                Format(baseline.NanosecondsPerRow, "N0"),
                Format(buffer.NanosecondsPerRow, buffer.NanosecondsPerRow < 100 ? "F1" : "N0"),
                Format(buffer.Spread * 100, "F0") + " %",
                Target.FormatFactor(factor),
                target is null ? "≤ 1" : Target.FormatFactor(target.Value),
                isMet ? "met" : "MISSED",
                Format(sinks, "F2"),
                sinks <= TargetTable.WriterSinkLimit ? "met" : "MISSED");
        }
        Output.PrintMachine();
        Output.Print(table);
        Output.Print($"{met} of {count} targets are met. The Utf8JsonWriter sink may take {Format(TargetTable.WriterSinkLimit, "F1")} times the buffer sink's time.");
    }

    private static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
