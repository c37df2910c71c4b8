using System.Buffers;
using System.IO.Pipelines;

namespace RowJson.Tests;

/// <summary>
/// A pipe that pauses its writer after a few bytes, and a reader that takes one byte at a time and may complete early. Each flush
/// of the writer counts as a call of the script.
/// </summary>
internal sealed class ScriptedPipe : PipeWriter
{
    private readonly Pipe _pipe = new(new PipeOptions(pauseWriterThreshold: 8, resumeWriterThreshold: 4, minimumSegmentSize: 16, useSynchronizationContext: false));
    private readonly SinkScript _script;
    private readonly Task _reading;

    public ScriptedPipe(SinkScript script)
    {
        _script = script;
        _reading = ReadAsync();
    }

    public override void Advance(int bytes) => _pipe.Writer.Advance(bytes);

    public override Memory<byte> GetMemory(int sizeHint = 0) => _pipe.Writer.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => _pipe.Writer.GetSpan(sizeHint);

    public override async ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        await Task.Yield();
        await _script.CallAsync(cancellationToken);
        return await _pipe.Writer.FlushAsync(cancellationToken);
    }

    public override void CancelPendingFlush() => _pipe.Writer.CancelPendingFlush();

    public override void Complete(Exception? exception = null) => _pipe.Writer.Complete(exception);

    /// <summary>Ends the pipe, and waits until everything is read.</summary>
    public async Task DrainAsync()
    {
        await _pipe.Writer.CompleteAsync();
        await _reading;
    }

    private async Task ReadAsync()
    {
        while (_script.TakenLength != _script.LeaveAfter)
        {
            ReadResult result = await _pipe.Reader.ReadAsync();
            if (result.Buffer.IsEmpty && result.IsCompleted) return;
            // The first segment may be read to its end, and so be empty.
            _script.Take(result.Buffer.Slice(0, 1).ToArray());
            _pipe.Reader.AdvanceTo(result.Buffer.GetPosition(1));
        }
        await _pipe.Reader.CompleteAsync();
    }
}
