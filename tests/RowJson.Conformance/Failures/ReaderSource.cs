using System.Data.Common;
using System.IO.Pipelines;

namespace RowJson.Conformance;

/// <summary>Rows of a reader, whose moves are awaited or not.</summary>
internal sealed class ReaderSource(string name, SourceFault[] faults, bool isAwaited) : FailureSource(name, faults)
{
    private const int BadColumn = 2;

    public override bool IsAsynchronous => isAwaited;

    public override bool IsPushed => true;

    public override object?[] Sound(SourceFault fault = SourceFault.None, int at = -1) =>
    [
        .. Enumerable.Range(0, Rows).Select(index => FailureRows.Dictionary(index, index == at ? new RowFault(fault, Act: null) : default)),
    ];

    public override JsonRows Open(FailureCase run) => JsonRows.From(OpenReader(run));

    public override Task<JsonRowResult> WriteToAsync(FailureCase run, Stream stream) => Open(run).WriteToAsync(stream, run.Options, cancellationToken: run.Cancellation);

    public override Task<JsonRowResult> WriteToAsync(FailureCase run, PipeWriter pipe) => Open(run).WriteToAsync(pipe, run.Options, cancellationToken: run.Cancellation);

    public override Stream OpenStream(FailureCase run) => Open(run).AsStream(run.Options);

    public override JsonRowContent OpenContent(FailureCase run) => Open(run).ToHttpContent(run.Options);

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
        // The reader itself fails; its cells do not.
        bool isReader = run.Fault is SourceFault.Sequence or SourceFault.Getter;
        DbDataReader reader = FailureRows.Reader([
            .. Enumerable.Range(0, Rows).Select(index => FailureRows.Dictionary(index, isReader ? default : run.FaultOf(index))),
        ]);
        if (isReader) reader = new FailingReader(reader, run.At, run.Fault == SourceFault.Getter ? BadColumn : -1, run.Act);
        reader = new SequentialReader(reader);
        return isAwaited ? new YieldingReader(reader, run.MoveAsync) : reader;
    }
}
