using System.Diagnostics.CodeAnalysis;

namespace RowJson.Tests;

/// <summary>What a sink does at which of its calls: fail, or have the write cancelled. Collects what it took before.</summary>
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
internal sealed class SinkScript
{
    public const int Never = 0;

    private readonly MemoryStream _taken = new();

    /// <summary>The number of the call that fails, from 1.</summary>
    public int FailAt { get; init; } = Never;

    /// <summary>The number of the call during which the write is cancelled, from 1.</summary>
    public int CancelAt { get; init; } = Never;

    public CancellationTokenSource Cancellation { get; } = new();

    public Exception Failure { get; init; } = new IOException("The wire is cut.");

    public int Calls { get; private set; }

    public byte[] Taken => _taken.ToArray();

    /// <summary>Counts a call, and lets it end as it is to end.</summary>
    public void Call(CancellationToken cancellationToken = default)
    {
        Calls++;
        if (Calls == CancelAt) Cancellation.Cancel();
        cancellationToken.ThrowIfCancellationRequested();
        if (Calls == FailAt) throw Failure;
    }

    public void Take(ReadOnlySpan<byte> bytes) => _taken.Write(bytes);
}
