namespace RowJson.Benchmarks;

/// <summary>The result of one race of the targets, as the measuring process prints it: times in nanoseconds a row, the floor being what no encoder
/// can be faster than; bytes are beyond the source's own.</summary>
internal sealed record TargetRow(
    string DataSet, string Source, string Baseline, double BaselineTime, double RowJsonTime, double? FloorTime, Ratio TimesFaster,
    double? Target, double AllocatedBytesPerRow)
{
    /// <summary>The option of a process whose results another one reads: JSON Lines.</summary>
    public const string Option = "--lines";
    public static IReadOnlyList<string> Headers { get; } =
        ["rows", "source", ">times faster", ">target", ">spread", "compared with", ">ns a row", ">RowJson", ">floor"];

    [JsonIgnore]
    public IReadOnlyList<string> Cells =>
    [
        DataSet,
        Source,
        Figures.Format(Factor, "0.0#"),
        Target is { } target ? Figures.Format(target, "0.##") : "1",
        Figures.PlusMinus(TimesFaster),
        $"`{Baseline}`",
        Figures.Time(BaselineTime),
        Figures.Time(RowJsonTime),
        FloorTime is { } floor ? Figures.Time(floor) : "",
    ];

    /// <summary>How many times faster than the baseline.</summary>
    public double Factor => TimesFaster.Median;
    /// <summary>Without a target of its own a data set must not be slower than the baseline.</summary>
    public bool IsMet => Factor >= (Target ?? 1);
    public bool IsAllocationMet => AllocatedBytesPerRow < TargetTable.AllocationLimit;

    /// <summary>The row of RowJson, and that of RowJson with a package for the provider; none where these or their baseline were not
    /// measured.</summary>
    public static IEnumerable<TargetRow> Of(IReadOnlyList<Measurement> race)
    {
        if (TryCreate(race, Contenders.Buffer) is { } row) yield return row;
        if (TryCreate(race, Contenders.Package) is { } package)
            yield return package with { Source = $"{package.Source}, {Contenders.Package.Name}", Target = null };
    }

    public static void Print(Job job)
    {
        foreach (TargetRow row in job.Measure([]).SelectMany(Of)) Console.WriteLine(JsonSerializer.Serialize(row));
    }

    public static IEnumerable<TargetRow> Parse(IEnumerable<string> lines) =>
        lines.Select(line => JsonSerializer.Deserialize<TargetRow>(line)!);

    private static TargetRow? TryCreate(IReadOnlyList<Measurement> race, Contender rowJson)
    {
        Race key = race[0].Case.Race!;
        Measurement? Find(Contender contender) => race.FirstOrDefault(measurement => measurement.Way.Name == contender.Name);
        if (Find(TargetTable.BaselineOf(key.Source.Name)) is not { } baseline || Find(rowJson) is not { } buffer) return null;
        Measurement? floor = Find(Contenders.Copy) ?? Find(Contenders.Reading);
        return new TargetRow(
            key.SampleName, key.Source.Name, baseline.Way.Name, baseline.TimePerUnit, buffer.TimePerUnit, floor?.TimePerUnit,
            baseline.RatioTo(buffer), TargetTable.Find(key.Sample.Name, key.Source.Name, key.Settings)?.Factor,
            Math.Max(0, buffer.AllocatedBytesPerUnit - (floor?.AllocatedBytesPerUnit ?? 0)));
    }

    public static BarChart Chart(IEnumerable<TargetRow> rows, string machine) => new(
        "Times faster than the usual way, by data set and source",
        machine, "target", Unit: "×", Scale.Ratios,
        [.. rows.Select(row => new Bar(row.DataSet, row.Source, row.Factor, row.Target))]);
}
