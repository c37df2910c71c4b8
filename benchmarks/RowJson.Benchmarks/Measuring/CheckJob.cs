using System.Buffers;
using System.Globalization;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Compares the outputs of all encoders and measures nothing: what ran for a moment has not been optimised yet.</summary>
internal static class CheckJob
{
    /// <summary>Ends a run without figures.</summary>
    public const string Sentence = "Checked, not measured: a run without --short has figures.";

    // Roughly.
    private static readonly TimeSpan TimeOfRace = TimeSpan.FromMilliseconds(50);

    public static void Run(IReadOnlyCollection<Race> races)
    {
        Table table = Output.CreateTable("sample", "source", ">rows", ">encoders", ">bytes");
        int outputs = ProgressReport.Show(progress =>
        {
            progress.Plan(races.Count * TimeOfRace);
            return races.Sum(race => Check(race, table, progress));
        });
        Output.Print(table);
        Output.Print($"{outputs} outputs agree with {Contenders.Baseline.Name}: byte for byte, Newtonsoft's by value.\n{Sentence}");
    }

    private static int Check(Race race, Table table, IProgressReport progress)
    {
        progress.Step($"checking {race.Name}", TimeOfRace);
        var output = new ArrayBufferWriter<byte>();
        using RaceRows rows = race.Load();
        OutputCheck.Check(race, rows, output);
        int encoders = rows.Entries.Count(entry => entry.Contender.Agreement != Agreement.Bound);
        table.AddRow(
            Markup.Escape(race.SampleName),
            race.Source.Name,
            Figures.Count(race.Sample.RowCount),
            encoders.ToString(CultureInfo.InvariantCulture),
            Figures.Count(race.Sample.Utf8Json.Length));
        return encoders;
    }
}
