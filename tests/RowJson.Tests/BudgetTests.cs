using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>
/// How large src/RowJson may be. What grows over a number of <see cref="Budget"/> fails here: make room elsewhere in the folder first, and
/// raise the number only with a sentence that says what the lines buy. After lines have gone, run these tests with
/// <c>ROWJSON_LOWER_BUDGET=1</c>: they lower the numbers in this file and take out the entries that nothing needs any more.
/// </summary>
public partial class BudgetTests
{
    private const string Lower = "ROWJSON_LOWER_BUDGET";

    private const string All = "src/RowJson";
    private const int FilesOfFolder = 25;
    private const int LinesOfClass = 1_200;
    private const int LinesOfSmallFile = 25;

    // What is limited, the most that it may have, and why the number was raised or is above the rule. One entry a line: they are rewritten.
    // Without an entry a folder has no lines, FilesOfFolder files, and a class LinesOfClass lines in all files that declare a part of it.
    private static readonly Limit[] Budget =
    [
        new("lines of src/RowJson", 25_933, "Explain names what of data contracts, and which conditional methods, only Newtonsoft.Json sees. The plans that were used last have a place: a list of one row takes half the time. Lists of few short rows, or of nulls, are the serializer's: 0.2 to 0.4 of its speed became 0.75 to 1.0. Long texts are left to the writer of the serializer, which does not copy them: 0.3 to 0.8 of its speed became 0.99. Explain names what of Newtonsoft.Json is not seen. Calls that compile and mean nothing are errors that say what to pass. Arrays of nodes go in batches. Memory of objects and dictionaries with dates or identifiers as keys have writers. Values declared as objects are written by their converters, without a call of the serializer: 0.5 to 0.9 of its speed became 1.1 to 2.4. A converter for elements is not asked for documents. Sixteen digits in one vector. What the fuzzer of values found: a discriminator, numbers in a writer that indents, messages at MaxDepth. After a contract that cannot be made, nothing half looked at is kept. Failures of a whole value have the path of the serializer in every way of writing. Readers are seen through their wrappers. A row reader gives arrays of texts without a string for each element. Addresses and versions are written as text, without a converter for each."),
        new("files of src/RowJson", 261),
        new("lines of (root)", 1_843, "Options that are passed where they do not belong are errors that say where they go. WriteToFileAsync takes a compression. One factory creates the two converters, which are in its file. Calls that compile and mean nothing are errors: a text, one dictionary, AsyncJsonRows.ToJsonString. JsonRowWriter sees through wrapped readers."),
        new("lines of Cells", 771, "A row reader gives arrays of texts without a string for each element."),
        new("lines of Content", 343, "A stream gives the rows before a failure, and then the failure."),
        new("lines of DocumentText", 2_359),
        new("lines of DropIn", 1_565, "Explain names the members of which only Newtonsoft.Json sees something. Lists of few short rows are the serializer's. Long texts are left to the writer of the serializer. An empty list is written without an encoder: 0.6 of the speed became 0.98. Options under which nothing is taken over leave contracts alone. A number declared as an object does not flush a writer that indents."),
        new("lines of Memory", 543, "Long texts are left to the writer of the serializer. How a declared list is read has one place."),
        new("lines of Model", 1_645, "A row reader claims columns. A column filter sees the column: its type, and the name that the database gives it. A row reader gives arrays of texts without a string for each element."),
        new("lines of Names", 636),
        new("lines of Numbers", 1_481, "Sixteen digits are found in one vector: a double of as many takes 0.6 of the time."),
        new("lines of Pipeline", 759, "WriteToFileAsync takes a compression."),
        new("lines of Rows", 3_100, "The plans that were used last have a place. Long texts are left to the writer of the serializer. A row declared as an object is a value of a list. Values are written in parts by the encoder. Indentation is a format of rows: without it most entrances were slower than the serializer."),
        new("lines of Serializer", 969, "The failure of a converter gets the path of the serializer. One test of whose converter it is; a value that is written aside."),
        new("lines of Sinks", 662, "A string or an array is made of the buffer of the encoder. What compresses is here, for files and bodies."),
        new("lines of Sources", 71),
        new("lines of Sources/Columns", 1_591, "Wrapped readers, columns of JSON, and columns that a row reader claims. A row reader gives arrays of texts without a string for each element."),
        new("lines of Sources/Documents", 143, "Arrays of nodes go in batches."),
        new("lines of Sources/Sequences", 620, "A pass can be asked whether there is one more row, for values that are written in parts."),
        new("lines of Sources/Values", 1_269, "A failure at the limit of a writer has its path. Values that hold rows are sources: this was a part of DropIn."),
        new("lines of Strings", 1_759, "Long texts are left to the writer of the serializer. Room for a long string is reserved at once."),
        new("lines of Values", 3_804, "Explain names the attributes and tokens of Newtonsoft.Json, which have no effect. Cells of a declared type are written as those of an object are. Memory of objects and dictionaries with dates or identifiers as keys have writers. Values declared as objects are written by their converters. A member after a polymorphic one has the discriminator of the serializer. Which ancestor writes a value; some of the columns of a type; the values around rows where cycles are ignored. A polymorphic type may hold its own kind. A row reader gives arrays of texts without a string for each element. Addresses and versions are written as text, without a converter for each."),
        new("files of Model", 26),
        new("files of Rows", 28, "Values in parts."),
        new("files of Values", 39),
        new("class StringEncoder", 1_264, "Room for a long string is reserved at once, and a plain one is counted. Its blocks of eight units decide from a table what is copied, in place of a class of its own."),
        new("class RowEncoder with its bases", 2_705, "Long texts are left to the writer of the serializer. Cells of a declared type. Keys that are dates or identifiers. A converter of a value that is declared as an object. It writes values in parts: 73 lines. The target is 2,600; indented scalars, which have a line each, took one line more. A row reader gives arrays of texts without a string for each element."),
    ];

    // Files of fewer than LinesOfSmallFile lines without a public type. To be merged with what uses them.
    private static readonly string[] SmallFiles =
    [
        "GlobalUsings.cs",
        "Sources/DeferredRows.cs",
        "Sources/Documents/JsonNodeRows.cs",
        "Sources/Sequences/NodeItems.cs",
    ];

    [Fact]
    public void Sources_everyCount_isWithinTheBudget()
    {
        if (Environment.GetEnvironmentVariable(Lower) == "1") LowerThisFile();
        Breaches(SourceFile.All).Should().BeEmpty("the house is not to grow: see the summary of BudgetTests");
    }

    [Fact]
    public void Exceptions_all_areNeeded() => Unneeded(SourceFile.All, Budget, SmallFiles).Should().BeEmpty(
        "it is within the rule now: run these tests with {0}=1 to take the entry out", Lower);

    [Fact]
    public void Exceptions_nobodyNeedsThem_areFound()
    {
        Limit[] unneeded = [new("files of Cells", 99), new("class RowFrame", 1_500), new("lines of Gone", 10), new("class Gone", 1_500)];

        Unneeded(SourceFile.All, [.. Budget, .. unneeded], [.. SmallFiles, "Gone.cs", "Rows/RowEncoder.cs"]).Should().Equal(
            [.. unneeded.Select(it => it.What), "small file Gone.cs", "small file Rows/RowEncoder.cs"]);
    }

    [Fact]
    public void Sources_plantedLines_areFound()
    {
        int lines = Limits()["lines of Cells"] + 1;

        Breaches([.. SourceFile.All, Planted("Cells/Added.cs", "internal class Added", lines)]).Should().Contain(it =>
            it.StartsWith("lines of Cells: ", StringComparison.Ordinal)).And.Contain(it =>
            it.StartsWith("lines of src/RowJson: ", StringComparison.Ordinal));
    }

    [Fact]
    public void Sources_plantedFiles_areFound() =>
        Breaches([.. SourceFile.All, .. Enumerable.Range(0, 26).Select(i => Planted($"Sinks/Added{i}.cs", $"public class Added{i}", 3))])
            .Should().Contain(it => it.StartsWith("files of Sinks: ", StringComparison.Ordinal)).And.Contain(it =>
                it.StartsWith("files of src/RowJson: ", StringComparison.Ordinal));

    [Fact]
    public void Sources_plantedSmallFile_isFound()
    {
        string[] breaches = Breaches(
            [.. SourceFile.All, Planted("Cells/Added.cs", "internal class Added", 10), Planted("Cells/Public.cs", "public class Public", 10)]);

        breaches.Where(it => it.StartsWith("small file ", StringComparison.Ordinal)).Should().Equal("small file Cells/Added.cs: 10 lines");
    }

    [Fact]
    public void Sources_plantedPartsOfAClass_areFound()
    {
        SourceFile[] parts =
        [
            Planted("Cells/Added.cs", "internal partial class Added", 1_000),
            Planted("Cells/Added.More.cs", "internal sealed partial class Added", 201),
        ];

        Breaches([.. SourceFile.All, .. parts]).Should().Contain("class Added: 1201 of 1200");
    }

    [Fact]
    public void Sources_plantedBaseClass_countsForTheChain()
    {
        int lines = Limits()["class RowEncoder with its bases"] + 1;

        Breaches([.. SourceFile.All, Planted("Cells/CellEncoder.Added.cs", "internal partial class CellEncoder", lines)]).Should().Contain(
            it => it.StartsWith("class RowEncoder with its bases: ", StringComparison.Ordinal));
    }

    [Fact]
    public void Sources_newFolder_isFound() =>
        Breaches([.. SourceFile.All, Planted("Added/Added.cs", "internal class Added", 30)]).Should().Contain("lines of Added: 30 of 0");

    private static Dictionary<string, int> Limits() => Budget.ToDictionary(it => it.What, it => it.Most);

    /// <summary>Every count of the files, by what it counts.</summary>
    private static Dictionary<string, int> Count(SourceFile[] files)
    {
        Dictionary<string, int> counts = new() { [$"lines of {All}"] = files.Sum(it => it.Lines.Length), [$"files of {All}"] = files.Length };
        foreach (IGrouping<string, SourceFile> folder in files.GroupBy(it => it.Folder))
        {
            counts[$"lines of {folder.Key}"] = folder.Sum(it => it.Lines.Length);
            counts[$"files of {folder.Key}"] = folder.Count();
        }
        foreach (IGrouping<string, SourceFile> type in FilesByType(files)) counts[$"class {type.Key}"] = type.Sum(it => it.Lines.Length);
        counts["class RowEncoder with its bases"] = ChainOf("RowEncoder", files).Sum(name => counts[$"class {name}"]);
        return counts;
    }

    private static IEnumerable<IGrouping<string, SourceFile>> FilesByType(SourceFile[] files) =>
        from file in files
        from type in file.Types.Select(it => it.Name).Distinct()
        group file by type;

    /// <summary>The class and its bases of the sources.</summary>
    private static IEnumerable<string> ChainOf(string name, SourceFile[] files)
    {
        for (string? type = name; type is not null;)
        {
            yield return type;
            string declaration = $@"\bclass {type}\b[^\n{{]*?:\s*(\w+)";
            type = files.Select(file => Regex.Match(file.Code, declaration)).FirstOrDefault(it => it.Success)?.Groups[1].Value;
            if (type is not null && !files.Any(file => file.Types.Any(it => it.Name == type))) yield break;
        }
    }

    /// <summary>What a count may be without an entry; null if it needs one.</summary>
    private static int? RuleOf(string what) => what switch
    {
        $"files of {All}" => null,
        _ when what.StartsWith("files of ", StringComparison.Ordinal) => FilesOfFolder,
        _ when what.StartsWith("class ", StringComparison.Ordinal) && !what.EndsWith(" with its bases", StringComparison.Ordinal) => LinesOfClass,
        _ => null,
    };

    private static string[] Breaches(SourceFile[] files)
    {
        Dictionary<string, int> limits = Limits();
        return
        [
            .. from count in Count(files)
               let most = limits.TryGetValue(count.Key, out int limit) ? limit : RuleOf(count.Key) ?? 0
               where count.Value > most
               select $"{count.Key}: {count.Value} of {most}",
            .. from file in files
               where IsSmall(file) && !SmallFiles.Contains(file.Name)
               select $"small file {file.Name}: {file.Lines.Length} lines",
        ];
    }

    private static string[] Unneeded(SourceFile[] files, Limit[] budget, string[] smallFiles)
    {
        Dictionary<string, int> counts = Count(files);
        return
        [
            .. budget.Select(it => it.What).Where(it => !IsNeeded(it, counts)),
            .. smallFiles.Where(name => !files.Any(file => file.Name == name && IsSmall(file))).Select(name => $"small file {name}"),
        ];
    }

    private static bool IsNeeded(string what, Dictionary<string, int> counts) => counts.TryGetValue(what, out int count) && count > (RuleOf(what) ?? 0);

    private static bool IsSmall(SourceFile file) => file.Lines.Length < LinesOfSmallFile && !file.Types.Any(it => it.IsPublic);

    private static SourceFile Planted(string name, string declaration, int lines) =>
        new(name, declaration + "\n{" + new string('\n', lines - 2) + "}");

    /// <summary>Numbers only fall, and entries only go: what is over its number stays so.</summary>
    private static void LowerThisFile([CallerFilePath] string path = "")
    {
        path = RepositoryFolder.Combine("tests", "RowJson.Tests", Path.GetFileName(path));
        Dictionary<string, int> counts = Count(SourceFile.All);
        HashSet<string> unneeded = [.. Unneeded(SourceFile.All, Budget, SmallFiles)];
        var text = new StringBuilder();
        foreach (string line in File.ReadAllLines(path))
        {
            Match limit = LimitPattern().Match(line), file = SmallFilePattern().Match(line);
            if (limit.Success && unneeded.Contains(limit.Groups["what"].Value)) continue;
            if (file.Success && unneeded.Contains($"small file {file.Groups["name"].Value}")) continue;
            text.Append(limit.Success ? Lowered(line, limit, counts[limit.Groups["what"].Value]) : line).Append('\n');
        }
        File.WriteAllText(path, text.ToString());
    }

    private static string Lowered(string line, Match limit, int count)
    {
        Group number = limit.Groups["most"];
        int most = int.Parse(number.Value.Replace("_", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);
        string lowest = Math.Min(most, count).ToString("#,0", CultureInfo.InvariantCulture).Replace(',', '_');
        return string.Concat(line.AsSpan(0, number.Index), lowest, line.AsSpan(number.Index + number.Length));
    }

    [GeneratedRegex("""^        new\("(?<what>[^"]+)", (?<most>[0-9_]+)""")]
    private static partial Regex LimitPattern();

    [GeneratedRegex("""^        "(?<name>[^"]+\.cs)",$""")]
    private static partial Regex SmallFilePattern();

    /// <param name="What">What is counted.</param>
    /// <param name="Most">The most that there may be.</param>
    /// <param name="Reason">Why the number was raised, or why the rule does not hold.</param>
    private sealed record Limit(string What, int Most, string Reason = "");
}
