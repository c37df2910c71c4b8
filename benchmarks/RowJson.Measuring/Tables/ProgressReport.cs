using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Progress with the time left: a bar on a terminal, below the tables if these are printed there too; plain lines on standard error
/// elsewhere. Standard output that goes to a file holds results only.</summary>
internal static class ProgressReport
{
    private const int BarWidth = 24;

    public static T Show<T>(Func<IProgressReport, T> work)
    {
        if (Console.IsErrorRedirected) return work(new LineReport());
        // Refreshed between two measurements, never during one.
        IAnsiConsole console = Console.IsOutputRedirected
            ? AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) })
            : Output.Terminal;
        return console.Progress().AutoRefresh(false).AutoClear(true).Columns(
            new ProgressBarColumn { Width = BarWidth }, new TaskDescriptionColumn { Alignment = Justify.Left })
            .Start(context => work(new BarReport(context)));
    }

    private static string Describe(string step, TimeSpan? left) =>
        left is { } time ? $"{Figures.Format(Math.Ceiling(time.TotalSeconds), "N0")} s left: {step}" : step;

    /// <summary>A line where something else begins.</summary>
    private sealed class LineReport : IProgressReport
    {
        private readonly TimeLeft _time = new(() => Clock.Elapsed.Now);
        private string _last = "";

        public void Plan(TimeSpan rest) => _time.Plan(rest);

        public void Step(string description, TimeSpan planned)
        {
            _time.Step(planned);
            if (description != _last) Console.Error.WriteLine(Describe(description, _time.Estimate()));
            _last = description;
        }
    }

    /// <summary>A bar whose length is the share of the plan that is done.</summary>
    private sealed class BarReport(ProgressContext context) : IProgressReport
    {
        private readonly TimeLeft _time = new(() => Clock.Elapsed.Now);
        private readonly ProgressTask _task = context.AddTask("reading rows", maxValue: 1);

        public void Plan(TimeSpan rest) => _time.Plan(rest);

        public void Step(string description, TimeSpan planned)
        {
            _time.Step(planned);
            _task.Value = _time.Share;
            _task.Description = Markup.Escape(Describe(description, _time.Estimate()));
            context.Refresh();
        }
    }
}

/// <summary>Reports how far the job is.</summary>
internal interface IProgressReport
{
    /// <summary>Says how long the rest of the job should take, as soon as that is known, and when it is known better.</summary>
    void Plan(TimeSpan rest);

    /// <summary>Begins the next step, which should take so long.</summary>
    void Step(string description, TimeSpan planned);
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
