using System.CommandLine;
using RowJson.Tester;

var count = new Option<long>("--count") { Description = "How many values to compare.", DefaultValueFactory = _ => 10_000_000 };
var seed = new Option<ulong>("--seed") { Description = "Where the pseudo-random values start.", DefaultValueFactory = _ => 1 };
var threads = new Option<int>("--threads") { Description = "How many threads compare.", DefaultValueFactory = _ => Environment.ProcessorCount };

var doubles = new Command("doubles", "Compares the texts of doubles with those that .NET writes.") { count, seed, threads };
doubles.SetAction(result => DoubleComparison.Run(
    result.GetValue(count), result.GetValue(seed), result.GetValue(threads), Console.Out));

return new RootCommand("Compares what RowJson writes with what .NET writes, over very many values.") { doubles }.Parse(args).Invoke();
