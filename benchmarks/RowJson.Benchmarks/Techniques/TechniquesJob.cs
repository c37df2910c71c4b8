using System.Buffers;
using System.Collections.Frozen;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Techniques that can be switched off: the time with each ÷ the time without it, in turns and in one process.</summary>
internal static class TechniquesJob
{
    public const string Option = "--techniques";

    private const int Columns = 10;

    /// <summary>More names than a cache holds.</summary>
    private const int OtherNames = 5_000;

    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    public static void Run(Schedule? schedule)
    {
        Table table = Output.CreateTable("technique", "where", ">time", ">spread");
        AddNames(table, $"{Columns} columns", OrderRow.CreateDictionaries(1_000), schedule);
        AddNames(table, "1,000 columns", [.. Enumerable.Range(0, 10).Select(_ => WideRow("column", 1_000))], schedule);
        AddBoxed(table, "DateOnly", DateOnly.FromDayNumber, schedule);
        AddBoxed(table, "short", i => (short)i, schedule);
        if (schedule is null)
        {
            Output.Print($"Each technique writes the same as without it. {CheckJob.Sentence}");
            return;
        }
        Output.PrintFigures(
            [table],
            "time: with the technique ÷ without it; spread: how well that is known (95 %). Times are the process's own.");
    }

    private static void AddNames(Table table, string where, List<Dictionary<string, object?>> rows, Schedule? schedule)
    {
        var options = new JsonRowOptions();
        JsonRows.From([WideRow("other", OtherNames)]).ToUtf8Bytes(options);
        var without = new JsonRowOptions { MaxCachedNames = 0 };
        Add(
            table, "names that come often replace others in a full cache, not `MaxCachedNames = 0`",
            $"dictionaries of {where}, after {OtherNames:N0} other names by the same options",
            output => JsonRows.From(rows).WriteTo(output, without), output => JsonRows.From(rows).WriteTo(output, options), schedule);
    }

    /// <summary>The rows are written by the table; how much longer a frozen dictionary would take is measured beside them.</summary>
    private static void AddBoxed<T>(Table table, string type, Func<int, T> value, Schedule? schedule)
        where T : struct
    {
        if (schedule is null) return;
        List<Dictionary<string, object?>> rows =
        [
            .. Enumerable.Range(0, 100).Select(i => Enumerable.Range(0, Columns)
                .ToDictionary(column => $"column {column}", column => (object?)value(i + column))),
        ];
        object[] cells = [.. rows.SelectMany(row => row.Values).OfType<object>()];
        FrozenDictionary<Type, KnownScalar> frozen = ScalarTypes.All.ToFrozenDictionary(scalar => scalar.Type);
        var options = new JsonRowOptions();
        var buffer = new ArrayBufferWriter<byte>();
        int found = 0;
        TurnTimes times = TurnTimes.Measure(
            [
                () => Write(buffer, output => JsonRows.From(rows).WriteTo(output, options)),
                () =>
                {
                    foreach (object cell in cells)
                        if (BoxedScalars.Find(cell.GetType()) is not null) found++;
                },
                () =>
                {
                    foreach (object cell in cells)
                        if (frozen.TryGetValue(cell.GetType(), out KnownScalar? scalar) && scalar.Scalar is not null) found++;
                },
            ],
            schedule);
        GC.KeepAlive(found);
        AddRow(
            table, "scalars by the type of a boxed value in a table by its address, not in a `FrozenDictionary`",
            $"dictionaries of {Columns} columns: {type}",
            new Ratio([.. times.Rounds.Select(round => round[0] / (round[0] - round[1] + round[2]))]));
    }

    private static void Add(Table table, string technique, string where, EncodeRows without, EncodeRows with, Schedule? schedule)
    {
        var buffer = new ArrayBufferWriter<byte>();
        Write(buffer, without);
        byte[] expected = buffer.WrittenSpan.ToArray();
        Write(buffer, with);
        if (!buffer.WrittenSpan.SequenceEqual(expected)) throw new BenchmarkException($"{technique}, {where}: the bytes differ.");
        if (schedule is null) return;
        TurnTimes times = TurnTimes.Measure([() => Write(buffer, without), () => Write(buffer, with)], schedule);
        AddRow(table, technique, where, new Ratio([.. times.Rounds.Select(round => round[1] / round[0])]));
    }

    private static void AddRow(Table table, string technique, string where, Ratio time) =>
        table.AddRow(technique, where, Figures.Format(time.Median, "F2"), Figures.PlusMinus(time));

    private static void Write(ArrayBufferWriter<byte> buffer, EncodeRows rows)
    {
        buffer.ResetWrittenCount();
        rows(buffer);
    }

    private static Dictionary<string, object?> WideRow(string name, int columns) =>
        Enumerable.Range(0, columns).ToDictionary(i => $"{name} {i}", i => (object?)i);
}
