using System.Data.Common;
using System.IO.Pipelines;

namespace RowJson.Tests;

/// <summary>Rows of a reader, whose moves are awaited or not.</summary>
internal sealed class ReaderSource(string name, SourceFault[] faults, bool isAwaited) : FailureSource(name, faults)
{
    private const int BadColumn = 2;

    public override bool IsAsynchronous => isAwaited;

    public override bool IsPushed => true;

    public override object?[] Sound() => [.. Enumerable.Range(0, Rows).Select(index => FailureRows.Dictionary(index, SourceFault.None))];

    public override JsonRows Open(FailureCase run) => JsonRows.From(OpenReader(run));

    public override Task<long> WriteToAsync(FailureCase run, Stream stream) => Open(run).WriteToAsync(stream, run.Options, run.Cancellation);

    public override Task<long> WriteToAsync(FailureCase run, PipeWriter pipe) => Open(run).WriteToAsync(pipe, run.Options, run.Cancellation);

    public override void PushTo(FailureCase run, JsonRowWriter writer)
    {
        DbDataReader reader = OpenReader(run);
        while (reader.Read()) writer.WriteRow(reader);
    }

    public override async Task PushToAsync(FailureCase run, JsonRowWriter writer)
    {
        DbDataReader reader = OpenReader(run);
        while (await reader.ReadAsync(run.Cancellation))
            if (!await writer.WriteRowAsync(reader, run.Cancellation)) return;
    }

    private DbDataReader OpenReader(FailureCase run)
    {
        DbDataReader reader = FailureRows.Reader([
            .. Enumerable.Range(0, Rows).Select(index => FailureRows.Dictionary(index, index == run.At ? run.Fault : SourceFault.None)),
        ]);
        if (run.Fault is SourceFault.Sequence or SourceFault.SequenceCancelled or SourceFault.Getter)
            reader = new FailingReader(reader, run.At, run.Fault == SourceFault.Getter ? BadColumn : -1, ThrownBy(run.Fault));
        reader = new SequentialReader(reader);
        return isAwaited ? new YieldingReader(reader, run.Moves) : reader;
    }
}
