using System.Buffers;
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
            foreach (DropInGraph graph in DropInGraph.All) AddGraph(table, graph, name, options, schedule);
        AddStream(table, Resolvers[0].Name, Resolvers[0].Options, schedule);
        Output.PrintFigures(
            [table],
            "Times are the process's own; spread: how well the ratio is known (95 %); B: what a call allocates. Each output was compared before.");
    }

    private static void AddGraph(Table table, DropInGraph graph, string resolver, JsonSerializerOptions options, Schedule schedule)
    {
        using var calls = new Calls(graph, options);
        calls.Check();
        Add(table, graph.Name, resolver, graph.Target, calls.WritePlain, calls.WriteDropIn, schedule);
    }

    private static void AddStream(Table table, string resolver, JsonSerializerOptions options, Schedule schedule)
    {
        OrderPage page = DropInGraph.Page(StreamRows);
        Add(
            table,
            "100 MB to a stream",
            resolver,
            StreamTarget,
            () => JsonSerializer.Serialize(Stream.Null, page, options),
            () => JsonRowSerializer.Serialize(Stream.Null, page, options),
            schedule with { Rounds = Math.Min(schedule.Rounds, 5), WarmUpTurns = 1 });
    }

    private static void Add(Table table, string name, string resolver, double target, Action plain, Action dropIn, Schedule schedule)
    {
        TurnTimes times = TurnTimes.Measure([plain, dropIn], schedule);
        Ratio ratio = times.Ratio(1);
        long plainBytes = CallCost.Allocated(plain, times.Calls);
        long dropInBytes = CallCost.Allocated(dropIn, times.Calls);
        table.AddRow(
            Markup.Escape(name),
            resolver,
            Figures.Count(times.Median(0)),
            Figures.Count(times.Median(1)),
            Figures.PlusMinus(ratio),
            Figures.Format(ratio.Median, "F2"),
            Figures.Format(target, "0.##"),
            Figures.Verdict(ratio.Median >= target),
            Figures.Count(plainBytes),
            Figures.Count(dropInBytes),
            Figures.Verdict(dropInBytes <= plainBytes));
    }

    /// <summary>A value written by plain options and by those made of them, into one buffer.</summary>
    private sealed class Calls(DropInGraph graph, JsonSerializerOptions plain) : IDisposable
    {
        private readonly JsonSerializerOptions _dropIn = JsonRowSerializer.CreateWriteOptions(plain);
        private readonly ArrayBufferWriter<byte> _buffer = new();
        private readonly Utf8JsonWriter _writer = new(Stream.Null);

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
}
