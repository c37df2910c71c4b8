namespace RowJson.Conformance;

/// <summary>One source with one fault, on its way to one sink with another.</summary>
internal sealed class FailureCase
{
    /// <summary>Only a write that never ends takes as long.</summary>
    private static readonly TimeSpan Forever = TimeSpan.FromMinutes(1);

    public required FailureSource Source { get; init; }

    public required FailureSink Sink { get; init; }

    public required JsonRowOptions Options { get; init; }

    public SourceFault Fault { get; init; }

    /// <summary>The row of the fault.</summary>
    public int At { get; init; } = -1;

    /// <summary>What the fault throws, where it is one that throws.</summary>
    public Exception Thrown { get; init; } = FailureSource.Thrown;

    /// <summary>The call that the fault makes instead.</summary>
    public NestedCall? Nested { get; init; }

    /// <summary>The row or the sink that makes that call catches its exception.</summary>
    public bool Swallows { get; init; }

    /// <summary>How those calls ended: null is a call that returned.</summary>
    public List<Exception?> NestedEnds { get; } = [];

    /// <summary>What the sink does.</summary>
    public SinkScript Script { get; init; } = new();

    /// <summary>What an asynchronous source does at which of its moves; one that is held is silent.</summary>
    public SinkScript Moves { get; init; } = new();

    /// <summary>How a silent source reacts to the cancellation of its move.</summary>
    public SilenceEnd SilenceEnd { get; init; }

    public CancellationToken Cancellation => Moves.CancelAt != SinkScript.Never ? Moves.Cancellation.Token : Script.Cancellation.Token;

    /// <summary>The row writer under way, where the sink is one.</summary>
    public JsonRowWriter? Writer { get; set; }

    /// <summary>Writes other rows to the sink under way.</summary>
    public Action? WriteOther { get; set; }

    /// <summary>The operations that nested calls have begun and do not await.</summary>
    public List<Task> AwaitedLater { get; } = [];

    /// <summary>The rows that the write says it has written.</summary>
    public long Written { get; private set; }

    /// <summary>Sequences of the source that are begun and not disposed.</summary>
    public int OpenSequences { get; set; }

    /// <summary>Runs; returns what was thrown.</summary>
    public async Task<Exception?> RunAsync()
    {
        try
        {
            Task<JsonRowResult> writing = Sink.WriteAsync(this);
            Written = (writing.IsCompleted ? await writing : await writing.WaitAsync(Forever)).Rows;
            return null;
        }
        catch (Exception exception) when (exception is not Xunit.Sdk.XunitException)
        {
            return exception;
        }
    }

    /// <summary>Waits for the operations that nested calls have begun, before the sink is disposed; they may have been refused.</summary>
    public async Task EndNestedCallsAsync()
    {
        foreach (Task begun in AwaitedLater)
        {
            try
            {
                await begun.WaitAsync(Forever);
            }
            catch (InvalidOperationException)
            {
            }
        }
    }

    /// <summary>What is wrong with a row.</summary>
    public RowFault FaultOf(int row) => row == At ? new RowFault(Fault, Act) : default;

    /// <summary>What a fault does that is not in the data: throws, or makes the nested call.</summary>
    public void Act()
    {
        if (Nested is null) throw Thrown;
        try
        {
            Nested.Call(this);
            NestedEnds.Add(null);
        }
        catch (Exception exception)
        {
            NestedEnds.Add(exception);
            if (!Swallows) throw;
        }
    }

    /// <summary>Awaited by an asynchronous source before it moves; false if that ends it.</summary>
    public async ValueTask<bool> MoveAsync(CancellationToken cancellationToken)
    {
        // Rows are available at once, unless the source is cancelled at one.
        if (Moves.CancelAt != SinkScript.Never) await Task.Yield();
        try
        {
            await Moves.CallAsync(cancellationToken);
            return true;
        }
        catch (OperationCanceledException) when (SilenceEnd == SilenceEnd.NoMoreRows)
        {
            return false;
        }
        catch (OperationCanceledException) when (SilenceEnd == SilenceEnd.Failure)
        {
            throw Thrown;
        }
    }

    public override string ToString()
    {
        string what = Nested is null ? Fault == SourceFault.None ? "" : $", {Fault} at {At}: {Thrown.GetType().Name}"
            : $", {(Fault == SourceFault.None ? "sink" : $"{Fault} at {At}")} calls {Nested.Name}{(Swallows ? ", swallowed" : "")}";
        string style = Options.SerializerOptions.WriteIndented ? ", indented" : "";
        return $"{Source.Name} → {Sink.Name}, {Options.Format}{style}, batches of {Options.FlushThreshold}"
            + $"{what}{Script.Describe(", sink")}{Moves.Describe(", source")}";
    }
}

/// <summary>How a silent source reacts to the cancellation of its move.</summary>
internal enum SilenceEnd
{
    Cancellation,
    NoMoreRows,
    Failure,
}

/// <summary>What is wrong with one row.</summary>
/// <param name="Place">Where in the row it is.</param>
/// <param name="Act">What happens there, where the fault is not in the data; null: nothing, the row is sound.</param>
internal readonly record struct RowFault(SourceFault Place, Action? Act);
