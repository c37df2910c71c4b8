using System.Buffers;

namespace RowJson;

/// <summary>Where complete rows go: memory to write them into, and a way to send it off.</summary>
internal abstract class RowSink : IDisposable
{
    /// <summary>Memory for rows.</summary>
    public abstract IBufferWriter<byte> Buffer { get; }

    /// <summary>Sends what the buffer holds; <paramref name="through"/> also what the receiver itself would hold back.</summary>
    public abstract void Flush(bool through);

    /// <summary>The same without ever blocking; false where nobody reads any more.</summary>
    public abstract ValueTask<bool> FlushAsync(bool through, CancellationToken cancellationToken);

    public abstract void Dispose();
}
