using System.Reflection;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>A page of docs/figures: sections, whose tables commands of this program print, each in a process of its own.</summary>
internal sealed record Page(string File, string Introduction, params (string Title, string Text, string[] Commands)[] Sections)
{
    /// <summary>Measures all and writes the page.</summary>
    public void Write(string[] arguments)
    {
        if (arguments.Length > 0) throw new BenchmarkException($"{File} is made as a whole: the command has no options.");
        var page = new StringBuilder($"{Output.Machine}, SDK {Sdk}\n\n{Introduction}\n");
        foreach ((string title, string text, string[] commands) in Sections)
        {
            page.Append($"\n## {title}\n\n{text}\n\n{string.Join(", ", commands.Select(command => $"`{command}`"))}:\n\n");
            page.Append(Join([.. commands.Select(command => OwnProcess.ReadLines(command.Split(' ')))])).Append('\n');
        }
        Write(File, page.ToString());
    }

    public static void Write(string file, string text)
    {
        string path = RepositoryFolder.Combine("docs", "figures", file);
        System.IO.File.WriteAllText(path, text);
        Output.Note($"written: {path}");
    }

    /// <summary>The tables of the same columns as one, and the last one's legend; the machine is named once for all.</summary>
    internal static string Join(IReadOnlyList<IReadOnlyList<string>> outputs)
    {
        // Names of methods hold bars as well, without spaces around them.
        string[][][] tables = [.. outputs.Select(lines => lines.Where(IsRow).Select(line =>
            Array.ConvertAll(line[1..^1].Split(" | "), cell => cell.Trim().Replace("|", @"\|", StringComparison.Ordinal))).ToArray())];
        // The second line has the alignment.
        IEnumerable<string> headers = tables[0][0].Zip(tables[0][1], (header, rule) => rule.EndsWith(':') ? $">{header}" : header);
        IEnumerable<string> legend = outputs[^1].Skip(1).Where(line => !IsRow(line) && !string.IsNullOrWhiteSpace(line));
        return $"{Output.ToMarkdown(headers, tables.SelectMany(table => table.Skip(2)))}\n\n{string.Join('\n', legend)}";
    }

    private static bool IsRow(string line) => line.StartsWith('|');

    private static string Sdk =>
        typeof(Page).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(it => it.Key == "Sdk").Value!;
}

/// <summary>The pages with more than one table.</summary>
internal static class Pages
{
    /// <summary>The tables of what RowJson's idea comes from, made anew.</summary>
    public static Page Original { get; } = new("original.md", """
        # The original's tables

        RowJson's idea comes from a Go library for large arrays of objects: encode each column's name once, keep one growing buffer, and
        hand anything unusual to the general encoder. Here is what it published, measured with .NET. Its own figures are beside ours where
        they are known: they are of another language and another machine, so compare the ratios. It reads JSON and unzips as well; RowJson
        [does not](../limits.md#other-limits).
        """,
        ("Data sets", """
        The generator's rows (small, medium, long: 10, 10 and 20 columns; wide: 1,000), and 2.17 million rows in the 18 columns of the taxi
        table. The original's headline is 55 % less time for the taxi rows, 0.45 of its baseline's. The largest need some 10 GB of memory.
        """, [.. RaceCases.OriginalDataSets.Select(it => $"--cases data-sets {it.Name}")]),
        ("The steps, to a file", """
        What the original did, one step after the other, with the seconds that a draft of its post gives for 10,000 rows of 1,000 columns,
        and the step here that corresponds to it:

        | | the original | seconds | here |
        |---|---|---:|---|
        | 1 | the library's encoder, which sorts names | 6.4 | `0 JsonSerializer`, which does not sort |
        | 2 | unsorted; a write to the file for each token | 48.9 | `1 unbuffered` |
        | 3 | a buffer of 4 KB | 5.7 | `2 buffer of 4 KB` |
        | 4 | one buffer that grows, written at the end | 5.2 | `3 growing buffer` |
        | 5 | each column's name encoded once | 4.4 | `4 cached names` |
        | 6 | values by a library that encodes them faster | not said | `5 predicted names`, `6 vector values`, `7 RowJson` |

        Step 6 is in its code. What the published post says about it could not be traced, nor why step 3 is said to take 6.4 s elsewhere.
        What the steps gain without a file is in [the ladder](ladder.md).
        """, ["--cases ladder-file"]),
        ("Profiles of the steps", """
        The original found each step in a profile. So does `--profile`, with any of the names that `--cases` knows: the process connects to
        its own diagnostic port (EventPipe, by Microsoft.Diagnostics.NETCore.Client), and the runtime's sample profiler says which method
        runs. No tool is installed. The original's profiles named the sorting of names in its step 1, 83 % of the time in the system's
        write in 2 and 13 % in 3, and the quoting of names in 3 and 4; in 5 texts and the collector were left. Here it is the writes to
        the file in 1 and 2; in 3 and 4 names and values that are converted to UTF-8 and escaped by the framework; in 5 values alone;
        from 6 on RowJson's loops over cells.
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
        """, ["--cases strategies"]));

    /// <summary>The cases that BenchmarkDotNet's suites have, in turns.</summary>
    public static Page Suites { get; } = new("suites.md", """
        # The cases of the suites

        By `--cases`, whose ways take turns; the suites of [BenchmarkDotNet](../../benchmarks/README.md#what-each-suite-answers) run the
        same cases, each in a process of its own.
        """,
        ("`MatrixBenchmarks`", "How do all encoders compare, by shape and source?", ["--cases matrix"]),
        ("`ReaderBenchmarks`", "What is saved over the usual ways to write a reader, a table and Dapper's rows?", ["--cases readers"]),
        ("`ObjectBenchmarks`", "What is saved over generated code, reflection and a hand-written loop?", ["--cases objects"]),
        ("`SmallResultBenchmarks`", "What does a call cost without its rows?", ["--cases small-results"]),
        ("`SinkBenchmarks`", "What does a stream, a pipe or a larger document cost, compared with a buffer?", ["--cases sinks"]),
        ("`StringBenchmarks`", "What does one string cost? [Cells](cells.md) says it of other values.", ["--cases strings"]),
        ("`JsonPropertyBenchmarks`", "What does the name of a document's property cost?", ["--cases names"]),
        ("`PoolingBenchmarks`", "What do new writers and buffers cost, plain and with gzip? Threads are `Parallel.For`'s.",
            ["--cases pooling"]));
}
