using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Compares the outputs of cases, one after the other, and measures them into tables.</summary>
internal static class CaseJob
{
    /// <param name="cases">They are made one at a time.</param>
    /// <param name="plural">What the cases are.</param>
    /// <param name="parts">Only cases with one of these in their name; empty for all.</param>
    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    /// <param name="measure">Measures a case and adds it to the tables.</param>
    /// <param name="tables">The tables, in the order in which they are printed.</param>
    /// <param name="legend">What the columns say.</param>
    public static void Run<TCase>(
        IEnumerable<Func<TCase>> cases,
        string plural,
        string[] parts,
        Schedule? schedule,
        Action<TCase, Schedule> measure,
        Table[] tables,
        string legend)
        where TCase : IMeasuredCase
    {
        int count = 0;
        foreach (Func<TCase> create in cases)
        {
            using TCase it = create();
            if (parts.Length > 0 && !parts.Any(it.Name.Contains)) continue;
            it.Check();
            count++;
            if (schedule is not null) measure(it, schedule);
        }
        if (schedule is null) Output.Print($"{count} {plural} agree. {CheckJob.Sentence}");
        else Output.PrintFigures(tables, legend);
    }
}
