using System.Runtime.Versioning;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>What only Unix has: permissions, pipes and devices.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class OutputFileUnixTests : IDisposable
{
    private const string Old = "yesterday's export";

    private const UnixFileMode ReadableByAll = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
    private const UnixFileMode WritableByAll = UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
    private const UnixFileMode OpenToAll = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    private static readonly Point[] Points = [new(1, "é"), new(2, null)];

    private static readonly string Expected = JsonSerializer.Serialize(Points);

    private readonly string _folder = Directory.CreateTempSubdirectory("rowjson").FullName;

    private string FilePath => Path.Combine(_folder, "export.json");

    public void Dispose()
    {
        File.SetUnixFileMode(_folder, ReadableByAll | WritableByAll | OpenToAll);
        Directory.Delete(_folder, recursive: true);
    }

    [UnixTheory]
    [InlineData(UnixFileMode.UserRead | UnixFileMode.UserWrite)]
    [InlineData(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)]
    public async Task WriteToFileAsync_permissionsOfTheFile_areKept(UnixFileMode mode)
    {
        File.WriteAllText(FilePath, Old);
        File.SetUnixFileMode(FilePath, mode);
        var widest = UnixFileMode.None;
        IEnumerable<Point> rows = Points.Select(row =>
        {
            widest |= File.GetUnixFileMode(Directory.GetFiles(_folder, "*.part").Single());
            return row;
        });

        await JsonRows.From(rows).WriteToFileAsync(FilePath);

        File.GetUnixFileMode(FilePath).Should().Be(mode);
        (widest & ~mode).Should().Be(UnixFileMode.None, "nobody may read the part who must not read the file");
    }

    [UnixFact]
    public async Task WriteToFileAsync_newFile_hasThePermissionsOfAnyNewFile()
    {
        string plain = Path.Combine(_folder, "plain");
        File.WriteAllText(plain, "");

        await JsonRows.From(Points).WriteToFileAsync(FilePath);

        File.GetUnixFileMode(FilePath).Should().Be(File.GetUnixFileMode(plain));
    }

    [UnixFact]
    public void WriteToFileAsync_fileThatMustNotBeWritten_isRefused()
    {
        File.WriteAllText(FilePath, Old);
        File.SetUnixFileMode(FilePath, ReadableByAll);
        File.SetUnixFileMode(_folder, ReadableByAll | WritableByAll | OpenToAll);

        OtherUser.Run(() => JsonRows.From(Points).WriteToFileAsync(FilePath)).Should().BeOfType<UnauthorizedAccessException>();

        Directory.GetFiles(_folder).Should().Equal(FilePath);
        File.ReadAllText(FilePath).Should().Be(Old);
    }

    [UnixFact]
    public void WriteToFileAsync_folderThatMustNotBeWritten_isRefusedWithAdvice()
    {
        File.WriteAllText(FilePath, Old);
        File.SetUnixFileMode(FilePath, ReadableByAll | WritableByAll);
        File.SetUnixFileMode(_folder, ReadableByAll | OpenToAll);
        var rows = new ProbedSequence(5);

        Exception? thrown = OtherUser.Run(() => JsonRows.From(rows).WriteToFileAsync(FilePath));

        thrown.Should().BeOfType<IOException>().Which.InnerException.Should().BeOfType<UnauthorizedAccessException>();
        thrown!.Message.Should().Contain($"'{FilePath}'").And.Contain("FileStream");
        rows.Given.Should().Be(0);
        Directory.GetFiles(_folder).Should().Equal(FilePath);
        File.ReadAllText(FilePath).Should().Be(Old);
    }

    [UnixTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToFileAsync_pipe_getsTheBytes(bool byLink)
    {
        string pipe = Path.Combine(_folder, "pipe");
        using (var mkfifo = System.Diagnostics.Process.Start("mkfifo", [pipe])) await mkfifo.WaitForExitAsync();
        if (byLink) File.CreateSymbolicLink(FilePath, "pipe");
        Task<string> reading = Task.Run(() => File.ReadAllText(pipe));

        await Task.Run(() => JsonRows.From(Points).WriteToFileAsync(byLink ? FilePath : pipe));

        (await reading).Should().Be(Expected);
        Directory.GetFiles(_folder).Should().HaveCount(byLink ? 2 : 1);
    }

    [UnixFact]
    public async Task WriteToFileAsync_device_isWrittenAndStaysADevice()
    {
        File.CreateSymbolicLink(FilePath, "/dev/null");
        foreach (string path in (string[])["/dev/null", FilePath])
        {
            (await JsonRows.From(Points).WriteToFileAsync(path)).Bytes.Should().Be(Encoding.UTF8.GetByteCount(Expected));
            File.ReadAllText("/dev/null").Should().BeEmpty();
        }
        (await FluentActions.Awaiting(() => JsonRows.From(Points).WriteToFileAsync("/dev/full")).Should().ThrowAsync<JsonRowException>())
            .Which.Message.Should().EndWith("discard it.");
        Directory.GetFiles("/dev", "*.part").Should().BeEmpty();
    }

    private sealed record Point(int X, string? Name);
}
