using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;

namespace RowJson.Tester;

/// <summary>A pipe with a reader that takes what comes, and leaves when it has taken enough.</summary>
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
internal sealed class SoakPipe
{
    private readonly Pipe _pipe;
    private readonly MemoryStream _taken = new();
    private readonly Task _reading;

    public SoakPipe(int pauseThreshold, long leaveAfter)
    {
        _pipe = new Pipe(new PipeOptions(pauseWriterThreshold: pauseThreshold, resumeWriterThreshold: (pauseThreshold + 1) / 2, useSynchronizationContext: false));
        _reading = ReadAsync(leaveAfter);
    }

    public PipeWriter Writer => _pipe.Writer;

    /// <summary>The reader left before the end.</summary>
    public bool ReaderLeft { get; private set; }

    /// <summary>Ends the pipe; returns what its reader took.</summary>
    public async Task<byte[]> DrainAsync()
    {
        await _pipe.Writer.CompleteAsync();
        await _reading;
        return _taken.ToArray();
    }

    private async Task ReadAsync(long leaveAfter)
    {
        while (true)
        {
            ReadResult result = await _pipe.Reader.ReadAsync();
            foreach (ReadOnlyMemory<byte> part in result.Buffer) _taken.Write(part.Span);
            _pipe.Reader.AdvanceTo(result.Buffer.End);
            ReaderLeft = !result.IsCompleted && _taken.Length >= leaveAfter;
            if (!result.IsCompleted && !ReaderLeft) continue;
            await _pipe.Reader.CompleteAsync();
            return;
        }
    }
}
