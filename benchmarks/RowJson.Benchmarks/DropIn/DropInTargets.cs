using System.Buffers;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>
/// Measures options made by <see cref="JsonRowSerializer.CreateWriteOptions"/> against those that they are made of, with the same resolver,
/// in turns and in one process, by the process's own time; prints which targets are met.
/// </summary>
internal static class DropInTargets
{
    private const double StreamTarget = 3;
    private const int StreamRows = 400_000;

    private static (string Name, JsonSerializerOptions Options)[] Resolvers =>
    [
        ("reflection", new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() }),
        ("generated", new() { TypeInfoResolver = DropInContext.Default }),
    ];

    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    public static void Run(Schedule? schedule)
    {
        if (schedule is null) Check();
        else Measure(schedule);
    }

    private static void Check()
    {
        foreach ((_, JsonSerializerOptions options) in Resolvers)
            foreach (DropInGraph graph in DropInGraph.All) Check(graph, options);
        Output.Print($"{Resolvers.Length * DropInGraph.All.Count} outputs agree. {CheckJob.Sentence}");
    }

    private static void Check(DropInGraph graph, JsonSerializerOptions options)
    {
        using var calls = new Calls(graph, options);
        calls.Check();
    }

    private static void Measure(Schedule schedule)
    {
        Table table = Output.CreateTable(
            "value", "resolver", ">plain ns", ">drop-in ns", ">spread", ">ratio", ">target", "", ">plain B", ">drop-in B", "");
        foreach ((string name, JsonSerializerOptions options) in Resolvers)
            foreach (DropInGraph graph in DropInGraph.All) Print(table, graph.Name, name, graph.Target, Compare(graph, options, schedule));
        Print(table, "100 MB to a stream", Resolvers[0].Name, StreamTarget, Stream(Resolvers[0].Options, schedule));
        Output.PrintMachine();
        Output.Print(table);
        Output.Print("Times are the process's own; spread: how well the ratio is known (95 %); B: what a call allocates. Each output was compared before.");
    }

    private static Comparison Compare(DropInGraph graph, JsonSerializerOptions options, Schedule schedule)
    {
        using var calls = new Calls(graph, options);
        calls.Check();
        return Comparison.Of(calls.WritePlain, calls.WriteDropIn, schedule);
    }

    private static Comparison Stream(JsonSerializerOptions options, Schedule schedule)
    {
        OrderPage page = DropInGraph.Page(StreamRows);
        return Comparison.Of(
            () => JsonSerializer.Serialize(System.IO.Stream.Null, page, options),
            () => JsonRowSerializer.Serialize(System.IO.Stream.Null, page, options),
            schedule with { Rounds = Math.Min(schedule.Rounds, 5), WarmUpTurns = 1 });
    }

    private static void Print(Table table, string name, string resolver, double target, Comparison it) => table.AddRow(
        Markup.Escape(name),
        resolver,
        it.Plain.ToString("N0", CultureInfo.InvariantCulture),
        it.DropIn.ToString("N0", CultureInfo.InvariantCulture),
        Figures.PlusMinus(it.Ratio),
        it.Ratio.Median.ToString("F2", CultureInfo.InvariantCulture),
        target.ToString("0.##", CultureInfo.InvariantCulture),
        it.Ratio.Median >= target ? "met" : "MISSED",
        it.PlainBytes.ToString("N0", CultureInfo.InvariantCulture),
        it.DropInBytes.ToString("N0", CultureInfo.InvariantCulture),
        it.DropInBytes <= it.PlainBytes ? "met" : "MISSED");

    /// <summary>A value written by plain options and by those made of them, into one buffer.</summary>
    private sealed class Calls(DropInGraph graph, JsonSerializerOptions plain) : IDisposable
    {
        private readonly JsonSerializerOptions _dropIn = JsonRowSerializer.CreateWriteOptions(plain);
        private readonly ArrayBufferWriter<byte> _buffer = new();
        private readonly Utf8JsonWriter _writer = new(System.IO.Stream.Null);

        public void WritePlain() => Write(plain);

        public void WriteDropIn() => Write(_dropIn);

        /// <summary>Writes rows enough for columns to be compiled, and compares the outputs.</summary>
        public void Check()
        {
            for (int i = 0; i < 30; i++) JsonSerializer.Serialize(DropInGraph.Page(1_000), _dropIn);
            for (int i = 0; i < 200; i++)
            {
                WritePlain();
                WriteDropIn();
            }
            Thread.Sleep(300);
            WritePlain();
            byte[] expected = _buffer.WrittenSpan.ToArray();
            WriteDropIn();
            if (!_buffer.WrittenSpan.SequenceEqual(expected)) throw new BenchmarkException($"{graph.Name}: the bytes differ.");
        }

        public void Dispose() => _writer.Dispose();

        private void Write(JsonSerializerOptions options)
        {
            _buffer.ResetWrittenCount();
            _writer.Reset(_buffer);
            JsonSerializer.Serialize(_writer, graph.Value, graph.Type, options);
            _writer.Flush();
        }
    }

    /// <summary>Medians of two contenders that took turns.</summary>
    private sealed record Comparison(double Plain, double DropIn, Ratio Ratio, long PlainBytes, long DropInBytes)
    {
        public static Comparison Of(Action plain, Action dropIn, Schedule schedule)
        {
            int calls = 1;
            while (CallCost.Time(plain, calls) * calls < schedule.RoundTime.TotalNanoseconds) calls *= 2;
            int dropInCalls = Math.Max(1, (int)(calls * CallCost.Time(plain, calls) / CallCost.Time(dropIn, calls)));
            for (int i = 0; i < schedule.WarmUpTurns; i++)
            {
                CallCost.Time(plain, calls);
                CallCost.Time(dropIn, dropInCalls);
                Thread.Sleep(schedule.Pause);
            }
            var rounds = new List<(double Plain, double DropIn)>();
            for (int i = 0; i < schedule.Rounds; i++) rounds.Add((CallCost.Time(plain, calls), CallCost.Time(dropIn, dropInCalls)));
            return new Comparison(
                Statistics.Median([.. rounds.Select(round => round.Plain)]),
                Statistics.Median([.. rounds.Select(round => round.DropIn)]),
                new Ratio([.. rounds.Select(round => round.Plain / round.DropIn)]),
                CallCost.Allocated(plain, calls),
                CallCost.Allocated(dropIn, calls));
        }
    }
}
