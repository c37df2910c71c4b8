namespace RowJson.Fuzz;

/// <summary>What ends a write early.</summary>
internal enum InterruptionKind
{
    /// <summary>A call of the sink fails.</summary>
    SinkFails,

    /// <summary>The write is cancelled while the sink is called.</summary>
    SinkCancels,

    /// <summary>The source fails when it is asked for a row.</summary>
    SourceFails,

    /// <summary>The write is cancelled while the source is asked for a row.</summary>
    SourceCancels,
}

/// <summary>Ends one write early.</summary>
/// <param name="kind">How.</param>
/// <param name="at">In which call of the sink, or at which row of the source; the first is 0.</param>
internal sealed class Interruption(InterruptionKind kind, int at) : IDisposable
{
    private readonly CancellationTokenSource _cancellation = new();
    private readonly IOException _failure = new("Interrupted.");
    private int _calls;

    public CancellationToken Token => _cancellation.Token;

    public bool HasHappened { get; private set; }

    /// <summary>What failed was used once more.</summary>
    public bool IsIgnored { get; private set; }

    public bool IsFailure => kind is InterruptionKind.SinkFails or InterruptionKind.SourceFails;

    public bool IsOfSink => kind is InterruptionKind.SinkFails or InterruptionKind.SinkCancels;

    /// <summary>The sink is called, or the source is asked for a row.</summary>
    public void Call()
    {
        if (HasHappened)
        {
            IsIgnored |= IsFailure;
            return;
        }
        if (_calls++ < at) return;
        HasHappened = true;
        if (IsFailure) throw _failure;
        _cancellation.Cancel();
    }

    /// <summary>The same of a sink that sees the cancellation at once, or does not: half of them do.</summary>
    public void Call(CancellationToken cancellationToken)
    {
        Call();
        if (at % 2 == 1) cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Whether a write that has been interrupted may end so.</summary>
    public bool Explains(Exception failure) => kind switch
    {
        InterruptionKind.SinkFails => IsFailureOf(failure, JsonRowStage.Sink),
        InterruptionKind.SourceFails => IsFailureOf(failure, JsonRowStage.Source),
        _ => failure is OperationCanceledException cancellation && cancellation.CancellationToken == Token,
    };

    public void Dispose() => _cancellation.Dispose();

    private bool IsFailureOf(Exception failure, JsonRowStage stage) =>
        failure is JsonRowException exception && exception.Stage == stage && ReferenceEquals(exception.InnerException, _failure);
}

/// <summary>Where a source says that it is asked for a row.</summary>
internal sealed class RowSignal
{
    public Interruption? Interruption { get; set; }

    public void Next() => Interruption?.Call();

    /// <summary>The same as a filter that keeps all rows.</summary>
    public bool Keeps<T>(T row)
    {
        Next();
        return true;
    }
}
