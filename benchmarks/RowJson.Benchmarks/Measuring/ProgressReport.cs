using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Progress on standard error, so that standard output holds results only: a bar on a terminal, plain lines elsewhere.</summary>
internal static class ProgressReport
{
    /// <param name="work">Is given the report, and an action that sets the number of steps.</param>
    public static T Show<T>(Func<IProgressReport, Action<int>, T> work)
    {
        if (Console.IsErrorRedirected)
            return work(new LineReport(), _ => { });

        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });
        // Refreshed between two measurements, never during one.
        return console.Progress().AutoRefresh(false).AutoClear(true).Columns(
            new ProgressBarColumn(), new PercentageColumn(), new RemainingTimeColumn(), new TaskDescriptionColumn())
            .Start(context =>
            {
                var bar = new BarReport(context);
                return work(bar, bar.SetSteps);
            });
    }

    private sealed class LineReport : IProgressReport
    {
        private string _last = "";

        public void Step(string description)
        {
            if (description != _last)
                Console.Error.WriteLine(description);
            _last = description;
        }
    }

    private sealed class BarReport(ProgressContext context) : IProgressReport
    {
        private readonly ProgressTask _task = context.AddTask("reading rows", maxValue: 1);

        public void SetSteps(int steps) => _task.MaxValue = steps;

        public void Step(string description)
        {
            _task.Description = Markup.Escape(description);
            _task.Increment(1);
            context.Refresh();
        }
    }
}
