using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Spectre.Console;

namespace RowJson.Compare;

/// <summary>Prints results to standard output: lines of a terminal where there is one, Markdown elsewhere.</summary>
internal static class Report
{
    // No table is wider; a narrower terminal wraps the lines.
    private const int WidestTable = 180;

    // A ratio that varies more is not reliable.
    private const double NoisySpread = 0.1;

    private static readonly IAnsiConsole OutConsole = CreateConsole();

    public static void PrintDifferences(IReadOnlyCollection<string> differences)
    {
        // Not by the console, which would wrap the lines.
        Console.WriteLine($"The builds write different bytes in {differences.Count} cases; nothing was timed.");
        foreach (string difference in differences)
            Console.WriteLine($"  {difference}");
    }

    public static void Print(string before, string after, RunOptions options, IReadOnlyCollection<ContestResult> results)
    {
        OutConsole.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"Before: {before}. After: {after}. {options.Copies} copies, "
            + $"{options.Rounds} rounds of {options.RoundTime.TotalMilliseconds} ms. "
            + $"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors, {VectorLevel()}."));
        if (results.Count == 0) return;
        OutConsole.WriteLine();
        OutConsole.Write(CaseTable(results));
        OutConsole.WriteLine();
        OutConsole.Write(MeanTable(results));
        int noisy = results.Count(result => result.Spread > NoisySpread);
        if (noisy > 0)
        {
            OutConsole.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{noisy} of {results.Count} ratios spread by more than {NoisySpread}: "
                + $"the machine was busy; repeat them before you quote any."));
        }
    }

    private static Table CaseTable(IEnumerable<ContestResult> results)
    {
        Table table = CreateTable("group", "rows", ">ns/row before", ">after", ">after ÷ before", ">spread", ">B/call before", ">after");
        // By group; data sets keep their order.
        foreach (ContestResult result in results.OrderBy(result => GroupIndex(result.Group)))
        {
            table.AddRow(
                result.Group, Markup.Escape(result.Rows), Time(result.BeforePerRow), Time(result.AfterPerRow),
                Ratio(result.Ratio), Ratio(result.Spread), Bytes(result.AllocatedBefore), Bytes(result.AllocatedAfter));
        }
        return table;
    }

    private static Table MeanTable(IReadOnlyCollection<ContestResult> results)
    {
        Table table = CreateTable("geometric mean", ">cases", ">after ÷ before");
        foreach (string group in Groups.All.Intersect(results.Select(result => result.Group)))
            AddRow(group, [.. results.Where(result => result.Group == group)]);
        AddRow("all", results);
        return table;

        void AddRow(string name, IReadOnlyCollection<ContestResult> group)
        {
            double mean = Statistics.GeometricMean(group.Select(result => result.Ratio));
            table.AddRow(name, group.Count.ToString(CultureInfo.InvariantCulture), Ratio(mean));
        }
    }

    private static int GroupIndex(string group) => Groups.All.TakeWhile(name => name != group).Count();

    private static string Time(double nanoseconds) =>
        nanoseconds.ToString(nanoseconds < 100 ? "0.0" : "#,0", CultureInfo.InvariantCulture);

    private static string Ratio(double ratio) => ratio.ToString("0.000", CultureInfo.InvariantCulture);

    private static string Bytes(long bytes) => bytes.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>Columns whose header starts with <c>&gt;</c> are aligned to the right.</summary>
    private static Table CreateTable(params ReadOnlySpan<string> headers)
    {
        var table = new Table { Border = Console.IsOutputRedirected ? TableBorder.Markdown : TableBorder.Simple };
        foreach (string header in headers)
        {
            bool right = header.StartsWith('>');
            table.AddColumn(new TableColumn(Markup.Escape(right ? header[1..] : header))
            {
                Alignment = right ? Justify.Right : Justify.Left,
                NoWrap = true,
            });
        }
        return table;
    }

    private static string VectorLevel() =>
        Vector512.IsHardwareAccelerated ? "512-bit vectors"
        : Vector256.IsHardwareAccelerated ? "256-bit vectors"
        : Vector128.IsHardwareAccelerated ? "128-bit vectors"
        : "no vectors";

    private static IAnsiConsole CreateConsole()
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Out) });
        console.Profile.Capabilities.Ansi &= !Console.IsOutputRedirected;
        console.Profile.Width = Math.Max(WidestTable, console.Profile.Width);
        return console;
    }
}
