using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>
/// How large src/RowJson may be. What grows over a number of <see cref="Budget"/> fails here: make room elsewhere in the folder first, and
/// raise the number only in a commit that says what the lines buy. After lines have gone, run these tests with
/// <c>ROWJSON_LOWER_BUDGET=1</c>: they lower the numbers in this file and take out the entries that nothing needs any more.
/// </summary>
public partial class BudgetTests
{
    private const string Lower = "ROWJSON_LOWER_BUDGET";

    private const string All = "src/RowJson";
    private const int FilesOfFolder = 25;
    private const int LinesOfClass = 1_200;
    private const int LinesOfSmallFile = 25;

    // What is limited, the most that it may have, and why that is above the rule. One entry a line: they are rewritten.
    // Without an entry a folder has no lines, FilesOfFolder files, and a class LinesOfClass lines in all files that declare a part of it.
    private static readonly Limit[] Budget =
    [
        new("lines of src/RowJson", 22_948),
        new("files of src/RowJson", 237),
        new("lines of (root)", 1_472),
        new("lines of Cells", 693),
        new("lines of Content", 262),
        new("lines of DocumentText", 1_884),
        new("lines of DropIn", 1_852),
        new("lines of Memory", 535),
        new("lines of Model", 1_580),
        new("lines of Names", 548),
        new("lines of Numbers", 1_266),
        new("lines of Pipeline", 712),
        new("lines of Rows", 2_780),
        new("lines of Serializer", 895),
        new("lines of Sinks", 520),
        new("lines of Sources", 39),
        new("lines of Sources/Columns", 1_245),
        new("lines of Sources/Documents", 98),
        new("lines of Sources/Sequences", 573),
        new("lines of Sources/Values", 1_085),
        new("lines of Strings", 1_638),
        new("lines of Values", 3_271),
        new("files of Values", 34, "One kind of value a file."),
        new("class RowEncoder with its bases", 2_504, "Names, cells, nested values and rows write into one buffer by one position."),
    ];

    // Files of fewer than LinesOfSmallFile lines without a public type. To be merged with what uses them.
    private static readonly string[] SmallFiles =
    [
        "GlobalUsings.cs",
    ];

    [Fact]
    public void Sources_everyCount_isWithinTheBudget()
    {
        if (Environment.GetEnvironmentVariable(Lower) == "1") LowerThisFile();
        // All of them at once.
        string.Join(", ", Breaches(SourceFile.All)).Should().BeEmpty("the house is not to grow: see the summary of BudgetTests");
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
            string declaration = $@"\bclass {type}\b[^\n{{(]*(?:\([^)]*\))?\s*:\s*(\w+)";
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
