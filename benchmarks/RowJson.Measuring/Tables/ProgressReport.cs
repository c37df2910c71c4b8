namespace RowJson.Benchmarks;

/// <summary>Progress with the time left: a line on standard error where something else begins.</summary>
internal sealed class ProgressReport
{
    private readonly TimeLeft _time = new(() => Clock.Elapsed.Now);
    private string _last = "";
    public static T Show<T>(Func<ProgressReport, T> work) => work(new ProgressReport());

    /// <summary>Says how long the rest of the job should take, as soon as that is known, and when it is known better.</summary>
    public void Plan(TimeSpan rest) => _time.Plan(rest);

    /// <summary>Begins the next step, which should take so long.</summary>
    public void Step(string description, TimeSpan planned)
    {
        _time.Step(planned);
        string left = _time.Estimate() is { } time ? $"{Figures.Format(Math.Ceiling(time.TotalSeconds), "N0")} s left: " : "";
        if (description != _last) Console.Error.WriteLine($"{left}{description}");
        _last = description;
    }
}

/// <summary>How long a job still takes: what its plan says, stretched as the part that is done was.</summary>
/// <param name="clock">Elapsed time.</param>
internal sealed class TimeLeft(Func<TimeSpan> clock)
{
    // As if this much of the plan had gone as planned: the first steps say little of the others.
    private static readonly TimeSpan Trust = TimeSpan.FromSeconds(3);
    private TimeSpan? _start;
    private TimeSpan _planned;
    private TimeSpan _done;
    private TimeSpan _current;

    /// <summary>The share of the plan that is done.</summary>
    public double Share => _planned > TimeSpan.Zero ? Math.Min(1, _done / _planned) : 0;

    /// <summary>Sets what the rest of the job should take; time counts from the first such plan on.</summary>
    public void Plan(TimeSpan rest)
    {
        _start ??= clock();
        Step(TimeSpan.Zero);
        _planned = _done + rest;
    }

    /// <summary>Begins a step that should take so long; the one before is done.</summary>
    public void Step(TimeSpan planned)
    {
        _done += _current;
        _current = planned;
    }

    /// <summary>Null before there is a plan.</summary>
    public TimeSpan? Estimate()
    {
        if (_start is not { } start) return null;
        TimeSpan left = _planned > _done ? _planned - _done : TimeSpan.Zero;
        return left * ((clock() - start + Trust) / (_done + Trust));
    }
}
