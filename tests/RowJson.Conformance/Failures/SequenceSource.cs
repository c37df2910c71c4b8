using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace RowJson.Conformance;

/// <summary>Rows that come from a sequence, or are collected from one.</summary>
internal sealed class SequenceSource<TRow>(string name, SourceFault[] faults, Func<int, RowFault, TRow> row) : FailureSource(name, faults)
{
    public Func<IEnumerable<TRow>, JsonRows>? From { get; init; }

    public Func<IAsyncEnumerable<TRow>, AsyncJsonRows>? FromAsync { get; init; }

    public Action<JsonRowWriter, TRow>? Push { get; init; }

    public Func<JsonRowWriter, TRow, CancellationToken, ValueTask<bool>>? PushAsync { get; init; }

    public override bool IsAsynchronous => From is null;

    public override bool IsPushed => Push is not null;

    public override object?[] Sound(SourceFault fault = SourceFault.None, int at = -1) =>
        [.. Enumerable.Range(0, Rows).Select(object? (index) => row(index, index == at ? new RowFault(fault, Act: null) : default))];

    public override JsonRows Open(FailureCase run) => From!(Sequence(run));

    public override Task<JsonRowResult> WriteToAsync(FailureCase run, Stream stream) => From is not null
        ? Open(run).WriteToAsync(stream, run.Options, cancellationToken: run.Cancellation)
        : FromAsync!(SequenceAsync(run)).WriteToAsync(stream, run.Options, cancellationToken: run.Cancellation);

    public override Task<JsonRowResult> WriteToAsync(FailureCase run, PipeWriter pipe) => From is not null
        ? Open(run).WriteToAsync(pipe, run.Options, cancellationToken: run.Cancellation)
        : FromAsync!(SequenceAsync(run)).WriteToAsync(pipe, run.Options, cancellationToken: run.Cancellation);

    public override Stream OpenStream(FailureCase run) =>
        From is not null ? Open(run).AsStream(run.Options) : FromAsync!(SequenceAsync(run)).AsStream(run.Options);

    public override HttpContent OpenContent(FailureCase run) =>
        From is not null ? Open(run).ToHttpContent(run.Options) : FromAsync!(SequenceAsync(run)).ToHttpContent(run.Options);

    public override void PushTo(FailureCase run, JsonRowWriter writer)
    {
        foreach (TRow row in Sequence(run)) Push!(writer, row);
    }

    public override async Task PushToAsync(FailureCase run, JsonRowWriter writer)
    {
        await foreach (TRow row in SequenceAsync(run, run.Cancellation))
            if (!await PushAsync!(writer, row, run.Cancellation)) return;
    }

    private IEnumerable<TRow> Sequence(FailureCase run)
    {
        run.OpenSequences++;
        try
        {
            for (int i = 0; i < Rows; i++)
            {
                if (i == run.At && run.Fault == SourceFault.Sequence) run.Act();
                yield return row(i, run.FaultOf(i));
            }
        }
        finally
        {
            run.OpenSequences--;
        }
    }

    /// <summary>The same, asynchronously: it waits if the case says so.</summary>
    private async IAsyncEnumerable<TRow> SequenceAsync(
        FailureCase run, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using IEnumerator<TRow> rows = Sequence(run).GetEnumerator();
        while (await run.MoveAsync(cancellationToken) && rows.MoveNext()) yield return rows.Current;
    }
}
