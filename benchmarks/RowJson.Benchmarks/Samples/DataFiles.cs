using System.IO.Compression;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>Samples from files: the user's own, and the data sets beside the repository.</summary>
internal static class DataFiles
{
    // What the rows of a file take as dictionaries, measured, with the outputs that are compared.
    private const int BytesPerByteOfText = 40;
    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];
    private static ReadOnlySpan<byte> GZipMark => [0x1F, 0x8B];

    /// <summary>Reads a file of rows: a JSON array or JSON Lines, compressed by gzip or not. The sample is named after the file.</summary>
    public static Sample Load(string path)
    {
        ReadOnlyMemory<byte> text = Read(path);
        string name = Path.GetFileName(path);
        if (text.Span.StartsWith(GZipMark))
        {
            text = Decompress(path, text);
            if (name.EndsWith(".gz", StringComparison.OrdinalIgnoreCase)) name = Path.GetFileNameWithoutExtension(name);
        }
        if (text.Span.StartsWith(ByteOrderMark)) text = text[ByteOrderMark.Length..];
        RequireMemory(path, text.Length);
        bool isArray = text.Span.TrimStart(" \t\r\n"u8).StartsWith("["u8);
        return Sample.Parse(Path.GetFileNameWithoutExtension(name), isArray ? text : ToArray(path, text.Span), path);
    }

    /// <summary>Every JSON file of the folder that ROWJSON_DATASETS names, else of <c>../shared/datasets</c>, seen from the repository, in the order
    /// of its name; none where there is no such folder.</summary>
    public static IReadOnlyList<string> FindShared()
    {
        if (DataSetFolder.Path is not { } directory)
        {
            Output.Note("generated rows only: there are no data sets in ../shared/datasets, or where ROWJSON_DATASETS says");
            return [];
        }
        return [.. Directory.EnumerateFiles(directory, "*.json").Order(StringComparer.Ordinal)];
    }

    /// <summary>Rows that do not fit are refused before they are loaded: a machine that swaps measures nothing.</summary>
    private static void RequireMemory(string path, int length)
    {
        long needed = (long)length * BytesPerByteOfText;
        long available = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        if (needed <= available) return;
        throw new BenchmarkException(string.Create(
            CultureInfo.InvariantCulture,
            $"{path}: {length / 1e6:N0} MB of text need about {needed / 1e9:N1} GB as rows, and {available / 1e9:N1} GB are available. "
            + $"Measure with fewer rows of it"));
    }

    private static byte[] Decompress(string path, ReadOnlyMemory<byte> compressed)
    {
        try
        {
            using var input = new GZipStream(new MemoryStream(compressed.ToArray()), CompressionMode.Decompress);
            using var output = new MemoryStream();
            input.CopyTo(output);
            return output.ToArray();
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException)
        {
            throw new BenchmarkException($"{path}: cannot be decompressed: {exception.Message}", exception);
        }
    }

    private static byte[] Read(string path)
    {
        if (Directory.Exists(path)) throw new BenchmarkException($"{path}: this is a folder. Name a file in it");
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            bool isMissing = exception is FileNotFoundException or DirectoryNotFoundException;
            throw new BenchmarkException(isMissing ? $"{path}: there is no such file" : $"{path}: cannot be read: {exception.Message}", exception);
        }
    }

    /// <summary>Rows that follow one another, as one array.</summary>
    private static byte[] ToArray(string path, ReadOnlySpan<byte> text)
    {
        var output = new ArrayBufferWriter<byte>(text.Length + 2);
        var reader = new Utf8JsonReader(text, new JsonReaderOptions { AllowMultipleValues = true });
        byte separator = (byte)'[';
        try
        {
            while (reader.Read())
            {
                int start = (int)reader.TokenStartIndex;
                reader.Skip();
                output.Write([separator]);
                output.Write(text[start..(int)reader.BytesConsumed]);
                separator = (byte)',';
            }
        }
        catch (JsonException exception)
        {
            throw new BenchmarkException($"{path}: not JSON, and not JSON Lines, an object a line: {exception.Message}", exception);
        }
        output.Write(separator == (byte)'[' ? "[]"u8 : "]"u8);
        return output.WrittenSpan.ToArray();
    }
}
