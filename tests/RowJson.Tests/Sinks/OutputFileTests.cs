using System.IO.Compression;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>A file has its old content until the new one is whole, and keeps it where the write fails.</summary>
public sealed class OutputFileTests : IDisposable
{
    private const string Old = "yesterday's export";

    private static readonly Point[] Points = [new(1, "é"), new(2, null)];

    private static readonly string Expected = JsonSerializer.Serialize(Points);

    private static readonly JsonRowOptions EachRow = new() { FlushThreshold = 1 };

    private readonly string _folder = Directory.CreateTempSubdirectory("rowjson").FullName;

    private string FilePath => Path.Combine(_folder, "export.json");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToFileAsync_file_isReplacedWhenAllRowsAreThere(bool isAsync)
    {
        File.WriteAllText(FilePath, Old);
        var seen = new List<string>();
        IEnumerable<Point> rows = Points.Concat(Points).Select(Look);

        JsonRowResult result = isAsync
            ? await JsonRows.From(rows.ToAsync()).WriteToFileAsync(FilePath, EachRow)
            : await JsonRows.From(rows).WriteToFileAsync(FilePath, EachRow);

        string expected = JsonSerializer.Serialize(Points.Concat(Points));
        ((object)result).Should().Be(new JsonRowResult { Rows = 4, Bytes = Encoding.UTF8.GetByteCount(expected), IsComplete = true });
        seen.Should().Equal(Enumerable.Repeat(Old, 4));
        FilesAre(("export.json", expected));

        Point Look(Point row)
        {
            seen.Add(File.ReadAllText(FilePath));
            return row;
        }
    }

    [Theory]
    [InlineData(JsonRowCompression.Gzip, false)]
    [InlineData(JsonRowCompression.Gzip, true)]
    [InlineData(JsonRowCompression.Brotli, false)]
    public async Task WriteToFileAsync_compressed_hasTheRowsAndCountsThemBefore(JsonRowCompression compression, bool isAsync)
    {
        int[] rows = [.. Enumerable.Range(0, 50_000)];
        string expected = JsonSerializer.Serialize(rows);

        JsonRowResult result = isAsync
            ? await JsonRows.From(rows.ToAsync()).WriteToFileAsync(FilePath, compression: compression)
            : await JsonRows.From(rows).WriteToFileAsync(FilePath, compression: compression);

        result.Bytes.Should().Be(expected.Length);
        new FileInfo(FilePath).Length.Should().BeLessThan(expected.Length);
        using FileStream file = File.OpenRead(FilePath);
        using Stream text = compression == JsonRowCompression.Gzip
            ? new GZipStream(file, CompressionMode.Decompress)
            : new BrotliStream(file, CompressionMode.Decompress);
        (await new StreamReader(text).ReadToEndAsync()).Should().Be(expected);
    }

    [Fact]
    public async Task WriteToFileAsync_rowsOfTheFileItself_areReadToTheEnd()
    {
        File.WriteAllLines(FilePath, Enumerable.Range(0, 10_000).Select(i => $"line {i}"));

        await JsonRows.From(File.ReadLines(FilePath)).WriteToFileAsync(FilePath, new JsonRowOptions { Format = JsonRowFormat.Lines });

        File.ReadLines(FilePath).Should().Equal(Enumerable.Range(0, 10_000).Select(i => $"\"line {i}\""));
    }

    /// <summary>How a write can fail, before and after its first batch.</summary>
    public static TheoryData<string, bool> Failures
    {
        get
        {
            var data = new TheoryData<string, bool>();
            foreach (string failure in (string[])["token", "options", "command", "first row", "late row", "source", "compressed", "compression", "cancelled later", "progress", "envelope"])
                foreach (bool isThere in (bool[])[true, false]) data.Add(failure, isThere);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Failures))]
    public async Task WriteToFileAsync_failure_leavesTheFolderAsItWas(string failure, bool isThere)
    {
        if (isThere) File.WriteAllText(FilePath, Old);
        using var cancellation = new CancellationTokenSource();
        Func<Task> write = failure switch
        {
            "token" => () => JsonRows.From(Points).WriteToFileAsync(FilePath, cancellationToken: new CancellationToken(canceled: true)),
            "options" => () => JsonRows.From(Points).WriteToFileAsync(FilePath, new() { RowPrefix = JsonRowPrefix.Constant("x") }),
            "command" => () => JsonRows.From(new RecordingCommand(_ => { }, () => throw new IOException("Bad SQL."))).WriteToFileAsync(FilePath),
            "first row" => () => JsonRows.From([new Failing()]).WriteToFileAsync(FilePath, EachRow),
            "late row" => () => JsonRows.From(new object[] { 1, 2, new Failing() }).WriteToFileAsync(FilePath, EachRow),
            "source" => () => JsonRows.From(new ProbedSequence(5, failAt: 3).ToAsync()).WriteToFileAsync(FilePath, EachRow),
            "compressed" => () => JsonRows.From(new ProbedSequence(5, failAt: 3)).WriteToFileAsync(FilePath, EachRow, JsonRowCompression.Gzip),
            "compression" => () => JsonRows.From(Points).WriteToFileAsync(FilePath, compression: (JsonRowCompression)3),
            "cancelled later" => () => JsonRows.From(Points.Select(row => { cancellation.Cancel(); return row; }))
                .WriteToFileAsync(FilePath, EachRow, cancellationToken: cancellation.Token),
            "progress" => () => JsonRows.From(Points).WriteToFileAsync(FilePath, EachRow, progress: new FailingProgress()),
            _ => () => JsonRows.From(Points).InEnvelope(new JsonRowEnvelope("rows").After<int>("n", _ => throw new IOException("No.")))
                .WriteToFileAsync(FilePath, EachRow),
        };

        Exception thrown = (await write.Should().ThrowAsync<Exception>()).Which;

        if (isThere) FilesAre(("export.json", Old));
        else FilesAre();
        if (thrown is JsonRowException) thrown.Message.Should().EndWith($" '{FilePath}' is left as it was.");
        else thrown.Should().Match(it => it is OperationCanceledException || it is ArgumentException || it is FailingProgress.Failure);
    }

    [Fact]
    public async Task WriteToFileAsync_folderThatIsNotThere_isRefusedBeforeAnythingIsRead()
    {
        var rows = new ProbedSequence(5);

        await FluentActions.Awaiting(() => JsonRows.From(rows).WriteToFileAsync(Path.Combine(_folder, "none", "export.json")))
            .Should().ThrowAsync<DirectoryNotFoundException>();

        rows.Given.Should().Be(0);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public async Task WriteToFileAsync_noPath_isRefused(string? path) =>
        await FluentActions.Awaiting(() => JsonRows.From(Points).WriteToFileAsync(path!)).Should().ThrowAsync<ArgumentException>();

    [Fact]
    public async Task WriteToFileAsync_folderAsPath_isRefused()
    {
        await FluentActions.Awaiting(() => JsonRows.From(Points).WriteToFileAsync(_folder)).Should().ThrowAsync<UnauthorizedAccessException>();
        FilesAre();
    }

    [Fact]
    public async Task WriteToFileAsync_partOfAnEarlierProcess_isNotTouched()
    {
        string part = FilePath + ".abcdefgh.part";
        File.WriteAllText(part, "half");

        await JsonRows.From(Points).WriteToFileAsync(FilePath);

        FilesAre(("export.json", Expected), ("export.json.abcdefgh.part", "half"));
    }

    /// <summary>Names as long as a file system takes them.</summary>
    [Theory]
    [InlineData('n', 255)]
    [InlineData('漢', 85)]
    public async Task WriteToFileAsync_longestName_isWritten(char character, int length)
    {
        string name = new(character, length);
        foreach (int x in (int[])[1, 2])
        {
            await JsonRows.From(new[] { x }).WriteToFileAsync(Path.Combine(_folder, name));
            FilesAre((name, $"[{x}]"));
        }
    }

    [Fact]
    public async Task WriteToFileAsync_twoAtOnce_areEachWhole()
    {
        var feed = new SilentFeed { Rows = 2 };
        Task<JsonRowResult> first = JsonRows.From(feed.Sequence(i => Points[i])).WriteToFileAsync(FilePath, EachRow);
        await feed.Silence;

        await JsonRows.From(new[] { 7 }).WriteToFileAsync(FilePath);
        FilesAre(("export.json", "[7]"), (Path.GetFileName(Directory.GetFiles(_folder, "*.part").Single()), Expected[..^1]));

        feed.End();
        await first;
        FilesAre(("export.json", Expected));
    }

    [Fact]
    public async Task WriteToFileAsync_pathThatBecomesAFolder_keepsTheWholePartAndSaysWhere()
    {
        IEnumerable<Point> rows = Points.Select(row =>
        {
            Directory.CreateDirectory(FilePath);
            return row;
        });

        IOException thrown = (await FluentActions.Awaiting(() => JsonRows.From(rows).WriteToFileAsync(FilePath))
            .Should().ThrowAsync<IOException>()).Which;

        string part = Directory.GetFiles(_folder).Single();
        File.ReadAllText(part).Should().Be(Expected);
        thrown.Message.Should().Contain($"'{FilePath}'").And.Contain($"'{part}'");
        thrown.InnerException.Should().NotBeNull();
    }

    [Fact]
    public async Task WriteToFileAsync_link_staysALink()
    {
        string target = Path.Combine(Directory.CreateDirectory(Path.Combine(_folder, "days")).FullName, "today.json");
        File.CreateSymbolicLink(FilePath, "days/today.json");

        // To a file that is not there yet, and to one that is.
        foreach (string old in (string[])["", Old])
        {
            if (old.Length > 0) File.WriteAllText(target, old);
            await JsonRows.From(Points).WriteToFileAsync(FilePath);

            new FileInfo(FilePath).LinkTarget.Should().Be("days/today.json");
            File.ReadAllText(target).Should().Be(Expected);
            Directory.GetFiles(_folder, "*", SearchOption.AllDirectories).Should().BeEquivalentTo([FilePath, target]);
        }
    }

    [SmallDiskFact]
    public async Task WriteToFileAsync_fullDisk_leavesTheOldFile()
    {
        using var disk = new SmallDisk();
        string path = Path.Combine(disk.Folder, "export.json");
        File.WriteAllText(path, Old);

        JsonRowException thrown = (await FluentActions.Awaiting(() => JsonRows.From(Enumerable.Repeat(Points[0], 1_000_000)).WriteToFileAsync(path))
            .Should().ThrowAsync<JsonRowException>()).Which;

        thrown.Stage.Should().Be(JsonRowStage.Sink);
        thrown.InnerException.Should().BeOfType<IOException>();
        thrown.Message.Should().EndWith($" '{path}' is left as it was.").And.NotContain("discard");
        Directory.GetFiles(disk.Folder).Should().Equal(path);
        File.ReadAllText(path).Should().Be(Old);
    }

    private void FilesAre(params (string Name, string Content)[] expected) =>
        Directory.GetFiles(_folder).Select(path => (Path.GetFileName(path), File.ReadAllText(path))).Should().BeEquivalentTo(expected);

    private sealed record Point(int X, string? Name);

    private sealed class Failing
    {
        public int Value => throw new IOException("It fails on purpose.");
    }

    private sealed class FailingProgress : IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value) => throw new Failure();

        public sealed class Failure : Exception;
    }
}
