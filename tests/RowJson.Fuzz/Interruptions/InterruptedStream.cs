using System.Buffers;
using System.IO.Pipelines;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>A stream whose calls are counted. One that fails takes nothing.</summary>
internal sealed class InterruptedStream(ArrayBufferWriter<byte> output, Interruption interruption) : WriteOnlyStream
{
    private int _calls;

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        interruption.Call();
        output.Write(buffer);
    }

    public override void Flush() => interruption.Call();

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (++_calls % 4 == 2) await Task.Yield();
        interruption.Call(cancellationToken);
        output.Write(buffer.Span);
    }

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        interruption.Call(cancellationToken);
        return Task.CompletedTask;
    }
}

/// <summary>Memory that cannot be had in one of the calls.</summary>
internal sealed class InterruptedBuffer(ArrayBufferWriter<byte> output, Interruption? interruption) : IBufferWriter<byte>
{
    public void Advance(int count) => output.Advance(count);

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        interruption?.Call();
        Memory<byte> memory = output.GetMemory(sizeHint);
        // As little as is asked for: more calls.
        return memory[..Math.Min(memory.Length, Math.Max(sizeHint, 1))];
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}

/// <summary>A pipe that is interrupted when it gives memory, or when it is flushed. What it was given, it has.</summary>
internal sealed class InterruptedPipe(ArrayBufferWriter<byte> output, Interruption? interruption) : PipeWriter
{
    private readonly InterruptedBuffer _buffer = new(output, interruption);
    private int _calls;

    public override void Advance(int bytes) => _buffer.Advance(bytes);

    public override Memory<byte> GetMemory(int sizeHint = 0) => _buffer.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => _buffer.GetSpan(sizeHint);

    public override async ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        if (++_calls % 4 == 2) await Task.Yield();
        if (interruption is null) cancellationToken.ThrowIfCancellationRequested();
        else interruption.Call(cancellationToken);
        return new FlushResult(isCanceled: false, isCompleted: false);
    }

    public override void CancelPendingFlush()
    {
    }

    public override void Complete(Exception? exception = null)
    {
    }
}
