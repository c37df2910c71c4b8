using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>
/// Measures documents by RowJson, by <see cref="System.Text.Json.JsonElement.WriteTo"/> and as a plain copy, in turns and in one process;
/// prints which targets are met.
/// </summary>
internal static class DocumentTargets
{
    private const string None = "-";

    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    /// <param name="parts">Only documents with one of these in their name; empty for all.</param>
    public static void Run(Schedule? schedule, string[] parts)
    {
        Table table = Output.CreateTable(
            "document", "encoder", ">read", ">written", ">ns", ">copy", ">times a copy", ">spread", ">target", "", ">JsonElement",
            ">spread");
        CaseJob.Run(
            DocumentCases.All,
            "documents",
            parts,
            schedule,
            (document, measured) => Add(table, document, measured),
            [table],
            "Compact rows of 10 columns, 5,000 where no number is given. escapes: in 20 % of the texts; non-ASCII: a word in\n"
            + "30 % of them. read, written: bytes; copy: the text unchanged, in ns. times a copy, at most the target, and\n"
            + "JsonElement, times faster than its WriteTo: the median of the rounds' ratios; spread: how well that is known\n"
            + "(95 %). Times are the process's own. Each output was compared before.");
    }

    private static void Add(Table table, DocumentCase document, Schedule schedule)
    {
        const int rowJson = 0, copy = 1, element = 2;
        TurnTimes times = TurnTimes.Measure([document.WriteRowJson, document.Copy, document.WriteElement], schedule);
        Ratio overCopy = times.Ratio(copy, rowJson);
        Ratio faster = times.Ratio(rowJson, element);
        table.AddRow(
            document.Name,
            document.Encoder,
            Figures.Count(document.Length),
            Figures.Count(document.WrittenLength),
            Figures.Count(times.Median(rowJson)),
            Figures.Count(times.Median(copy)),
            Figures.Format(overCopy.Median, "F1"),
            Figures.PlusMinus(overCopy),
            document.Limit is { } limit ? Figures.Format(limit, "0.#") : None,
            document.Limit is { } most ? Figures.Verdict(overCopy.Median <= most) : "",
            Figures.Format(faster.Median, "F1"),
            Figures.PlusMinus(faster));
    }
}
