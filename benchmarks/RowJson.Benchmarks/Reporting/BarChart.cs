using System.Security;

namespace RowJson.Benchmarks;

/// <summary>A bar of a chart.</summary>
internal sealed record Bar(string Label, string Series, double Value, double? Mark);

/// <summary>How values become lengths: from 0; ratios from 1 to either side; amounts over several powers of ten from that below the least.</summary>
internal enum Scale { Linear, Ratios, Logarithmic }

/// <summary>Horizontal bars as SVG, readable on light and on dark pages: the colours follow the reader's preference.</summary>
internal sealed record BarChart(string Title, string Subtitle, string MarkName, string Unit, Scale Scale, IReadOnlyList<Bar> Bars)
{
    private const int Width = 800, LabelWidth = 250, ValueWidth = 90, LineHeight = 20, BarHeight = 14, Top = 92, Bottom = 34;

    private const string Style = """
          <style>
            text { font: 12px system-ui, sans-serif; fill: #24292f; }
            .title { font-size: 16px; font-weight: 600; }
            .quiet { fill: #57606a; }
            .grid { stroke: #d0d7de; }
            .mark { stroke: #24292f; stroke-width: 2; }
            .s0 { fill: #0969da; } .s1 { fill: #bf5700; } .s2 { fill: #1a7f37; } .s3 { fill: #8250df; } .s4 { fill: #9a6700; }
            .s5 { fill: #cf222e; } .s6 { fill: #4d7a8c; } .s7 { fill: #6e7781; }
            @media (prefers-color-scheme: dark) {
              text { fill: #e6edf3; }
              .quiet { fill: #9198a1; }
              .grid { stroke: #3d444d; }
              .mark { stroke: #e6edf3; }
              .s0 { fill: #4493f8; } .s1 { fill: #f0883e; } .s2 { fill: #3fb950; } .s3 { fill: #ab7df8; } .s4 { fill: #d29922; }
              .s5 { fill: #f85149; } .s6 { fill: #79b8cc; } .s7 { fill: #9198a1; }
            }
          </style>
        """;

    private static readonly double[] Steps = [1, 2, 5];
    private IReadOnlyList<string> Series => [.. Bars.Select(bar => bar.Series).Distinct()];

    private double Least => Scale switch
    {
        Scale.Linear => 0,
        Scale.Ratios => Math.Min(1, Bars.Min(bar => bar.Value)),
        _ => Math.Pow(10, Math.Floor(Math.Log10(Bars.Min(bar => bar.Value)))),
    };

    /// <summary>Where bars begin.</summary>
    private double Origin => Scale == Scale.Ratios ? 1 : Least;
    private double Greatest => Bars.Max(bar => Math.Max(bar.Value, bar.Mark ?? 0));

    public string ToSvg()
    {
        int height = Top + (Bars.Count * LineHeight) + Bottom;
        var svg = new StringBuilder();
        Add(svg, $"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {Width} {height}" role="img" aria-label="{Escape(Title)}">""");
        svg.Append(Style).Append('\n');
        Add(svg, $"""  <text class="title" x="8" y="24">{Escape(Title)}</text>""");
        Add(svg, $"""  <text class="quiet" x="8" y="44">{Escape(Subtitle)}</text>""");
        AddLegend(svg);
        AddGrid(svg, height);
        for (int i = 0; i < Bars.Count; i++) AddBar(svg, Bars[i], Top + (i * LineHeight));
        svg.Append("</svg>\n");
        return svg.ToString();
    }

    /// <summary>Writes it to a file, and says so on standard error.</summary>
    public void Write(FileInfo file)
    {
        try
        {
            File.WriteAllText(file.FullName, ToSvg());
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new BenchmarkException($"{file}: cannot be written: {exception.Message}", exception);
        }
        Output.Note($"chart: {file}");
    }

    private void AddLegend(StringBuilder svg)
    {
        const int y = 66;
        int x = 8;
        for (int i = 0; i < Series.Count; i++)
        {
            Add(svg, $"""  <rect class="s{i % 8}" x="{x}" y="{y - 10}" width="12" height="12" />""");
            Add(svg, $"""  <text x="{x + 17}" y="{y}">{Escape(Series[i])}</text>""");
            x += 34 + (7 * Series[i].Length);
        }
        if (!Bars.Any(bar => bar.Mark is not null)) return;
        Add(svg, $"""  <line class="mark" x1="{x + 4}" y1="{y - 11}" x2="{x + 4}" y2="{y + 2}" />""");
        Add(svg, $"""  <text x="{x + 12}" y="{y}">{Escape(MarkName)}</text>""");
    }

    private void AddGrid(StringBuilder svg, int height)
    {
        foreach (double tick in Ticks())
        {
            double x = X(tick);
            Add(svg, $"""  <line class="grid" x1="{x:F1}" y1="{Top - 6}" x2="{x:F1}" y2="{height - Bottom + 4}" />""");
            Add(svg, $"""  <text class="quiet" x="{x:F1}" y="{height - 12}" text-anchor="middle">{tick:#,0.##}{Escape(Unit)}</text>""");
        }
    }

    private void AddBar(StringBuilder svg, Bar bar, int y)
    {
        double end = X(bar.Value);
        double start = X(Origin);
        int series = Series.ToList().IndexOf(bar.Series) % 8;
        Add(svg, $"""  <text x="{LabelWidth - 8}" y="{y + 11}" text-anchor="end">{Escape(bar.Label)}</text>""");
        Add(svg, $"""  <rect class="s{series}" x="{Math.Min(start, end):F1}" y="{y}" width="{Math.Max(1, Math.Abs(end - start)):F1}" height="{BarHeight}" />""");
        double text = Math.Max(start, end);
        if (bar.Mark is { } mark)
        {
            double x = X(mark);
            Add(svg, $"""  <line class="mark" x1="{x:F1}" y1="{y - 2}" x2="{x:F1}" y2="{y + BarHeight + 2}" />""");
            if (x > text && x < text + 44) text = x;
        }
        string format = bar.Value < 10 ? "0.0#" : bar.Value < 1000 ? "#,0.#" : "#,0";
        Add(svg, $"""  <text x="{text + 5:F1}" y="{y + 11}">{bar.Value.ToString(format, CultureInfo.InvariantCulture)}{Escape(Unit)}</text>""");
    }

    private IEnumerable<double> Ticks()
    {
        if (Scale == Scale.Linear)
        {
            double rough = Greatest / 6;
            double power = Math.Pow(10, Math.Floor(Math.Log10(rough)));
            double step = power * Steps.Append(10).First(it => it * power >= rough);
            for (double tick = 0; tick <= Greatest; tick += step) yield return tick;
            yield break;
        }
        for (double power = Math.Pow(10, Math.Floor(Math.Log10(Least))); power <= Greatest; power *= 10)
        {
            // Where there are many powers of ten, there is no room between them.
            foreach (double step in Scale == Scale.Logarithmic ? Steps[..1] : Steps)
                if (step * power >= Least && step * power <= Greatest * 1.2) yield return step * power;
        }
    }

    private double X(double value)
    {
        const double room = Width - LabelWidth - ValueWidth;
        double share = Scale == Scale.Linear ? value / Greatest : Math.Log(value / Least) / Math.Log(Math.Max(Greatest / Least, 1.1));
        return LabelWidth + (room * share);
    }

    private static void Add(StringBuilder svg, FormattableString line) => svg.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
    private static string Escape(string text) => SecurityElement.Escape(text);
}

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
