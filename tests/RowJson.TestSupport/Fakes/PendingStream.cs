using System.Text;

namespace RowJson.Tests;

/// <summary>
/// A stream that keeps each write waiting until a test releases it, and then reads the memory that it was given: as a slow
/// connection does. It ignores cancellation.
/// </summary>
internal sealed class PendingStream : WriteOnlyStream
{
    private readonly MemoryStream _taken = new();
    private TaskCompletionSource? _pending;

    public bool IsDisposed { get; private set; }

    public bool IsPending => _pending is { Task.IsCompleted: false };

    public string Text => Encoding.UTF8.GetString(_taken.ToArray());

    /// <summary>Lets the pending write read its memory and end.</summary>
    public void Release(Exception? failure = null)
    {
        TaskCompletionSource pending = _pending ?? throw new InvalidOperationException("No write is pending.");
        if (failure is null) pending.SetResult();
        else pending.SetException(failure);
    }

    public override void Write(ReadOnlySpan<byte> buffer) => _taken.Write(buffer);

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var pending = _pending = new TaskCompletionSource();
        await pending.Task;
        Write(buffer.Span);
    }

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }
}
