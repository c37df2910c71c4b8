using System.Runtime.Intrinsics;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Prints to standard output: lines of a terminal where there is one, Markdown (no escape sequences) elsewhere.</summary>
internal static class Output
{
    // No table is wider. A narrower terminal wraps the lines, which reads better than cells broken in two.
    private const int WidestTable = 200;
    private static readonly IAnsiConsole OutConsole = CreateConsole(Console.Out, isText: Console.IsOutputRedirected);

    /// <summary>The widest vectors that the process uses: the environment can switch some off.</summary>
    public static string VectorLevel { get; } =
        Vector512.IsHardwareAccelerated ? "512-bit vectors"
        : Vector256.IsHardwareAccelerated ? "256-bit vectors"
        : Vector128.IsHardwareAccelerated ? "128-bit vectors"
        : "no vectors";

    /// <summary>What is measured, and when; empty where a report says that itself.</summary>
    public static string Measured { get; set; } = "";
    /// <summary>Where a run was made, of what and when.</summary>
    public static string Machine =>
        $"{RuntimeInformation.FrameworkDescription}, {Processor}, {Environment.ProcessorCount} processors, {VectorLevel}{Measured}";

    /// <summary>The processor's name where the system tells it, else its architecture.</summary>
    private static string Processor
    {
        get
        {
            const string names = "/proc/cpuinfo";
            IEnumerable<string> lines = File.Exists(names) ? File.ReadLines(names) : [];
            string? line = lines.FirstOrDefault(it => it.StartsWith("model name", StringComparison.Ordinal));
            return line?.Split(':')[1].Trim() ?? RuntimeInformation.OSArchitecture.ToString();
        }
    }

    public static void PrintMachine() => OutConsole.WriteLine(Machine);

    /// <summary>Prints where a run was made, what it measured, and what the columns say.</summary>
    public static void PrintFigures(Table[] tables, string legend, bool hasHeading = true)
    {
        if (hasHeading) PrintMachine();
        for (int i = 0; i < tables.Length; i++)
        {
            if (i > 0) Print("");
            Print(tables[i]);
        }
        Print(legend);
    }

    public static void Print(string line) => OutConsole.WriteLine(line);

    /// <summary>Says on standard error what is going on: standard output has results only.</summary>
    public static void Note(string text) => Console.Error.WriteLine(text);

    /// <summary>A table for where it is printed; columns whose header starts with <c>&gt;</c> are aligned to the right.</summary>
    public static Table CreateTable(IEnumerable<string> headers, IEnumerable<IReadOnlyList<string>> rows) =>
        CreateTable(Console.IsOutputRedirected ? TableBorder.Markdown : TableBorder.Simple, headers, rows);

    /// <summary>A table for a document.</summary>
    public static string ToMarkdown(IEnumerable<string> headers, IEnumerable<IReadOnlyList<string>> rows)
    {
        using var text = new StringWriter();
        CreateConsole(text, isText: true).Write(CreateTable(TableBorder.Markdown, headers, rows));
        return text.ToString().Trim();
    }

    private static Table CreateTable(TableBorder border, IEnumerable<string> headers, IEnumerable<IReadOnlyList<string>> rows)
    {
        var table = new Table { Border = border };
        foreach (string header in headers)
        {
            bool right = header.StartsWith('>');
            Justify alignment = right ? Justify.Right : Justify.Left;
            table.AddColumn(new TableColumn(Markup.Escape(right ? header[1..] : header)) { Alignment = alignment, NoWrap = true });
        }
        foreach (IReadOnlyList<string> row in rows) table.AddRow([.. row.Select(Markup.Escape)]);
        return table;
    }

    public static void Print(Table table) => OutConsole.Write(table);

    private static IAnsiConsole CreateConsole(TextWriter output, bool isText)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output) });
        console.Profile.Capabilities.Ansi &= !isText;
        console.Profile.Width = Math.Max(WidestTable, console.Profile.Width);
        return console;
    }
}
