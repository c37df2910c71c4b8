namespace RowJson.Benchmarks;

/// <summary>A chart as a file.</summary>
internal static class ChartFile
{
    public static void Write(FileInfo file, BarChart chart)
    {
        try
        {
            File.WriteAllText(file.FullName, chart.ToSvg());
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new BenchmarkException($"{file}: cannot be written: {exception.Message}", exception);
        }
        Console.Error.WriteLine($"chart: {file}");
    }
}
