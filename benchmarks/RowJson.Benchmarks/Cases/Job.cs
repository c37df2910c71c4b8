namespace RowJson.Benchmarks;

/// <summary>Cases × ways × rounds: all outputs are compared, all ways of a case take turns, and tables say what that took.</summary>
/// <param name="Outputs">What agrees when all have been compared.</param>
/// <param name="Cases">They are made one at a time.</param>
/// <param name="Legend">What the columns say.</param>
/// <param name="Tables">Each with a line for each case, or for each way.</param>
internal sealed record Job(string Outputs, Func<IEnumerable<CaseMaker>> Cases, string Legend, params Layout[] Tables)
{
    /// <summary>How long each way runs; a round is shared by the ways of a case.</summary>
    public Schedule Schedule { get; init; } = Schedule.OneByOne;

    /// <summary>How long all of it may take; null for as long as it takes. What is left is shortened on a slow machine.</summary>
    public TimeSpan? Limit { get; init; }

    /// <param name="parts">See <see cref="Choose"/>.</param>
    /// <param name="isShort">Outputs are compared, and nothing is measured.</param>
    /// <param name="hasHeading">The first line says where the run was made.</param>
    public void Run(IReadOnlyCollection<string> parts, bool isShort, bool hasHeading = true)
    {
        if (isShort)
        {
            int outputs = Choose(parts).Sum(Check);
            Output.Print($"{outputs} outputs of {Outputs} agree. Checked, not measured: a run without --short has figures.");
            return;
        }
        IReadOnlyList<Measurement>[] measured = [.. Measure(parts)];
        Output.PrintFigures(
            [.. Tables.Select(layout => Output.CreateTable(layout.Headers, measured.SelectMany(layout.Lines)))], Legend, hasHeading);
    }

    /// <param name="parts">Only cases with one of these in their name; empty for all.</param>
    public IEnumerable<CaseMaker> Choose(IReadOnlyCollection<string> parts) =>
        Cases().Where(maker => parts.Count == 0 || parts.Any(maker.Name.Contains));

    /// <summary>Measures one case after the other, as the results are asked for.</summary>
    public IEnumerable<IReadOnlyList<Measurement>> Measure(IReadOnlyCollection<string> parts)
    {
        long start = Stopwatch.GetTimestamp();
        CaseMaker[] makers = [.. Choose(parts)];
        // Encoders of the same name and the same type of rows run the same code.
        var warmUp = new WarmUp(
            from race in makers.Select(maker => maker.Race).OfType<Race>()
            from way in race.Slice.Ways
            group way.Call by (race.Source.Name, way.Name));
        if (warmUp.Groups > 0) warmUp.Run(Shortened(warmUp.Groups, makers));
        for (int i = 0; i < makers.Length; i++)
        {
            Schedule schedule = Shortened(groups: 0, makers[i..]);
            Output.Note(makers[i].Name);
            // What the case before has left is gone before these rows come.
            GC.Collect();
            using Case it = makers[i].Create();
            it.Check();
            // The calls hold the rows.
            yield return Measurement.WithoutRows(Measurement.Measure(it, schedule.Of(it.Ways.Count)));
        }

        Schedule Shortened(int groups, CaseMaker[] left) => Limit is not { } limit ? Schedule
            : Schedule.Within(limit - Stopwatch.GetElapsedTime(start), groups, left.Length, left.Sum(maker => maker.Ways.Count));
    }

    private static int Check(CaseMaker maker)
    {
        using Case it = maker.Create();
        return it.Check();
    }
}

/// <summary>A table of a job: each way has a line, or each case, whose line is that of its last way.</summary>
internal sealed record Layout(bool HasLinePerWay, params Column[] Columns)
{
    public string[] Headers => Array.ConvertAll(Columns, column => column.Header);

    public IEnumerable<string[]> Lines(IReadOnlyList<Measurement> measured) =>
        measured.Skip(HasLinePerWay ? 0 : measured.Count - 1)
            .Select(own => Array.ConvertAll(Columns, column => column.Cell(new Line(measured, own))));
}

/// <summary>What a line of a table is made of.</summary>
internal sealed record Line(IReadOnlyList<Measurement> All, Measurement Own)
{
    public Case Case => Own.Case;
    public Measurement First => All[0];
    public bool IsFirst => Own == First;

    /// <summary>The way of that name; null where the case has none.</summary>
    public Measurement? Find(string way) => All.FirstOrDefault(it => it.Way.Name == way);
    public Measurement this[string way] => Find(way)!;
}

/// <summary>A column of a table; its header begins with <c>&gt;</c> where it is aligned to the right.</summary>
internal sealed record Column(string Header, Func<Line, string> Cell)
{
    private const string None = "-";
    public static Column Label(string header, int index = 0) => new(header, line => line.Case.Labels[index]);
    public static Column Way(string header) => new(header, line => line.Own.Way.Name);

    /// <summary>A whole number.</summary>
    public static Column Count(string header, Func<Line, double> value) => new(header, line => Figures.Count(value(line)));

    /// <summary>A ratio and how well it is known; a dash where there is none.</summary>
    public static Column[] Ratio(string header, Func<Line, Ratio?> ratio, Func<double, string>? format = null) =>
    [
        new(header, line => ratio(line) is { } it ? format?.Invoke(it.Median) ?? Figures.Format(it.Median, "F2") : None),
        new(">spread", line => ratio(line) is { } it ? Figures.PlusMinus(it) : ""),
    ];

    /// <summary>A target, and whether it is met.</summary>
    public static Column[] Target(string header, Func<Line, double?> target, Func<Line, double, bool> isMet, string format = "0.##") =>
    [
        new(header, line => target(line) is { } it ? Figures.Format(it, format) : None),
        new("", line => target(line) is { } it ? Figures.Verdict(isMet(line, it)) : ""),
    ];

    /// <summary>How many times faster than the first way, and whether that is what it is to be; empty where the case lacks the way.</summary>
    public static Column[] Faster(string header, string way)
    {
        Ratio? Find(Line line) => line.Find(way)?.FasterThan(line.First);
        return
        [
            .. Ratio(header, Find),
            new(">target", line => line.Find(way)?.Way.Target is { } it ? Figures.Format(it, "0.##") : ""),
            new("", line => line.Find(way)?.Way.Target is { } it ? Figures.Verdict(Find(line)!.Median >= it) : ""),
        ];
    }
}
