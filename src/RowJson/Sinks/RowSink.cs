using System.Buffers;

namespace RowJson;

/// <summary>Where complete rows go: memory to write them into, and a way to send it off.</summary>
internal abstract class RowSink : IDisposable
{
    /// <summary>Memory for rows.</summary>
    public abstract IBufferWriter<byte> Buffer { get; }

    /// <summary>Sends what the buffer holds.</summary>
    public abstract void Flush();

    /// <summary>Sends what the buffer holds; false where nobody reads any more.</summary>
    public abstract ValueTask<bool> FlushAsync(CancellationToken cancellationToken);

    public abstract void Dispose();
}
