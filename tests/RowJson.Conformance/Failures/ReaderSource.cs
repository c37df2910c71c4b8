using System.Data.Common;
using System.IO.Pipelines;

namespace RowJson.Conformance;

/// <summary>Rows of a reader or of a command that returns it, whose moves are awaited or not.</summary>
internal sealed class ReaderSource(string name, SourceFault[] faults, bool isAwaited) : FailureSource(name, faults)
{
    private const int BadColumn = 2;

    public override bool IsAsynchronous => isAwaited;

    public override bool IsPushed => !IsCommand;

    /// <summary>The write executes a command, and disposes of its reader.</summary>
    public bool IsCommand { get; init; }

    public override object?[] Sound(SourceFault fault = SourceFault.None, int at = -1) =>
    [
        .. Enumerable.Range(0, Rows).Select(index => FailureRows.Dictionary(index, index == at ? new RowFault(fault, Act: null) : default)),
    ];

    public override JsonRows Open(FailureCase run) => IsCommand
        ? JsonRows.From(new RecordingCommand(_ => { }, () => new OwnedReader(OpenReader(run), run)))
        : JsonRows.From(OpenReader(run));

    public override Task<JsonRowResult> WriteToAsync(FailureCase run, Stream stream) => Open(run).WriteToAsync(stream, run.Options, cancellationToken: run.Cancellation);

    public override Task<JsonRowResult> WriteToAsync(FailureCase run, PipeWriter pipe) => Open(run).WriteToAsync(pipe, run.Options, cancellationToken: run.Cancellation);

    public override Stream OpenStream(FailureCase run) => Open(run).AsStream(run.Options);

    public override HttpContent OpenContent(FailureCase run) => Open(run).ToHttpContent(run.Options);

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

    /// <summary>A reader that the write has to dispose of.</summary>
    private sealed class OwnedReader : DelegatingReader, IDbColumnSchemaGenerator
    {
        private FailureCase? _run;

        public OwnedReader(DbDataReader inner, FailureCase run)
            : base(inner)
        {
            _run = run;
            run.OpenSequences++;
        }

        public override Task<bool> ReadAsync(CancellationToken cancellationToken) => Inner.ReadAsync(cancellationToken);

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }

        protected override void Dispose(bool disposing)
        {
            if (_run is not null) _run.OpenSequences--;
            _run = null;
            base.Dispose(disposing);
        }
    }
}
