using System.CommandLine;
using RowJson.Tester;

var count = new Option<long>("--count") { Description = "How many values to compare.", DefaultValueFactory = _ => 10_000_000 };
var seed = new Option<ulong>("--seed") { Description = "Where the pseudo-random values start.", DefaultValueFactory = _ => 1 };
var threads = new Option<int>("--threads") { Description = "How many threads compare.", DefaultValueFactory = _ => Environment.ProcessorCount };

var doubles = new Command("doubles", "Compares the texts of doubles with those that .NET writes.") { count, seed, threads };
doubles.SetAction(result => DoubleComparison.Run(
    result.GetValue(count), result.GetValue(seed), result.GetValue(threads), Console.Out));

var seconds = new Option<int>("--seconds") { Description = "How long to write.", DefaultValueFactory = _ => 600 };
var tasks = new Option<int>("--tasks") { Description = "How many tasks write at once.", DefaultValueFactory = _ => 8 };
var soak = new Command("soak", "Writes mixed rows to mixed sinks, with failures and cancellations, and looks for wrong bytes and lost buffers.")
{
    seconds, tasks, seed,
};
soak.SetAction(result => SoakRun.RunAsync(
    TimeSpan.FromSeconds(result.GetValue(seconds)), result.GetValue(tasks), (int)result.GetValue(seed), Console.Out));

return new RootCommand("Compares what RowJson writes with what .NET writes, over very many values.") { doubles, soak }.Parse(args).Invoke();
