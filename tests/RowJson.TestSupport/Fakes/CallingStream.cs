namespace RowJson.Tests;

/// <summary>Calls back, with the number of the call from 1 on, before it takes what is written.</summary>
internal sealed class CallingStream(Action<int> onWrite) : WriteOnlyStream
{
    private readonly MemoryStream _taken = new();
    private int _calls;

    public byte[] Taken => _taken.ToArray();

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        onWrite(++_calls);
        _taken.Write(buffer);
    }

    /// <summary>Ends at once, so that no rows are encoded before a failure is seen.</summary>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        try
        {
            Write(buffer.Span);
            return default;
        }
        catch (Exception exception)
        {
            return ValueTask.FromException(exception);
        }
    }
}
