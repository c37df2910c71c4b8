using System.Diagnostics;
using System.Globalization;

namespace RowJson.Fuzz;

/// <summary>
/// Looks for values that take RowJson longer than the serializer: types, options and values are drawn as those that are compared, and each is written
/// in turns. What stays slower is reduced, and printed with its ratio: the time of the serializer by that of RowJson.
/// </summary>
/// <remarks>For a quiet machine, with everything optimised from the start: DOTNET_TieredCompilation=0.</remarks>
internal sealed class LossHunt(FuzzPlan plan, TextWriter output)
{
    private const int Values = 4;

    private readonly SortedDictionary<string, List<double>> _ratios = new(StringComparer.Ordinal);
    private readonly HashSet<string> _known = [];
    private readonly long _began = Stopwatch.GetTimestamp();
    private int _losses;

    private bool IsOver => Stopwatch.GetElapsedTime(_began) >= plan.Time || _losses >= plan.MostFindings;

    /// <summary>Returns how many kinds of value lose.</summary>
    public int Run()
    {
        output.WriteLine($"losses: seed {plan.Seed}, {plan.Time.TotalSeconds:F0} s, {VectorLevels.Current}");
        for (long epoch = plan.FirstEpoch; !IsOver; epoch++) Run(epoch);
        foreach ((string values, List<double> ratios) in _ratios) Report(values, ratios);
        Report($"losses of {_losses} kinds, seed {plan.Seed}", [.. _ratios.Values.SelectMany(it => it)]);
        return _losses;
    }

    private void Report(string values, List<double> ratios)
    {
        if (ratios.Count == 0) return;
        ratios.Sort();
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{values}: {ratios.Count(it => it < LossCase.Limit)} of {ratios.Count:N0} measurements below {LossCase.Limit}, "
            + $"median {ratios[ratios.Count / 2]:F2}, a tenth below {ratios[ratios.Count / 10]:F2}"));
    }

    private void Run(long epoch)
    {
        var draw = new Draw(new RowJson.Tests.PseudoRandom(plan.Seed + ((ulong)epoch * 0xBF58476D1CE4E5B9)).Next());
        TypeFamily types = TypeMaker.Next(draw);
        // Most applications have few settings.
        SerializerSettings serializer = draw.Chance(2) ? new SerializerSettings() : SerializerSettings.NextOfValues(draw);
        for (int i = 0; i < Values && !IsOver; i++)
        {
            ValueSettings value = ValueSettings.Next(draw) with { IsOdd = false, Repeats = false };
            (Place place, int count) = draw.Pick([(Place.Root, 1), (Place.Property, 1), (Place.Element, 1), (Place.Element, 10), (Place.Element, 100)]);
            FastOptions options = draw.Pick([FastOptions.Write, FastOptions.Both, place == Place.Element ? FastOptions.Rows : FastOptions.Write]);
            Measure(epoch, new LossCase(types, serializer, value with { Place = place, Count = count, Options = options }));
        }
    }

    private void Measure(long epoch, LossCase drawn)
    {
        if (drawn.Ratio() is not { } ratio) return;
        string values = $"{drawn.Values.Place} of {drawn.Values.Count}, {drawn.Values.Options}";
        if (!_ratios.TryGetValue(values, out List<double>? ratios)) _ratios.Add(values, ratios = []);
        ratios.Add(ratio);
        if (drawn.Check() is null || drawn.Check() is null || Reducer.Reduce(drawn) is not { } reduced) return;
        string text = reduced.Case.ToString();
        if (!_known.Add(string.Concat(text.Where(char.IsAsciiLetter))) || reduced.Case.Check() is not { } fault) return;
        _losses++;
        output.WriteLine($"LOSS in epoch {epoch} of seed {plan.Seed} ({VectorLevels.Current}): {fault}\n{text}");
        output.Flush();
    }
}

/// <summary>One value that is written by both.</summary>
internal sealed record LossCase(TypeFamily Types, SerializerSettings Serializer, ValueSettings Values) : IReducible<LossCase>
{
    /// <summary>A lower ratio is a loss.</summary>
    public const double Limit = 0.95;

    /// <summary>Columns have come after so many bytes.</summary>
    private const long WarmBytes = 4 << 20;

    private const int Rounds = 12;

    private static readonly TimeSpan LongestWarming = TimeSpan.FromMilliseconds(150);
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(2);

    /// <inheritdoc/>
    public string? Check(int times = 1) => Ratio() is { } ratio && ratio < Limit
        ? string.Create(CultureInfo.InvariantCulture, $"loss: {ratio:F2}")
        : null;

    /// <summary>The time of the serializer by that of RowJson, each the least of several turns; null if one refuses the value.</summary>
    public double? Ratio()
    {
        if (new ValueBench(Types, Serializer).Writers(Values) is not var (plain, fast)) return null;
        Warm(plain);
        Warm(fast);
        // Columns are compiled on another thread.
        Thread.Sleep(40);
        double least = double.MaxValue, ofFast = double.MaxValue;
        for (int i = 0; i < Rounds; i++)
        {
            least = Math.Min(least, Time(plain));
            ofFast = Math.Min(ofFast, Time(fast));
        }
        return least / ofFast;
    }

    /// <inheritdoc/>
    public IEnumerable<LossCase> Smaller() =>
        new ValueCase(Types, Serializer, Values).Smaller()
            .Where(it => it.Values.Options == Values.Options && it.Values.Place == Values.Place)
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
