namespace RowJson;

// A file that is written beside its path, and replaces what is there when it is complete: a failure leaves the old file as it was.
// The part has a name of its own: two writes to one path do not mix, and a part that a killed process has left disturbs no later write.
// Pipes and devices have no content to keep, and are written directly.
internal sealed class OutputFile(FileStream stream, string path, string? part, UnixFileMode? mode) : IDisposable
{
    // The path of the bytes until the file is whole; null afterwards, and if they go to the path itself.
    private string? _part = part;

    // Takes the bytes. It has no buffer of its own: batches are large.
    public FileStream Stream { get; } = stream;

    public string? Remains => _part is null ? null : $"'{path}' is left as it was.";

    // Opens a file to write. Throws if something keeps it from being written, and changes nothing that is there.
    public static OutputFile Open(string path)
    {
        path = Path.GetFullPath(path);
        FileStream? existing = OpenExisting(path);
        var link = new FileInfo(path);
        string target = link.LinkTarget is null ? path : link.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
        if (existing is not null && (!existing.CanSeek || IsDevice(existing, path) || IsDevice(existing, target)))
            return new OutputFile(existing, path, part: null, mode: null);
        using (existing) return OpenPart(target, existing);
    }

    // The file is whole, and takes its place.
    public void Complete()
    {
        if (_part is not { } whole) return;
        // A system that has not yet stored the bytes reports now if it cannot, and a power failure leaves one of the two files.
        Stream.Flush(flushToDisk: true);
        _part = null;
        try
        {
            if (mode is { } permissions && !OperatingSystem.IsWindows()) File.SetUnixFileMode(Stream.SafeFileHandle, permissions);
            Stream.Dispose();
            File.Move(whole, path, overwrite: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new IOException(
                $"All rows are in '{whole}', which could not take the place of '{path}': {ExceptionText.Sentence(exception)} "
                + "Move it there, or delete it.",
                exception);
        }
    }

    public void Dispose()
    {
        Stream.Dispose();
        // The failure of the write says more than a failure here.
        if (_part is { } rest) Quietly.Run(() => File.Delete(rest));
    }

    // What is at the path, opened so that nothing changes; null if there is nothing, or a link to nothing.
    private static FileStream? OpenExisting(string path)
    {
        try
        {
            return new FileStream(
                path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0, FileOptions.Asynchronous);
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }

    // Replacing a device would take it from everybody. A device has no length, unlike the files in /dev/shm.
    private static bool IsDevice(FileStream file, string path) => file.Length == 0 && path.StartsWith("/dev/", StringComparison.Ordinal);

    private static OutputFile OpenPart(string path, FileStream? existing)
    {
        // A name may have 255 bytes: three for each of 80 characters, and 14 for what is added.
        string part = $"{path[..^Math.Max(0, Path.GetFileName(path).Length - 80)]}.{Path.GetRandomFileName()[..8]}.part";
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            Share = FileShare.Read,
            BufferSize = 0,
            Options = FileOptions.Asynchronous,
        };
        UnixFileMode? mode = null;
        if (existing is not null && !OperatingSystem.IsWindows())
        {
            mode = File.GetUnixFileMode(existing.SafeFileHandle);
            // The file's permissions are set at the end: until then, only its owner can use the part.
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }
        try
        {
            return new OutputFile(new FileStream(part, options), path, part, mode);
        }
        catch (Exception exception) when (existing is not null && exception is IOException or UnauthorizedAccessException)
        {
            throw new IOException(
                $"Rows for '{path}' are written to a file beside it, which takes its place at the end, and none could be made there: "
                + $"{ExceptionText.Sentence(exception)} Permit it, or write to a FileStream of your own, which overwrites the file.",
                exception);
        }
    }
}
