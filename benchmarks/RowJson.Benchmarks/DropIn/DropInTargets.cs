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

    public static void Run(Schedule schedule)
    {
        Table table = Output.CreateTable(
            "value", "resolver", ">plain ns", ">drop-in ns", ">spread", ">ratio", ">target", "", ">plain B", ">drop-in B", "");
        JsonSerializerOptions reflection = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
        JsonSerializerOptions generated = new() { TypeInfoResolver = DropInContext.Default };
        foreach ((string name, JsonSerializerOptions options) in new[] { ("reflection", reflection), ("generated", generated) })
            foreach (DropInGraph graph in DropInGraph.All) Print(table, graph.Name, name, graph.Target, Compare(graph, options, schedule));
        Print(table, "100 MB to a stream", "reflection", StreamTarget, Stream(reflection, schedule));
        Output.PrintMachine();
        Output.Print(table);
        Output.Print("Times are the process's own; B: what a call allocates. Each output was compared before.");
    }

    private static Comparison Compare(DropInGraph graph, JsonSerializerOptions options, Schedule schedule)
    {
        JsonSerializerOptions fast = JsonRowSerializer.CreateWriteOptions(options);
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        Warm(Write, options, fast);
        byte[] expected = Text(options);
        if (!Text(fast).AsSpan().SequenceEqual(expected)) throw new BenchmarkException($"{graph.Name}: the bytes differ.");
        return Comparison.Of(() => Write(options), () => Write(fast), schedule);

        void Write(JsonSerializerOptions by)
        {
            buffer.ResetWrittenCount();
            writer.Reset(buffer);
            JsonSerializer.Serialize(writer, graph.Value, graph.Type, by);
            writer.Flush();
        }

        byte[] Text(JsonSerializerOptions by)
        {
            Write(by);
            return buffer.WrittenSpan.ToArray();
        }
    }

    private static Comparison Stream(JsonSerializerOptions options, Schedule schedule)
    {
        OrderPage page = DropInGraph.Page(StreamRows);
        return Comparison.Of(
            () => JsonSerializer.Serialize(System.IO.Stream.Null, page, options),
            () => JsonRowSerializer.Serialize(System.IO.Stream.Null, page, options),
            schedule with { Rounds = Math.Min(schedule.Rounds, 5), WarmUpTurns = 1 });
    }

    /// <summary>Rows enough for columns to be compiled, and time for that.</summary>
    private static void Warm(Action<JsonSerializerOptions> write, JsonSerializerOptions options, JsonSerializerOptions fast)
    {
        JsonSerializer.Serialize(DropInGraph.Page(1_000), fast);
        for (int i = 0; i < 200; i++)
        {
            write(options);
            write(fast);
        }
        Thread.Sleep(300);
    }

    private static void Print(Table table, string name, string resolver, double target, Comparison it) => table.AddRow(
        Markup.Escape(name),
        resolver,
        it.Plain.ToString("N0", CultureInfo.InvariantCulture),
        it.DropIn.ToString("N0", CultureInfo.InvariantCulture),
        it.Spread.ToString("P0", CultureInfo.InvariantCulture),
        it.Ratio.ToString("F2", CultureInfo.InvariantCulture),
        target.ToString("0.##", CultureInfo.InvariantCulture),
        it.Ratio >= target ? "met" : "MISSED",
        it.PlainBytes.ToString("N0", CultureInfo.InvariantCulture),
        it.DropInBytes.ToString("N0", CultureInfo.InvariantCulture),
        it.DropInBytes <= it.PlainBytes ? "met" : "MISSED");

    /// <summary>Medians of two contenders that took turns.</summary>
    private sealed record Comparison(double Plain, double DropIn, double Ratio, double Spread, long PlainBytes, long DropInBytes)
    {
        public static Comparison Of(Action plain, Action dropIn, Schedule schedule)
        {
            int calls = 1;
            while (Time(plain, calls) * calls < schedule.RoundTime.TotalNanoseconds) calls *= 2;
            int dropInCalls = Math.Max(1, (int)(calls * Time(plain, calls) / Time(dropIn, calls)));
            for (int i = 0; i < schedule.WarmUpTurns; i++)
            {
                Time(plain, calls);
                Time(dropIn, dropInCalls);
                Thread.Sleep(schedule.Pause);
            }
            var rounds = new List<(double Plain, double DropIn)>();
            for (int i = 0; i < schedule.Rounds; i++) rounds.Add((Time(plain, calls), Time(dropIn, dropInCalls)));
            double[] ratios = [.. rounds.Select(round => round.Plain / round.DropIn)];
            return new Comparison(
                Statistics.Median([.. rounds.Select(round => round.Plain)]),
                Statistics.Median([.. rounds.Select(round => round.DropIn)]),
                Statistics.Median(ratios),
                Statistics.Spread(ratios),
                Allocated(plain, calls),
                Allocated(dropIn, calls));
        }

        private static double Time(Action call, int calls)
        {
            TimeSpan start = Environment.CpuUsage.TotalTime;
            for (int i = 0; i < calls; i++) call();
            return (Environment.CpuUsage.TotalTime - start).TotalNanoseconds / calls;
        }

        private static long Allocated(Action call, int calls)
        {
            long start = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < calls; i++) call();
            return (GC.GetAllocatedBytesForCurrentThread() - start) / calls;
        }
    }
}
