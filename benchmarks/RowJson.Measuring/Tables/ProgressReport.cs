using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>
/// Progress with the time left: a bar on a terminal, below the tables if these are printed there too; plain lines on standard error
/// elsewhere. Standard output that goes to a file holds results only.
/// </summary>
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
