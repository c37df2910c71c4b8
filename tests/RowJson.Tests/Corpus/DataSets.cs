using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>
/// Data sets of third parties, which are beside the repository, in ../shared/datasets or where ROWJSON_DATASETS says.
/// They are not part of the repository: without them the tests over them are skipped.
/// </summary>
internal static class DataSets
{
    /// <summary>The bytes of each file that a matrix of sources and sinks writes, about.</summary>
#if DEBUG
    public const int SliceLength = 100_000;
#else
    public const int SliceLength = 150_000;
#endif

    /// <summary>The bytes of each file that a few sources and sinks write: all of it in Release builds.</summary>
#if DEBUG
    public const int LongSliceLength = 2_000_000;
#else
    public const int LongSliceLength = int.MaxValue;
#endif

    /// <summary>The most bytes of a file in this process: ROWJSON_DATASETS_SLICE shortens runs of which there are several.</summary>
    private static readonly int MaxLength =
        int.TryParse(Environment.GetEnvironmentVariable("ROWJSON_DATASETS_SLICE"), CultureInfo.InvariantCulture, out int bytes)
            ? bytes
            : int.MaxValue;

    /// <summary>The folder, or null where there is none.</summary>
    public static string? Folder => DataSetFolder.Path;

    /// <summary>Why tests over data sets are skipped; null if they are not.</summary>
    public static string? SkipReason { get; } = Folder is null
        ? "The data sets are not here: put them into ../shared/datasets, or name their folder in ROWJSON_DATASETS."
        : null;

    /// <summary>The files with rows.</summary>
    public static IReadOnlyList<string> Names { get; } =
        Folder is null ? [] : [.. Directory.GetFiles(Folder, "*.json").Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal)];

    /// <summary>The files of JSONTestSuite that a parser must accept or may accept.</summary>
    public static IReadOnlyList<string> JsonTestSuite =>
        Folder is null || !Directory.Exists(Path.Combine(Folder, "JSONTestSuite"))
            ? []
            : [.. Directory.GetFiles(Path.Combine(Folder, "JSONTestSuite"), "*.json", SearchOption.AllDirectories)
                .Where(file => !Path.GetFileName(file).StartsWith("n_", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal)];

    /// <summary>A file's rows up to about <paramref name="length"/> bytes, with all their whitespace.</summary>
    public static JsonDocument Read(string name, int length)
    {
        byte[] text = File.ReadAllBytes(Path.Combine(Folder!, name));
        JsonDocument document = JsonDocument.Parse(text);
        length = Math.Min(length, MaxLength);
        if (text.Length <= length) return document;
        using (document) return JsonDocument.Parse(Cut(document.RootElement, length));
    }

    private static byte[] Cut(JsonElement array, int length)
    {
        ReadOnlySpan<byte> text = JsonMarshal.GetRawUtf8Value(array);
        int end = 1;
        foreach (JsonElement row in array.EnumerateArray())
        {
            ReadOnlySpan<byte> raw = JsonMarshal.GetRawUtf8Value(row);
            text.Overlaps(raw, out int start);
            end = start + raw.Length;
            if (end >= length) break;
        }
        return [.. text[..end], (byte)']'];
    }
}

/// <summary>A test over the data sets; skipped without them.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class DataSetFactAttribute : FactAttribute
{
    public DataSetFactAttribute() => Skip = DataSets.SkipReason;
}

/// <summary>A theory over the data sets; skipped without them.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class DataSetTheoryAttribute : TheoryAttribute
{
    public DataSetTheoryAttribute() => Skip = DataSets.SkipReason;
}
