using System.Diagnostics.CodeAnalysis;

namespace RowJson.Tests;

/// <summary>
/// What a sink or an asynchronous source does at which of its calls: fail, cancel the write, call back, or not end. Collects the bytes
/// that a sink has taken.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
internal sealed class SinkScript
{
    public const int Never = 0;

    private readonly MemoryStream _taken = new();
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The number of the call that fails, from 1.</summary>
    public int FailAt { get; init; } = Never;

    /// <summary>The number of the call during which the write is cancelled, from 1.</summary>
    public int CancelAt { get; init; } = Never;

    /// <summary>The number of the asynchronous call that does not end before <see cref="Release"/> or a cancellation, from 1.</summary>
    public int HoldAt { get; init; } = Never;

    /// <summary>The number of the call that calls <see cref="Act"/>, from 1.</summary>
    public int ActAt { get; init; } = Never;

    public Action? Act { get; set; }

    /// <summary>The bytes after which a pipe's reader completes; -1: it reads to the end.</summary>
    public int LeaveAfter { get; init; } = -1;

    public CancellationTokenSource Cancellation { get; } = new();

    public Exception Failure { get; init; } = new IOException("The wire is cut.");

    public int Calls { get; private set; }

    /// <summary>Completes when a call is held.</summary>
    public Task Held => _held.Task;

    public byte[] Taken => _taken.ToArray();

    public int TakenLength => (int)_taken.Length;

    /// <summary>Lets the call go on that is held, or will be.</summary>
    public void Release() => _released.TrySetResult();

    /// <summary>Counts a call, and lets it end as the script says.</summary>
    public void Call(CancellationToken cancellationToken = default)
    {
        int call = ++Calls;
        if (call == CancelAt) Cancellation.Cancel();
        cancellationToken.ThrowIfCancellationRequested();
        if (call == ActAt) Act!();
        if (call == FailAt) throw Failure;
    }

    /// <summary>The same for a call that may be held.</summary>
    public ValueTask CallAsync(CancellationToken cancellationToken)
    {
        Call(cancellationToken);
        if (Calls != HoldAt) return default;
        _held.TrySetResult();
        return new ValueTask(_released.Task.WaitAsync(cancellationToken));
    }

    public void Take(ReadOnlySpan<byte> bytes) => _taken.Write(bytes);

    /// <summary>What the script says, for messages; nothing where it says nothing.</summary>
    public string Describe(string who) => string.Concat(
        Describe(who, "fails at", FailAt),
        Describe(who, "is cancelled at", CancelAt),
        Describe(who, "is held at", HoldAt),
        Describe(who, "calls back at", ActAt),
        LeaveAfter < 0 ? "" : $"{who}'s reader leaves after {LeaveAfter} bytes");

    private static string Describe(string who, string what, int call) => call == Never ? "" : $"{who} {what} call {call}";
}
