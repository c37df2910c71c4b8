namespace RowJson;

/// <content>Who uses an encoder: one write at a time, and one thread at a time of that.</content>
internal sealed partial class RowEncoder
{
    private int _isInUse;
    private bool _isEncoding;

    /// <summary>What the rows are written to, as its owner knows it.</summary>
    public object? Receiver { get; private set; }

    /// <summary>The encoder inside one of whose rows this one encodes.</summary>
    public RowEncoder? Outer { get; private set; }

    /// <summary>A write takes the encoder.</summary>
    public void BeginUse()
    {
        if (Interlocked.Exchange(ref _isInUse, 1) == 0) return;
        throw new InvalidOperationException("The RowEncoder is used by another write.");
    }

    /// <summary>The write that has taken the encoder gives it back.</summary>
    public void EndUse()
    {
        if (Interlocked.Exchange(ref _isInUse, 0) != 0) return;
        throw new InvalidOperationException("The RowEncoder has been returned before. Return what is rented once.");
    }

    /// <summary>Enters the chain of <see cref="EncodingScope"/>.</summary>
    public void BeginEncoding(RowEncoder? outer)
    {
        // Positions in the row under way would be stale afterwards.
        if (_isEncoding) throw new InvalidOperationException("The RowEncoder is encoding a row already.");
        _isEncoding = true;
        Outer = outer;
    }

    /// <summary>Leaves the chain; returns what is left of it.</summary>
    public RowEncoder? EndEncoding()
    {
        RowEncoder? outer = Outer;
        Outer = null;
        _isEncoding = false;
        return outer;
    }
}
