namespace RowJson.Tests;

/// <summary>One source with one fault, on its way to one sink with another.</summary>
internal sealed class FailureCase
{
    public required FailureSource Source { get; init; }

    public required FailureSink Sink { get; init; }

    public required JsonRowOptions Options { get; init; }

    public SourceFault Fault { get; init; }

    /// <summary>The row of the fault.</summary>
    public int At { get; init; } = -1;

    /// <summary>What the sink does.</summary>
    public SinkScript Script { get; init; } = new();

    /// <summary>What an asynchronous source does at which of its moves.</summary>
    public SinkScript Moves { get; init; } = new();

    public CancellationToken Cancellation => Moves.CancelAt != SinkScript.Never ? Moves.Cancellation.Token : Script.Cancellation.Token;

    /// <summary>Sequences of the source that are begun and not disposed.</summary>
    public int OpenSequences { get; set; }

    /// <summary>Runs; returns what was thrown.</summary>
    public async Task<Exception?> RunAsync()
    {
        try
        {
            await Sink.WriteAsync(this);
            return null;
        }
        catch (Exception exception) when (exception is not Xunit.Sdk.XunitException)
        {
            return exception;
        }
    }

    public override string ToString() =>
        $"{Source.Name} → {Sink.Name}, {Options.Format}{(Options.Serializer.WriteIndented ? ", indented" : "")}, pieces of {Options.FlushThreshold}: "
        + $"{Fault} at {At}, sink fails at {Script.FailAt}, is cancelled at {Script.CancelAt}, source at {Moves.CancelAt}";
}
