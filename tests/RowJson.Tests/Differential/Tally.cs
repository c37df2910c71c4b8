using System.Globalization;

namespace RowJson.Tests;

/// <summary>
/// What has been compared with JsonSerializer so far. Each process adds its totals to TestResults/tally.txt when it ends.
/// </summary>
internal static class Tally
{
    private static long _comparisons;
    private static long _rows;
    private static long _bytes;

    static Tally() => AppDomain.CurrentDomain.ProcessExit += static (_, _) => Save();

    public static void Add(long rows, long bytes)
    {
        Interlocked.Increment(ref _comparisons);
        Interlocked.Add(ref _rows, rows);
        Interlocked.Add(ref _bytes, bytes);
    }

    public static string Text => string.Create(
        CultureInfo.InvariantCulture,
        $"{_comparisons:N0} outputs with {_rows:N0} rows and {_bytes:N0} bytes are those of JsonSerializer");

    private static void Save()
    {
        string folder = RepositoryFolder.Combine("TestResults");
        Directory.CreateDirectory(folder);
        File.AppendAllText(Path.Combine(folder, "tally.txt"), Text + "\n");
    }
}
