using System.CommandLine;
using System.Globalization;
using RowJson.Benchmarks;
using RowJson.Compare;

var before = new Option<string>("--before")
{
    Description = "the build to compare with: a RowJson.dll, a git revision, or . for the working tree",
    HelpName = "dll|revision|.",
    Required = true,
};
var after = new Option<string>("--after")
{
    Description = "the build to measure: a RowJson.dll, a git revision, or . for the working tree",
    HelpName = "dll|revision|.",
    Required = true,
};
var rounds = new Option<int>("--rounds")
{
    Description = "how often both builds are timed in each case",
    HelpName = "n",
    DefaultValueFactory = _ => 15,
};
var roundMs = new Option<int>("--round-ms")
{
    Description = "how many milliseconds each build runs in a round, all its copies together (of processor time)",
    HelpName = "n",
    DefaultValueFactory = _ => 60,
};
var copies = new Option<int>("--copies")
{
    Description = "how often each build is loaded: by chance the compiler makes better code of one copy than of another",
    HelpName = "n",
    DefaultValueFactory = _ => 4,
};
var only = new Option<string[]>("--only")
{
    Description = $"the groups of cases to run, with commas between them [default: {string.Join(',', Groups.All)}]",
    HelpName = "a,b",
    CustomParser = result => [.. result.Tokens.SelectMany(token => token.Value.Split(',', StringSplitOptions.RemoveEmptyEntries))],
};
var data = new Option<string?>("--data")
{
    Description = "the folder of data sets, JSON arrays of rows [default: ../shared/datasets, seen from the repository]",
    HelpName = "folder",
};
foreach (Option<int> option in (Option<int>[])[rounds, roundMs, copies])
{
    option.Validators.Add(result =>
    {
        if (result.GetValueOrDefault<int>() < 1)
            result.AddError($"{option.Name} must be 1 or more.");
    });
}
only.Validators.Add(result =>
{
    foreach (string name in (result.GetValueOrDefault<string[]>() ?? []).Except(Groups.All))
        result.AddError($"There is no group '{name}'. The groups are: {string.Join(", ", Groups.All)}.");
});

var command = new RootCommand(
    "Compares the speed and the allocation of two builds of RowJson in one process and in turns. "
    + "Exit codes: 0 compared, 1 an error, 2 the builds write different bytes.")
{
    before, after, rounds, roundMs, copies, only, data,
};
command.SetAction(result =>
{
    try
    {
        return CompareJob.Run(new RunOptions
        {
            Before = result.GetRequiredValue(before),
            After = result.GetRequiredValue(after),
            Schedule = new Schedule
            {
                Rounds = result.GetValue(rounds),
                RoundTime = TimeSpan.FromMilliseconds(result.GetValue(roundMs)),
                WarmUpTime = TimeSpan.FromMilliseconds(1_500),
                WarmUpTurns = 8,
                CaseWarmUpTurns = 2,
            },
            Copies = result.GetValue(copies),
            Groups = result.GetValue(only) is { Length: > 0 } groups ? groups : Groups.All,
            DataFolder = result.GetValue(data),
        });
    }
    catch (BenchmarkException exception)
    {
        Console.Error.WriteLine(exception.Message);
        return 1;
    }
});

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
return command.Parse(args).Invoke();
