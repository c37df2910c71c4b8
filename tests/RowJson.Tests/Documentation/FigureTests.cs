using System.Globalization;
using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>Figures in sentences of the documentation are those of docs/figures, which benchmarks/run-all makes.</summary>
public partial class FigureTests
{
    private static readonly Row[] Options = Rows("options.md");
    private static readonly Row[] FirstCalls = Rows("first-call.md");

    /// <summary>The page, and the sentence as the figures make it.</summary>
    public static TheoryData<string, string> Sentences => new()
    {
        { "README.md", $"{RoundedDown(Rows("summary.md").Select(row => row.Number("times faster")))} times as fast" },
        { "README.md", $"{Range(InMemory().Select(row => row.Number("ratio")), digits: 1)} times the requests a second" },
        { "README.md", $"itself takes {Newest()} of the time of version 10 ([both]" },
        { "README.md", $"Documents are written {Source("document")} times as fast" },
        { "README.md", $"dictionaries {Source("dictionary")} times" },
        { "README.md", $"readers {Source("reader")} times" },
        { "README.md", $"tables {Source("datatable")} times" },
        { "README.md", $"objects {Source("objects")} times" },
        { "README.md", $"take {Ladder("predicted names")} of `JsonSerializer`'s time" },
        { "README.md", $"they take {Ladder("vector values")} ([ladder]" },
        { "docs/entity-framework-core.md", $"{Query("ef-sqlite", "rowjson")} times the requests a second on SQLite" },
        { "docs/entity-framework-core.md", $"{Query("ef-sqlite", "rowjson-package")} times with `RowJson.Sqlite`" },
        { "docs/entity-framework-core.md", $"on PostgreSQL {Query("ef-postgres", "rowjson")} times" },
        { "docs/entity-framework-core.md", $"{Query("ef-postgres", "rowjson-package")} times with `RowJson.Npgsql`" },
        { "docs/databases.md", $"| SQLite | {Provider(0)} |" },
        { "docs/databases.md", $"| PostgreSQL | {Provider(2)} |" },
        { "docs/databases.md", $"| MariaDB | {Provider(3)} |" },
        { "docs/databases.md", $"| DuckDB | {Provider(1)} |" },
        { "docs/databases.md", $"take {Provider("256-bit/providers.md", 0, ["ReadingPackage"])} of the loop's time" },
        { "docs/databases.md", $"takes {Writing()} more for writing (" },
        { "docs/databases.md", $"for writing ({Provider("256-bit/providers.md", 0, ["RowJsonPackage"])} with 256-bit vectors" },
        { "docs/drop-in.md", $"| reading | {Range(Than("plain", "read"))} |" },
        { "docs/drop-in.md", $"| sending | {Range(Than("plain", "send"))} |" },
        { "docs/drop-in.md", $"| synchronous writes of lists | {Range(Than("plain", "write", hasList: true))} |" },
        { "docs/drop-in.md", $"of values without a list | {Range(Than("plain", "write", hasList: false))} |" },
        { "docs/drop-in.md", $"Synchronous writes are {Range(Than("write only", "write"))} times as fast as with" },
        { "docs/performance.md", $"A first document takes {First("document, plain", "CPU ms", "{0:0} and {1:0}")} ms of a processor" },
        { "docs/performance.md", $"| dictionaries | {First("dictionary", "ratio", "{0:0.00} | {1:0.00}")} |" },
        { "docs/performance.md", $"| a list of objects, from `JsonRows` to a stream | {First("objects, 100", "ratio", "{0:0.00} | {1:0.00}")} |" },
        {
            "docs/performance.md", "| a list of objects, with the options that `WithRowJson(writeOnly: true)` makes in the same call "
                + $"| {First("objects, 100", "ratio", "{0:0.00} | {1:0.00}", "WithRowJson, writeOnly")} |"
        },
        { "docs/performance.md", $"compiles {Methods(1)} methods instead of {Methods(0)}" },
        { "docs/performance.md", $"as IL {Saved("first call, ", calls: 1)} ms of processor time in its first call" },
        { "docs/performance.md", $"and {Saved("2–1,000, ", calls: 999)} ms in the next 999" },
        { "docs/performance.md", $"a `RowJson.dll` of {Published("machine code in the package")["RowJson.dll, MB"]} MB" },
    };

    [Theory]
    [MemberData(nameof(Sentences))]
    public void Page_sentence_hasTheFigures(string page, string sentence) =>
        Spaces().Replace(File.ReadAllText(RepositoryFolder.Combine(page)), " ").Should().Contain(sentence);

    /// <summary>The times of a provider's table, the page's n-th, each ÷ that of the hand-written loop.</summary>
    private static string Provider(int table) =>
        Provider("providers.md", table, ["JsonSerializer", "RowJson", "RowJsonPackage", "Reading", "Stepping"]);

    private static string Provider(string page, int table, string[] encoders)
    {
        Row[] all = [.. Rows(page).Where(row => row.Has("encoder"))];
        int[] starts = [.. Enumerable.Range(0, all.Length).Where(i => all[i]["encoder"] == "JsonSerializer")];
        Row[] rows = all[starts[table]..starts[table + 1]];
        double byHand = rows.Single(row => row["encoder"] == "Utf8JsonWriterCached").Number("ratio");
        return string.Join(" | ", encoders.Select(encoder =>
            rows.SingleOrDefault(row => row["encoder"] == encoder) is { } row ? Text(row.Number("ratio") / byHand, digits: 2) : "–"));
    }

    private static IEnumerable<Row> InMemory() =>
        Rows("load.md").Where(row => row["source"] == "objects" && row["rows"] is "1000" or "10000" && row["way"] is "rowjson" or "with-rowjson");

    private static string Source(string source) => Rows("summary.md").Single(row => row["source"] == source)["times faster"];

    private static string Newest() => Range(Rows("system-text-json-11.md").Select(row => row.Number("11.0.0 ÷ 10.0.12")));

    private static string Ladder(string step) => Text(Rows("ladder.md")
        .Single(row => row["step"].EndsWith(step, StringComparison.Ordinal)).Number("time ÷ JsonSerializer's"), digits: 2);

    private static string Query(string source, string way) => Range(Rows("load-ef.md")
        .Where(row => row["source"] == source && row["way"] == way && row["rows"] != "10").Select(row => row.Number("ratio")));

    /// <summary>What the package for SQLite takes beyond the calls that every cell needs.</summary>
    private static string Writing() => Text(
        double.Parse(Provider("providers.md", 0, ["RowJsonPackage"]), CultureInfo.InvariantCulture)
        - double.Parse(Provider("providers.md", 0, ["ReadingPackage"]), CultureInfo.InvariantCulture), digits: 2);

    private static IEnumerable<double> Than(string than, string call, bool? hasList = null) => Options
        .Where(row => row["than"] == than && row["call"] == call)
        .Where(row => hasList is null || hasList == !row["value"].Contains("no list", StringComparison.Ordinal))
        .Select(row => row.Number("ratio"));

    /// <summary>As it is, and compiled ahead: the page has a table for each.</summary>
    private static string First(string source, string column, string format, string encoder = "RowJson")
    {
        double[] values = [.. FirstCalls.Where(row => row["source"] == source && row["encoder"] == encoder).Select(row => row.Number(column))];
        return string.Format(CultureInfo.InvariantCulture, format, values[0], values[1]);
    }

    /// <summary>Milliseconds of so many calls that machine code in the package saves an application that is published as IL.</summary>
    private static string Saved(string column, int calls) => Range(
        from way in new[] { "`JsonRows`", "`WithRowJson`" }
        select calls * (Published("dotnet publish`").Number(column + way) - Published("machine code in the package").Number(column + way)),
        digits: 0);

    private static Row Published(string end) =>
        Rows("publishing.md").Single(row => row["how"].EndsWith(end, StringComparison.Ordinal) && !row["how"].StartsWith("`-r`", StringComparison.Ordinal));

    private static string Methods(int table) =>
        FirstCalls.Where(row => row["source"] == "document, plain" && row["encoder"] == "RowJson").ElementAt(table)["methods"];

    private static string Range(IEnumerable<double> values, int digits = 2) => $"{Text(values.Min(), digits)} to {Text(values.Max(), digits)}";

    private static string Text(double value, int digits) => value.ToString($"F{digits}", CultureInfo.InvariantCulture);

    /// <summary>A claim, not a measurement.</summary>
    private static string RoundedDown(IEnumerable<double> values) => Range(values.Select(value => Math.Floor(value * 10) / 10), digits: 1);

    /// <summary>The rows of all tables of a page of figures.</summary>
    private static Row[] Rows(string page)
    {
        List<Row> rows = [];
        string[]? columns = null;
        foreach (string line in File.ReadLines(RepositoryFolder.Combine("docs", "figures", page)))
        {
            if (!line.StartsWith('|')) columns = null;
            else if (columns is null) columns = Cells(line);
            else if (!Rule().IsMatch(line)) rows.Add(new Row(columns, Cells(line)));
        }
        rows.Should().NotBeEmpty("{0} should have a table", page);
        return [.. rows];
    }

    private static string[] Cells(string line) => line.Split('|', StringSplitOptions.TrimEntries)[1..^1];

    /// <summary>The line between a table's heading and its rows.</summary>
    [GeneratedRegex(@"^\|[ :-]*-")]
    private static partial Regex Rule();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();

    private sealed class Row(string[] columns, string[] cells)
    {
        /// <summary>The cell of the first column with that heading.</summary>
        public string this[string column] => cells[Array.IndexOf(columns, column)];

        public bool Has(string column) => columns.Contains(column);

        public double Number(string column) => double.Parse(this[column], NumberStyles.Number, CultureInfo.InvariantCulture);
    }
}
