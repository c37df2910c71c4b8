using System.Globalization;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>What a soak has done, and what went wrong.</summary>
internal sealed class SoakReport
{
    private readonly Lock _lock = new();
    private readonly List<string> _faults = [];
    private long _writes;
    private long _rows;
    private long _bytes;
    private long _failures;
    private long _cancellations;
    private long _misuses;
    private long _abandoned;

    public IReadOnlyList<string> Faults => _faults;

    /// <summary>Writes that were misused, see <see cref="SoakMisuse"/>, or called from inside a row.</summary>
    public long Misuses => _misuses;

    /// <summary>Buffers that a disposal during a write has left to the collector.</summary>
    public long Abandoned => _abandoned;

    public long Writes => _writes;

    /// <summary>Writes that ended in the failure they were to end in.</summary>
    public long Failures => _failures;

    public long Cancellations => _cancellations;

    public void Add(long rows, long bytes, Exception? thrown)
    {
        Interlocked.Increment(ref _writes);
        Interlocked.Add(ref _rows, rows);
        Interlocked.Add(ref _bytes, bytes);
        if (thrown is OperationCanceledException) Interlocked.Increment(ref _cancellations);
        else if (thrown is not null) Interlocked.Increment(ref _failures);
    }

    public void AddMisuse(long rows, long bytes, Exception? thrown)
    {
        Interlocked.Increment(ref _misuses);
        Add(rows, bytes, thrown);
    }

    public void AddAbandoned(int buffers) => Interlocked.Add(ref _abandoned, buffers);

    /// <summary>Adds what a pool has seen since the last time.</summary>
    public void AddFaults(CountingPool pool)
    {
        pool.CheckResting();
        while (pool.TryTakeFault(out string? fault)) AddFault(fault);
    }

    public void AddFault(string fault)
    {
        lock (_lock) _faults.Add(fault);
    }

    public void Print(TextWriter output)
    {
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{_writes:N0} writes, {_rows:N0} complete rows, {_bytes / 1e6:N0} MB; {_failures:N0} failed and {_cancellations:N0} "
            + $"cancelled as they were to; "
            + $"{_misuses:N0} were misused, which left {_abandoned:N0} buffers to the collector"));
        foreach (string fault in _faults.Take(20)) output.WriteLine(fault);
        output.WriteLine(_faults.Count == 0 ? "no faults" : $"{_faults.Count} faults");
    }
}
