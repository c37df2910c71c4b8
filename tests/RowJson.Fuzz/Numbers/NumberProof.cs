using System.Diagnostics;
using System.Text;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>
/// Compares the text of every float, and of many doubles drawn at random, with the framework's: text by text, or by the digests in a folder,
/// which the first proof with a seed leaves there.
/// </summary>
internal sealed class NumberProof(ulong seed, int threads, int findings, string? digests, TextWriter output)
{
    /// <summary>Numbers of a step: what a thread takes at a time.</summary>
    private const long Step = 1 << 20;

    /// <summary>Bytes for a text: whole digests of eight.</summary>
    private const int Room = 40;

    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private readonly Lock _lock = new();

    /// <summary>How many numbers differ.</summary>
    public int Differences { get; private set; }

    public void CompareFloats() => Compare<Floats>(Floats.Count);

    public void CompareDoubles(long count) => Compare<Doubles>(count);

    private void Compare<TNumbers>(long count) where TNumbers : struct, INumbers
    {
        if (count == 0) return;
        long steps = (count + Step - 1) / Step;
        var known = new NumberDigests(digests, $"{TNumbers.Name}-{seed}", steps);
        known.Load();
        output.WriteLine(
            $"{count:N0} {TNumbers.Name}, {VectorLevels.Current}, seed {seed}, {threads} threads{(known.AreKnown ? ", by digests" : "")}");
        long done = 0;
        var clock = Stopwatch.StartNew();
        TimeSpan next = Interval;
        Parallel.For(0, steps, new ParallelOptions { MaxDegreeOfParallelism = threads }, (step, state) =>
        {
            long start = step * Step;
            long end = Math.Min(count, start + Step);
            if (!known.AreKnown || GetDigest<TNumbers>(start, end) != known[step]) known[step] = CompareTexts<TNumbers>(start, end);
            lock (_lock)
            {
                done += end - start;
                if (Differences >= findings) state.Stop();
                if (clock.Elapsed < next) return;
                next = clock.Elapsed + Interval;
                output.WriteLine($"{done:N0} of {count:N0} {TNumbers.Name}, {Differences} differ");
            }
        });
        if (done == count) known.Save();
        output.WriteLine($"{done:N0} {TNumbers.Name} in {clock.Elapsed.TotalMinutes:F1} minutes, {Differences} differ");
    }

    /// <summary>Each step has its own sequence, so a difference is found again whatever the number of threads.</summary>
    private Random CreateRandom(long start) => new((int)new PseudoRandom(seed + (ulong)(start / Step)).Next());

    /// <summary>Returns the digest of the framework's texts.</summary>
    private ulong CompareTexts<TNumbers>(long start, long end) where TNumbers : struct, INumbers
    {
        Random random = CreateRandom(start);
        Span<byte> expected = stackalloc byte[Room];
        Span<byte> actual = stackalloc byte[Room];
        ulong digest = 0;
        for (long index = start; index < end; index++)
        {
            ulong bits = TNumbers.Draw(random, index);
            if (!TNumbers.IsFinite(bits)) continue;
            int length = TNumbers.FormatByFramework(bits, expected);
            Span<byte> text = actual[..TNumbers.Format(bits, actual)];
            if (!text.SequenceEqual(expected[..length])) Report(text, expected[..length]);
            digest = NumberDigests.Add(digest, expected, length);
        }
        return digest;
    }

    private ulong GetDigest<TNumbers>(long start, long end) where TNumbers : struct, INumbers
    {
        Random random = CreateRandom(start);
        Span<byte> text = stackalloc byte[Room];
        ulong digest = 0;
        for (long index = start; index < end; index++)
        {
            ulong bits = TNumbers.Draw(random, index);
            if (TNumbers.IsFinite(bits)) digest = NumberDigests.Add(digest, text, TNumbers.Format(bits, text));
        }
        return digest;
    }

    private void Report(ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected)
    {
        lock (_lock)
        {
            Differences++;
            output.WriteLine($"{Encoding.UTF8.GetString(actual)} in place of {Encoding.UTF8.GetString(expected)}");
        }
    }
}
