using System.Reflection;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>The tables of what RowJson's idea comes from, made anew. Each is printed by a command of this program in a process of its own.</summary>
internal static class OriginalPage
{
    private const string Introduction = """
        # The original's tables

        RowJson's idea comes from a Go library for large arrays of objects: encode each column's name once, keep one growing buffer, and hand
        anything unusual to the general encoder. Here is what it published, measured with .NET. Its own figures are beside ours where they are
        known: they are of another language and another machine, so compare the ratios. It reads JSON and unzips as well; RowJson
        [does not](../limits.md#other-limits).
        """;

    private static readonly (string Title, string Text, string[] Commands)[] Sections =
    [
        ("Data sets", """
            The generator's rows (small, medium, long: 10, 10 and 20 columns; wide: 1,000), and 2.17 million rows in the 18 columns of the taxi
            table. The original's headline is 55 % less time for the taxi rows, 0.45 of its baseline's. The largest need some 10 GB of memory.
            """, [.. RaceCases.OriginalDataSets.Select(it => $"--cases data-sets {it.Name}")]),
        ("The steps, to a file", """
            Steps 1 to 4 follow the original's: a write to the file for each token, a buffer of 4 KB, one growing buffer, and names that are encoded
            once. Its greatest step was the second, from 49 s to 6.4 s, 7.7 times faster. The others are RowJson's; what they gain without a file
            is in [the ladder](ladder.md).
            """, ["--cases ladder-file"]),
        ("Profiles of the steps", """
            The original found each step in a profile. So does `--profile`, with any of the names that `--cases` knows: the process connects to
            its own diagnostic port (EventPipe, by Microsoft.Diagnostics.NETCore.Client), and the runtime's sample profiler says which method
            runs. No tool is installed. In 1 and 2 it is the writes to the file; in 3 and 4 names and values that are converted to UTF-8 and
            escaped by the framework; in 5 values alone; from 6 on RowJson's loops over cells.
            """, ["--profile ladder-file", "--profile ladder"]),
        ("Pooled compression", """
            Results of 100 rows, each to a gzip stream of its own. The original's pooled gzip writer was 7 times as fast as new ones. A
            `GZipStream` has no method that makes it begin anew: its compressor belongs to the
            stream, and ends with it, so a pool could hold buffers and JSON writers only (`Pooled`). `StreamAlone`, one byte in a new stream,
            shows what a stream that could begin anew would save at most; `TextAlone` compresses the finished text. What can be had is the
            difference between `New` and `TextAlone`.
            """, ["--cases pooling gzip"]),
        ("Names of properties", """
            The properties of a document, by the name of each: plain, with characters that are escaped, with characters outside ASCII. Before:
            `NameAndValue`, a string for each name. After: `WriteTo`, which reads the name from the document. `RowJson` copies its text.
            """, ["--cases names"]),
        ("Six strategies for one object", """
            `naive`: a string, and then its bytes. `hinted`: bytes, by code that was generated for the type. `smart`: RowJson. `fake`: the
            finished text copied, which is the bound. `direct`: into memory that is there, where the others make an array for each object. Of
            the strategies of 2016 the names alone are known here. What each does is our reading, and the object is an order with 10 columns.
            """, ["--cases strategies"]),
    ];

    /// <summary>Measures all and writes the page.</summary>
    public static void Write(string[] arguments)
    {
        if (arguments.Length > 0) throw new BenchmarkException("--original has no options.");
        long start = Stopwatch.GetTimestamp();
        var page = new StringBuilder($"{Output.Machine}, SDK {Sdk}\n\n{Introduction}\n");
        foreach ((string title, string text, string[] commands) in Sections)
        {
            page.Append($"\n## {title}\n\n{text}\n\n{string.Join(", ", commands.Select(command => $"`{command}`"))}:\n\n");
            page.Append(Join([.. commands.Select(command => OwnProcess.ReadLines(command.Split(' ')))])).Append('\n');
        }
        page.Append(CultureInfo.InvariantCulture,
            $"\nAll of it: `dotnet run -c Release --project benchmarks/RowJson.Benchmarks -- --original`, {Stopwatch.GetElapsedTime(start).TotalMinutes:F0} minutes.\n");
        string file = RepositoryFolder.Combine("docs", "figures", "original.md");
        File.WriteAllText(file, page.ToString());
        Output.Note($"written: {file}");
    }

    /// <summary>The tables of the same columns as one, and the last one's legend; the machine is named once for all.</summary>
    internal static string Join(IReadOnlyList<IReadOnlyList<string>> outputs)
    {
        // Names of methods hold bars as well, without spaces around them.
        string[][][] tables = [.. outputs.Select(lines => lines.Where(IsRow)
            .Select(line => line[1..^1].Split(" | ").Select(cell => cell.Trim().Replace("|", @"\|", StringComparison.Ordinal)).ToArray()).ToArray())];
        // The second line has the alignment.
        IEnumerable<string> headers = tables[0][0].Zip(tables[0][1], (header, rule) => rule.EndsWith(':') ? $">{header}" : header);
        IEnumerable<string> legend = outputs[^1].Skip(1).Where(line => !IsRow(line) && !string.IsNullOrWhiteSpace(line));
        return $"{Output.ToMarkdown([.. headers], tables.SelectMany(table => table.Skip(2)))}\n\n{string.Join('\n', legend)}";
    }

    private static bool IsRow(string line) => line.StartsWith('|');

    private static string Sdk => typeof(OriginalPage).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(it => it.Key == "Sdk").Value!;
}
