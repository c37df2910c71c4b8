using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>
/// Looks for values that take RowJson longer than the serializer: types, options and values are drawn as those that are compared, and each is written
/// in turns. What is slower is measured again in processes of its own, as an application has it, and reduced if it stays so: where hundreds of other
/// types have been written, compiled code fits none of them. Short values are counted, and not printed: what they lose is less than the time
/// that the serializer takes in the same way for an object without properties, see docs/bounds.md.
/// </summary>
/// <remarks>For a quiet machine. This process has no profile of its code, which loses more: what loses here may gain there, and hardly the reverse.</remarks>
internal sealed class LossHunt(FuzzPlan plan, TextWriter output)
{
    private const int Values = 4;

    /// <summary>A value loses that loses in so many.</summary>
    private const int Processes = 3;

    private readonly SortedDictionary<string, List<LossTimes>> _times = new(StringComparer.Ordinal);
    private readonly HashSet<string> _known = [];
    private readonly long _began = Stopwatch.GetTimestamp();
    private int _losses;

    private bool IsOver => Stopwatch.GetElapsedTime(_began) >= plan.Time || _losses >= plan.MostFindings;

    /// <summary>Returns how many kinds of value lose.</summary>
    public int Run()
    {
        output.WriteLine($"losses: seed {plan.Seed}, {plan.Time.TotalSeconds:F0} s, {VectorLevels.Current}");
        for (long epoch = plan.FirstEpoch; !IsOver; epoch++)
        {
            LossCase[] drawn = [.. Draw(epoch)];
            for (int i = 0; i < drawn.Length && !IsOver; i++) Measure(epoch, i, drawn[i]);
        }
        foreach ((string values, List<LossTimes> times) in _times) Report(values, times);
        Report($"losses of {_losses} kinds, seed {plan.Seed}", [.. _times.Values.SelectMany(it => it)]);
        return _losses;
    }

    /// <summary>Measures one value of the first epoch until its code is warm, and prints the times. A value that loses is reduced and printed.</summary>
    /// <param name="value">Its index in the epoch.</param>
    /// <remarks>If the plan has no time, nothing is reduced.</remarks>
    public void MeasureAlone(int value)
    {
        LossCase drawn = Draw(plan.FirstEpoch).ElementAt(value);
        if (drawn.Measure(LossCase.MostWarmings) is not { } measured) return;
        output.WriteLine(measured.ToText());
        if (!measured.IsLoss || plan.Time == TimeSpan.Zero) return;
        if (Reducer.Reduce(drawn) is { } reduced && reduced.Case.Check() is { } fault) output.WriteLine($"reduced to a {fault}\n{reduced.Case}");
        else output.WriteLine($"not reduced\n{drawn}");
    }

    private void Report(string values, List<LossTimes> times)
    {
        if (times.Count == 0) return;
        double[] ratios = [.. times.Select(it => it.Ratio).Order()];
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{values}: of {times.Count:N0} measurements {times.Count(it => it.IsLoss)} below {LossTimes.Limit}, and {times.Count(it => it.IsShort)} of short "
            + $"values, median {ratios[ratios.Length / 2]:F2}, a tenth below {ratios[ratios.Length / 10]:F2}"));
    }

    private IEnumerable<LossCase> Draw(long epoch)
    {
        var draw = new Draw(new RowJson.Tests.PseudoRandom(plan.Seed + ((ulong)epoch * 0xBF58476D1CE4E5B9)).Next());
        TypeFamily types = TypeMaker.Next(draw);
        // RowJson refuses what the serializer then writes: no JSON.
        if (types.HasSilentConverter) yield break;
        // Most applications have few settings.
        SerializerSettings serializer = draw.Chance(2) ? new SerializerSettings() : SerializerSettings.NextOfValues(draw);
        for (int i = 0; i < Values; i++)
        {
            ValueSettings value = ValueSettings.Next(draw) with { IsOdd = false, Repeats = false };
            (Place place, int count) = draw.Pick([(Place.Root, 1), (Place.Property, 1), (Place.Element, 1), (Place.Element, 10), (Place.Element, 100)]);
            FastOptions options = draw.Pick(
                [FastOptions.Write, FastOptions.Both, FastOptions.RowSerializer, place == Place.Element ? FastOptions.Rows : FastOptions.Write]);
            string way = options switch
            {
                FastOptions.RowSerializer => draw.Pick<string>(ValueWays.Streams),
                FastOptions.Rows => draw.Pick<string>([ValueWays.Bytes, .. ValueWays.Streams]),
                _ => ValueWays.Bytes,
            };
            yield return new LossCase(types, serializer, value with { Place = place, Count = count, Options = options, Way = way });
        }
    }

    private void Measure(long epoch, int value, LossCase drawn)
    {
        if (drawn.Measure(warmings: 1) is not { } measured) return;
        string found = "";
        // What code is compiled to differs from one process to the next.
        for (int i = 1; i <= Processes && measured.Ratio < LossTimes.Limit; i++) (measured, found) = MeasureApart(epoch, value, reduces: i == Processes);
        string values = $"{drawn.Values.Place} of {drawn.Values.Count}, {drawn.Values.Options}, {drawn.Values.Way}";
        if (!_times.TryGetValue(values, out List<LossTimes>? times)) _times.Add(values, times = []);
        times.Add(measured);
        if (!measured.IsLoss || !_known.Add(string.Concat(found.Where(char.IsAsciiLetter)))) return;
        _losses++;
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"LOSS of {measured.Ratio:F2} in epoch {epoch} of seed {plan.Seed} ({VectorLevels.Current}), {found}"));
        output.Flush();
    }

    private (LossTimes Times, string Found) MeasureApart(long epoch, int value, bool reduces)
    {
        string[] printed = OwnProcess.Output(
            "--minutes", reduces ? "1" : "0", "--seed", $"{plan.Seed}", "--epoch", $"{epoch}", "--value", $"{value}")
            .Split('\n', 2, StringSplitOptions.TrimEntries);
        return (LossTimes.Parse(printed[0]), printed[^1]);
    }
}

/// <summary>Nanoseconds of a write, each the least of several turns.</summary>
/// <param name="Plain">By the serializer.</param>
/// <param name="Fast">By RowJson.</param>
/// <param name="Call">By the serializer, of an object without properties, in the same way: into a buffer, to a stream or a pipe.</param>
internal readonly record struct LossTimes(double Plain, double Fast, double Call)
{
    /// <summary>A lower ratio is a loss.</summary>
    public const double Limit = 0.95;

    public double Ratio => Plain / Fast;

    /// <summary>RowJson takes longer, by more than a call.</summary>
    public bool IsLoss => Ratio < Limit && Fast - Plain > Call;

    /// <summary>RowJson takes longer, by less than a call.</summary>
    public bool IsShort => Ratio < Limit && !IsLoss;

    public static LossTimes Parse(string text)
    {
        double[] times = [.. text.Split(' ').Select(it => double.Parse(it, CultureInfo.InvariantCulture))];
        return new LossTimes(times[0], times[1], times[2]);
    }

    public string ToText() => string.Create(CultureInfo.InvariantCulture, $"{Plain} {Fast} {Call}");
}

/// <summary>One value that is written by both.</summary>
internal sealed record LossCase(TypeFamily Types, SerializerSettings Serializer, ValueSettings Values) : IReducible<LossCase>
{
    /// <summary>Short values need more calls until their columns come, and until all code that they use has been compiled with its profile.</summary>
    public const int MostWarmings = 6;

    /// <summary>Columns have come after so many bytes.</summary>
    private const long WarmBytes = 4 << 20;

    private const int Rounds = 12;

    private static readonly TimeSpan LongestWarming = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(2);

    /// <inheritdoc/>
    public string? Check(int times = 1) => Measure(MostWarmings) is { IsLoss: true } measured
        ? string.Create(CultureInfo.InvariantCulture, $"loss: {measured.Ratio:F2}")
        : null;

    /// <summary>What both take; null if one refuses the value.</summary>
    /// <param name="warmings">How often what is slower is warmed and measured.</param>
    public LossTimes? Measure(int warmings)
    {
        if (new ValueBench(Types, Serializer, isMeasured: true).Writers(Values) is not var (plain, fast)) return null;
        Func<long> call = ValueWays.Writer(Values.Way, new Empty(), typeof(Empty), JsonSerializerOptions.Default);
        LossTimes least;
        do
        {
            Warm(plain);
            Warm(fast);
            Warm(call);
            // Columns are compiled on another thread.
            Thread.Sleep(40);
            least = new LossTimes(double.MaxValue, double.MaxValue, double.MaxValue);
            for (int i = 0; i < Rounds; i++)
                least = new LossTimes(Math.Min(least.Plain, Time(plain)), Math.Min(least.Fast, Time(fast)), Math.Min(least.Call, Time(call)));
        }
        while (least.Ratio < LossTimes.Limit && --warmings > 0);
        return least;
    }

    private sealed class Empty;

    /// <inheritdoc/>
    public IEnumerable<LossCase> Smaller() =>
        new ValueCase(Types, Serializer, Values).Smaller()
            .Where(it => it.Values.Options == Values.Options && it.Values.Place == Values.Place && it.Values.Way == Values.Way)
            .Select(it => new LossCase(it.Types, it.Serializer, it.Values));

    public override string ToString() => new ValueCase(Types, Serializer, Values).ToString();

    private static void Warm(Func<long> write)
    {
        long began = Stopwatch.GetTimestamp();
        for (long bytes = 0; bytes < WarmBytes && Stopwatch.GetElapsedTime(began) < LongestWarming;) bytes += Math.Max(1, write());
    }

    /// <summary>Nanoseconds of a write.</summary>
    private static double Time(Func<long> write)
    {
        long began = Stopwatch.GetTimestamp();
        int writes = 0;
        TimeSpan time;
        do
        {
            for (int i = 0; i < 4; i++) write();
            writes += 4;
            time = Stopwatch.GetElapsedTime(began);
        }
        while (time < Turn);
        return time.TotalNanoseconds / writes;
    }
}
