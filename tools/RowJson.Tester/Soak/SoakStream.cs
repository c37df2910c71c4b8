namespace RowJson.Tester;

/// <summary>A stream that takes its time now and then, and fails when it has taken as many bytes as it is to take.</summary>
internal sealed class SoakStream(Random random, long failAfter) : MemoryStream
{
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (Length >= failAfter) throw new IOException("The stream was to fail here.");
        base.Write(buffer);
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (random.Next(4) == 0) await Task.Yield();
        cancellationToken.ThrowIfCancellationRequested();
        Write(buffer.Span);
    }
}
