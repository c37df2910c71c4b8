namespace RowJson.Tests;

/// <summary>Rows of any kind from an asynchronous sequence; knows how often, and when, the sequence is disposed.</summary>
internal sealed class AsyncObjectRows(IAsyncEnumerable<object?> rows, TimeSpan? flushInterval = null)
    : AsyncRowPass(new FlushPolicy(flushInterval, WatchesReader: false))
{
    private IAsyncEnumerator<object?>? _enumerator;
    private bool _isMoving;

    /// <summary>Rows that this is the one pass of.</summary>
    public AsyncJsonRows Rows => new AsyncJsonRows(new OnePass(this));

    public int Disposals { get; private set; }

    public bool WasDisposedDuringAMove { get; private set; }

    public override void DescribeColumns(RowEncoder encoder)
    {
    }

    protected override async ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken)
    {
        _enumerator ??= rows.GetAsyncEnumerator(cancellationToken);
        _isMoving = true;
        try
        {
            return await _enumerator.MoveNextAsync();
        }
        finally
        {
            _isMoving = false;
        }
    }

    protected override void EncodeCurrent(RowEncoder encoder) => encoder.WriteAnyRow(_enumerator!.Current);

    protected override async ValueTask DisposeSourceAsync()
    {
        Disposals++;
        WasDisposedDuringAMove |= _isMoving;
        if (_isMoving) throw new InvalidOperationException("Disposed while a move is pending.");
        if (_enumerator is not null) await _enumerator.DisposeAsync();
    }

    private sealed class OnePass(AsyncObjectRows pass) : RowSource
    {
        public override IAsyncRowPass OpenAsync(FlushPolicy policy) => pass;
    }
}
