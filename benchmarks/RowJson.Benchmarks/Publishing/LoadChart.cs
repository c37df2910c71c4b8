namespace RowJson.Benchmarks;

/// <summary>Draws the table that <c>samples/ExportService/measure-load</c> prints: requests a second ÷ the framework's.</summary>
internal static class LoadChart
{
    /// <summary>The option that makes this program draw: followed by the table, and the chart to write.</summary>
    public const string Option = "--load-chart";

    public static void Draw(string[] arguments)
    {
        if (arguments is not [var table, var chart]) throw new BenchmarkException($"Use {Option} with the table, and the chart to write.");
        string[] lines = File.ReadAllLines(table);
        string[][] rows = [.. lines.Where(line => line.StartsWith('|')).Select(line => line.Split('|', StringSplitOptions.TrimEntries)[1..^1])];
        if (rows.Length == 0) throw new BenchmarkException($"{table}: there is no table in it");
        int ratio = Array.IndexOf(rows[0], "ratio");
        int target = Array.IndexOf(rows[0], "target");
        Bar[] bars =
        [
            .. rows.Skip(2).Where(row => row[2].Contains("rowjson", StringComparison.Ordinal)).Select(row => new Bar(
                string.Create(CultureInfo.InvariantCulture, $"{row[0]}, {int.Parse(row[1], CultureInfo.InvariantCulture):#,0} rows"),
                row[2],
                double.Parse(row[ratio], CultureInfo.InvariantCulture),
                target >= 0 && double.TryParse(row[target], CultureInfo.InvariantCulture, out double wanted) ? wanted : null)),
        ];
        string machine = lines.FirstOrDefault(line => line.Contains("connections", StringComparison.Ordinal))?.TrimEnd(':') ?? "";
        var drawn = new BarChart("Requests a second ÷ the framework's own", machine, "target", Unit: "×", Scale.Ratios, bars);
        drawn.Write(new FileInfo(chart));
    }
}
