namespace RowJson.Benchmarks;

/// <summary>Samples from files: the user's own, and the data sets beside the repository.</summary>
internal static class DataFiles
{
    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Reads a file that holds a JSON array of rows; the sample is named after the file.</summary>
    public static Sample Load(string path)
    {
        ReadOnlyMemory<byte> text = Read(path);
        if (text.Span.StartsWith(ByteOrderMark))
            text = text[ByteOrderMark.Length..];
        return Sample.Parse(Path.GetFileNameWithoutExtension(path), text, path);
    }

    /// <summary>Every JSON file of <c>../shared/datasets</c>, seen from the repository, in the order of its name.</summary>
    public static IReadOnlyList<string> FindShared()
    {
        string directory = Path.Combine(FindRepository(), "..", "shared", "datasets");
        if (!Directory.Exists(directory))
            throw new BenchmarkException($"no data sets: there is no directory {Path.GetFullPath(directory)}");
        return [.. Directory.EnumerateFiles(directory, "*.json").Order(StringComparer.Ordinal)];
    }

    private static byte[] Read(string path)
    {
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new BenchmarkException($"{path}: there is no such file", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new BenchmarkException($"{path}: cannot be read: {exception.Message}", exception);
        }
    }

    private static string FindRepository()
    {
        foreach (string start in (string[])[Environment.CurrentDirectory, AppContext.BaseDirectory])
        {
            for (DirectoryInfo? directory = new(start); directory is not null; directory = directory.Parent)
            {
                if (File.Exists(Path.Combine(directory.FullName, "RowJson.sln")))
                    return directory.FullName;
            }
        }
        throw new BenchmarkException("the repository (a directory with RowJson.sln) was not found above the current directory");
    }
}
