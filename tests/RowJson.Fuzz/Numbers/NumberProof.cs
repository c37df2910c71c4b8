using System.Buffers.Text;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>Compares the text of every float, and of many doubles drawn at random, with the framework's.</summary>
internal sealed class NumberProof(double doubles, ulong seed, int threads, int findings, TextWriter output)
{
    /// <summary>Numbers of a step: what a thread takes at a time.</summary>
    private const long Step = 1 << 20;

    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private readonly Lock _lock = new();
    private int _differences;

    /// <summary>Returns how many numbers differ.</summary>
    public int Run()
    {
        output.WriteLine($"Numbers, {VectorLevels.Current}, seed {seed}, {threads} threads");
        RunAll("floats", 1L << 32, static (_, number) => CompareSingle(BitConverter.Int32BitsToSingle((int)(uint)number)));
        RunAll("doubles", (long)doubles, static (random, number) => CompareDouble(Draw(random, number)));
        return _differences;
    }

    private void RunAll(string kind, long count, Func<Random, long, string?> compare)
    {
        long done = 0;
        var clock = Stopwatch.StartNew();
        TimeSpan next = Interval;
        Parallel.For(0, (count + Step - 1) / Step, new ParallelOptions { MaxDegreeOfParallelism = threads }, (step, state) =>
        {
            // Each step has its own sequence, so a difference is found again whatever the number of threads.
            var random = new Random((int)new PseudoRandom(seed + (ulong)step).Next());
            long end = Math.Min(count, (step + 1) * Step);
            for (long number = step * Step; number < end; number++)
                if (compare(random, number) is { } difference) Report(difference);
            lock (_lock)
            {
                done += end - step * Step;
                if (_differences >= findings) state.Stop();
                if (clock.Elapsed < next) return;
                next = clock.Elapsed + Interval;
                output.WriteLine($"{done:N0} of {count:N0} {kind}, {_differences} differ");
            }
        });
        output.WriteLine($"{done:N0} {kind} in {clock.Elapsed.TotalMinutes:F1} minutes, {_differences} differ");
    }

    private void Report(string difference)
    {
        lock (_lock)
        {
            _differences++;
            output.WriteLine(difference);
        }
    }

    /// <summary>Any bits; decimals of few and of many digits; numbers from 0 to 1: a quarter each.</summary>
    private static double Draw(Random random, long number) => (number & 3) switch
    {
        0 => BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)),
        1 => random.Next() / 100d,
        2 => random.NextInt64() / (double)Digits.PowersOfTen[random.Next(Digits.PowersOfTen.Length)],
        _ => random.NextDouble(),
    };

    private static string? CompareSingle(float value)
    {
        if (!float.IsFinite(value)) return null;
        Span<byte> expected = stackalloc byte[SingleFormatter.Room];
        Span<byte> actual = stackalloc byte[SingleFormatter.Room];
        Utf8Formatter.TryFormat(value, expected, out int length);
        return Compare(expected[..length], actual, SingleFormatter.Format(ref actual[0], value));
    }

    private static string? CompareDouble(double value)
    {
        if (!double.IsFinite(value)) return null;
        Span<byte> expected = stackalloc byte[DoubleFormatter.Room];
        Span<byte> actual = stackalloc byte[DoubleFormatter.Room];
        Utf8Formatter.TryFormat(value, expected, out int length);
        return Compare(expected[..length], actual, DoubleFormatter.Format(ref actual[0], value));
    }

    private static string? Compare(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, int length) =>
        actual[..length].SequenceEqual(expected) ? null
        : string.Create(CultureInfo.InvariantCulture, $"{Encoding.UTF8.GetString(actual[..length])} in place of {Encoding.UTF8.GetString(expected)}");
}
