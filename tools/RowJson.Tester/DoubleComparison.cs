using System.Buffers.Text;
using System.Diagnostics;
using System.Text;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>Formats doubles of every class both ways and counts those whose texts differ.</summary>
internal static class DoubleComparison
{
    /// <summary>Values drawn in a row from one class: small enough that every class gets its share of a short run.</summary>
    private const int BatchSize = 4096;

    private const int ExamplesShown = 20;

    /// <summary>Returns the exit code: 0 where all texts agree.</summary>
    public static int Run(long count, ulong seed, int threads, TextWriter output)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(threads);
        output.WriteLine($"{count:N0} doubles, seed {seed}, {threads} thread(s)");
        var watch = Stopwatch.StartNew();
        int classes = DoubleClass.All.Length;
        var counts = new long[classes];
        var mismatches = new long[classes];
        long batches = (count + BatchSize - 1) / BatchSize;

        var options = new ParallelOptions { MaxDegreeOfParallelism = threads };
        Parallel.For(0, batches, options, batch =>
        {
            // The seed of a batch depends on its number alone: the same values whatever the number of threads.
            var random = new PseudoRandom(new PseudoRandom(seed + (ulong)batch).Next());
            int kind = (int)(batch % classes);
            int size = (int)Math.Min(BatchSize, count - batch * BatchSize);
            int wrong = CompareBatch(DoubleClass.All[kind], random, size, output);
            Interlocked.Add(ref counts[kind], size);
            if (wrong > 0) Interlocked.Add(ref mismatches[kind], wrong);
        });

        for (int kind = 0; kind < classes; kind++)
            output.WriteLine($"{DoubleClass.All[kind].Name,-30} {counts[kind],16:N0} values {mismatches[kind],10:N0} mismatches");
        output.WriteLine($"{"total",-30} {counts.Sum(),16:N0} values {mismatches.Sum(),10:N0} mismatches in {watch.Elapsed.TotalSeconds:F1} s");
        return mismatches.Sum() == 0 ? 0 : 1;
    }

    private static int CompareBatch(DoubleClass kind, PseudoRandom random, int size, TextWriter output)
    {
        Span<byte> expected = stackalloc byte[128];
        Span<byte> actual = stackalloc byte[DoubleFormatter.Room];
        int wrong = 0;
        for (int i = 0; i < size; i++)
        {
            double value = kind.Next(random);
            if ((i & 1) != 0) value = -value;
            Utf8Formatter.TryFormat(value, expected, out int expectedLength);
            int length = DoubleFormatter.Format(ref actual[0], value);
            if (expected[..expectedLength].SequenceEqual(actual[..length])) continue;
            if (wrong++ < ExamplesShown) Report(kind, value, expected[..expectedLength], actual[..length], output);
        }
        return wrong;
    }

    private static void Report(DoubleClass kind, double value, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, TextWriter output)
    {
        string line = $"{kind.Name}: 0x{BitConverter.DoubleToInt64Bits(value):X16} expected {Encoding.UTF8.GetString(expected)}"
            + $" but was {Encoding.UTF8.GetString(actual)}";
        lock (output) output.WriteLine(line);
    }
}
