using System.Diagnostics;
using System.Globalization;

namespace RowJson.Fuzz;

/// <summary>How long, how, and where the output goes.</summary>
/// <param name="Time">How long to go on.</param>
/// <param name="Seed">Where the pseudo-random cases start.</param>
/// <param name="Threads">How many threads compare.</param>
/// <param name="FirstEpoch">The number of the first epoch: a finding says in which one it was.</param>
/// <param name="MostFindings">After so many the run ends.</param>
internal sealed record FuzzPlan(TimeSpan Time, ulong Seed, int Threads, long FirstEpoch = 0, int MostFindings = 5)
{
    /// <summary>Values of generated types are compared, and no rows.</summary>
    public bool IsOfValues { get; init; }
}

/// <summary>What a run found.</summary>
internal sealed record FuzzResult(FuzzCounts Counts, IReadOnlyList<string> Findings, TimeSpan Time);

/// <summary>Compares for a time, and prints each finding as a test.</summary>
internal sealed class FuzzRun(FuzzPlan plan, TextWriter output)
{
    /// <summary>To reduce a case takes long, and many turn out to be known: of each kind so many for each finding that is wanted.</summary>
    private const int ReducedPerFinding = 4;

    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(60);

    private readonly Lock _lock = new();
    private readonly List<string> _findings = [];
    private readonly HashSet<string> _known = [];
    private readonly SerializerPool _serializers = new(plan.Seed);
    private readonly Dictionary<string, int> _timesOfKind = [];
    private readonly FuzzCounts _total = new();
    private volatile bool _isOver;
    private readonly long _began = Stopwatch.GetTimestamp();
    private long _nextEpoch = plan.FirstEpoch;
    private TimeSpan _nextProgress = ProgressInterval;

    private bool IsOver => _isOver || Stopwatch.GetElapsedTime(_began) >= plan.Time;

    public FuzzResult Run()
    {
        output.WriteLine(
            $"fuzz: seed {plan.Seed}, {plan.Time.TotalSeconds:F0} s, {plan.Threads} thread(s), {VectorLevels.Current}, "
            + $"{JsonTexts.Count:N0} rows of text");
        Thread[] threads = [.. Enumerable.Range(0, plan.Threads).Select(_ => new Thread(RunEpochs, maxStackSize: 16 << 20))];
        foreach (Thread thread in threads) thread.Start();
        foreach (Thread thread in threads) thread.Join();
        TimeSpan time = Stopwatch.GetElapsedTime(_began);
        output.WriteLine($"fuzz: {Describe(time)}; {_findings.Count} finding(s), seed {plan.Seed}");
        output.Flush();
        return new FuzzResult(_total, _findings, time);
    }

    private void RunEpochs()
    {
        while (!IsOver)
        {
            long number = Interlocked.Increment(ref _nextEpoch) - 1;
            var counts = new FuzzCounts();
            try
            {
                if (plan.IsOfValues)
                {
                    var values = new ValueEpoch(plan.Seed, number);
                    values.Run(counts, (failing, fault) => Report(number, failing, fault), () => IsOver);
                }
                else
                {
                    var epoch = new FuzzEpoch(plan.Seed, number, _serializers);
                    epoch.Run(counts, (failing, fault) => Report(number, failing, fault), () => IsOver);
                }
            }
            catch (Exception exception)
            {
                // Of the fuzzer's own code, or buffers that were not returned.
                AddFinding($"epoch {number} of seed {plan.Seed}: {exception}");
            }
            lock (_lock)
            {
                _total.Add(counts);
                ShowProgress(number);
            }
        }
    }

    /// <summary>Of each kind of fault some are reduced, and those reported whose types or options differ then.</summary>
    private void Report(long epoch, ValueCase failing, string fault)
    {
        string kind = KindOf(fault);
        string group = $"{kind} {failing.Values.Options}";
        lock (_lock)
        {
            int times = _timesOfKind.GetValueOrDefault(group);
            if (IsOver || times == plan.MostFindings * ReducedPerFinding || !_known.Add(group + string.Concat(fault.Where(char.IsAsciiLetter).Take(60)))) return;
            _timesOfKind[group] = times + 1;
        }
        (ValueCase Case, int Times)? reduced = Reducer.Reduce(failing, it => KindOf(it) == kind);
        ValueCase smallest = reduced?.Case ?? failing;
        lock (_lock)
        {
            string types = string.Concat($"{smallest.Types}".Where(char.IsAsciiLetter));
            if (!_known.Add($"{kind} {smallest.Values.Options} {types} {smallest.Serializer}")) return;
        }
        AddFinding($"FINDING in epoch {epoch} of seed {plan.Seed} ({VectorLevels.Current}): --seed {plan.Seed} --epoch {epoch}\n"
            + (reduced is null ? $"with options that earlier values have used\n{failing}\n{fault}" : $"{smallest}\n{smallest.Check(reduced.Value.Times) ?? fault}"));
    }

    private static string KindOf(string fault) => fault[..fault.IndexOf(':', StringComparison.Ordinal)];

    private void Report(long epoch, FuzzCase failing, string fault)
    {
        // One finding for each source and kind of fault: a defect is found a thousand times a second.
        string kind = failing.Source + string.Concat(fault.Where(char.IsAsciiLetter).Take(24));
        lock (_lock)
        {
            if (IsOver || !_known.Add(kind)) return;
        }
        TimeSpan found = Stopwatch.GetElapsedTime(_began);
        (FuzzCase Case, int Times)? reduced = Reducer.Reduce(failing);
        string where = string.Create(
            CultureInfo.InvariantCulture,
            $"FINDING after {found.TotalSeconds:F1} s, epoch {epoch} of seed {plan.Seed} ({VectorLevels.Current})");
        if (reduced is not { } result)
        {
            AddFinding($"{where}, with options that earlier rows have used: run --seed {plan.Seed} --epoch {epoch}\n"
                + $"{failing.Source} to {failing.Sink}, {failing.Serializer}, {failing.Rows}\n{fault}");
            return;
        }
        string reason = result.Case.Check(result.Times) ?? fault;
        TimeSpan reducing = Stopwatch.GetElapsedTime(_began) - found;
        string took = string.Create(CultureInfo.InvariantCulture, $"reduced in {reducing.TotalSeconds:F1} s");
        AddFinding($"{where}, {took}\n{reason}\n{result.Case.ToTest(result.Times)}");
    }

    private void AddFinding(string text)
    {
        lock (_lock)
        {
            _findings.Add(text);
            output.WriteLine(text);
            output.Flush();
            if (_findings.Count >= plan.MostFindings) _isOver = true;
        }
    }

    private void ShowProgress(long epoch)
    {
        TimeSpan time = Stopwatch.GetElapsedTime(_began);
        if (time < _nextProgress) return;
        _nextProgress = time + ProgressInterval;
        output.WriteLine($"fuzz: {Describe(time)}; epoch {epoch}");
        output.Flush();
    }

    private string Describe(TimeSpan time) => string.Create(
        CultureInfo.InvariantCulture,
        $"{_total.Cells:N0} cells compared in {_total.Comparisons:N0} writes ({PerSecond(time):N0} cells/s, "
        + $"{PerSecond(Environment.CpuUsage.TotalTime):N0} per second of CPU), "
        + $"{_total.Values:N0} writes of values, {_total.Bytes / 1e9:N2} GB, {_total.DistinctCells:N0} different cells in {_total.DataSets:N0} data sets, "
        + $"{_total.Refusals:N0} refused by both, {_total.NotHeld:N0} held by no source, {time.TotalSeconds:N0} s");

    private double PerSecond(TimeSpan time) => _total.Cells / Math.Max(1e-3, time.TotalSeconds);
}
