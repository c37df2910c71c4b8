using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>
/// Measures cells of each kind by RowJson, by hand, by <see cref="System.Text.Json.JsonSerializer"/> and by the framework's formatter, in
/// turns and in one process; prints which targets are met.
/// </summary>
internal static class CellTargets
{
    /// <summary>How many times faster than by hand a dictionary's cell is to be.</summary>
    private const double DictionaryTarget = 2.2;

    /// <summary>How many nanoseconds longer it may take than an object's.</summary>
    private const double OverClassLimit = 10;

    /// <summary>Where the formatter is the bound, an object's cell takes at most so many times as long.</summary>
    private const double FormatterLimit = 1.6;

    private const string None = "-";

    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    /// <param name="parts">Only kinds with one of these in their name; empty for all.</param>
    public static void Run(Schedule? schedule, string[] parts)
    {
        Table times = Output.CreateTable(
            "ns a cell", ">formatter", ">class", ">limit", "", ">dictionary", ">over class", ">limit", "", ">reader", ">typed");
        Table ratios = Output.CreateTable(
            "times faster than", ">dictionary: hand", ">target", "", ">serializer", ">class: hand", ">serializer", ">reader: hand", ">typed: hand",
            ">serializer");
        CaseJob.Run(
            CellCases.All,
            "kinds",
            parts,
            schedule,
            (cells, measured) =>
            {
                CellTimes found = CellTimes.Measure(cells, measured);
                AddTimes(times, cells, found);
                AddRatios(ratios, cells, found);
            },
            [times, ratios],
            $"{CellCase.Cells:N0} cells a call, ten to a row, in the processor's cache. formatter: the framework's into a span, without a name;\n"
            + $"of texts, UTF-8 alone. class: at most its limit, or {FormatterLimit} times the formatter. typed: dictionaries of the cells' type.\n"
            + "hand: a reused Utf8JsonWriter, names encoded once, for dictionaries a type switch. times faster: the median of the rounds'\n"
            + "ratios, and how well that is known (95 %). Times are the process's own. Each output was compared before.");
    }

    private static void AddTimes(Table table, CellCase cells, CellTimes times)
    {
        double? formatter = times.Formatter;
        double inClass = times.Nanoseconds("class");
        double over = times.Nanoseconds("dictionary") - inClass;
        double? limit = cells.ClassLimit;
        table.AddRow(
            Markup.Escape(cells.Name),
            formatter is { } time ? Figures.Time(time) : None,
            Figures.Time(inClass),
            limit is { } longest ? Figures.Format(longest, "0") : None,
            limit is null ? "" : Figures.Verdict(inClass <= limit || inClass <= FormatterLimit * formatter),
            Figures.Time(times.Nanoseconds("dictionary")),
            Figures.Format(over, "F1"),
            Figures.Format(OverClassLimit, "0"),
            Figures.Verdict(over <= OverClassLimit),
            Figures.Time(times.Nanoseconds("reader")),
            Figures.Time(times.Nanoseconds("typed")));
    }

    private static void AddRatios(Table table, CellCase cells, CellTimes times)
    {
        List<string> row = [Markup.Escape(cells.Name)];
        foreach ((string rows, CellContest contest) in cells.Contests)
        {
            Ratio hand = times.HandRatio(rows);
            row.Add(Format(hand));
            if (rows == "dictionary") row.AddRange([Figures.Format(DictionaryTarget, "0.#"), Figures.Verdict(hand.Median >= DictionaryTarget)]);
            if (contest.Serializer is not null) row.Add(Format(times.SerializerRatio(rows)));
        }
        table.AddRow([.. row]);
    }

    private static string Format(Ratio ratio) => $"{Figures.Format(ratio.Median, "F2")} {Figures.PlusMinus(ratio)}";
}
