namespace RowJson;

// Lets one operation at a time into a writer or a stream of rows: it is held from the first to the last access to its memory, even while a
// sink or a source is awaited. A call meanwhile gets an exception instead of a race. Entering is one atomic instruction and leaving a plain
// store, because this is done for each row. Disposal, which may meet an operation under way, pays for the missing barrier.
// owner: the type of the writer, for the exception after its disposal.
// overlap: the message of the exception for a call during another one.
internal sealed class OperationGate(Type owner, string overlap = WriteConflict.OverlappingCall)
{
    private int _isHeld;
    private int _isClosed;
    private Action? _whenLeft;

    public bool IsClosed => Volatile.Read(ref _isClosed) != 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Enter()
    {
        if (Interlocked.CompareExchange(ref _isHeld, 1, 0) != 0) Refuse();
        // If it was closed during an operation, it is free once more when that has ended.
        if (!IsClosed) return;
        Exit();
        Refuse();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Exit()
    {
        Volatile.Write(ref _isHeld, 0);
        if (Volatile.Read(ref _whenLeft) is not null) RunWhenLeft();
    }

    // Begins the disposal; false if that has been done before. If isUnderWay, another operation has yet to end: see WhenLeft.
    public bool TryClose(out bool isUnderWay)
    {
        isUnderWay = false;
        if (Interlocked.Exchange(ref _isClosed, 1) != 0) return false;
        isUnderWay = Interlocked.CompareExchange(ref _isHeld, 1, 0) != 0;
        return true;
    }

    // Runs an action, once, when the operation under way has ended: at once or on the thread that ends it.
    public void WhenLeft(Action action)
    {
        Volatile.Write(ref _whenLeft, action);
        // Either the action is seen by the operation as it leaves, or it is seen here that it has left.
        Interlocked.MemoryBarrierProcessWide();
        if (Volatile.Read(ref _isHeld) == 0) RunWhenLeft();
    }

    public Task WhenLeftAsync()
    {
        var left = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        WhenLeft(left.SetResult);
        return left.Task;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RunWhenLeft() => Interlocked.Exchange(ref _whenLeft, null)?.Invoke();

    [DoesNotReturn]
    private void Refuse()
    {
        ObjectDisposedException.ThrowIf(IsClosed, owner);
        throw new InvalidOperationException(overlap);
    }
}
