namespace RowJson;

// How values of one type are written in parts, under one set of options: keeps what writes them from one value to the next.
internal sealed class ResumablePlan<T>(Func<ResumableWriter<T>> create)
{
    private ResumableWriter<T>? _spare;

    // How deep in the last value its rows lay: an encoder that is set up for them need not be set up again.
    public int RowLevel { get; set; } = 1;

    // What writes one value: exclusively, until it is returned.
    public ResumableWriter<T> Rent() => Interlocked.Exchange(ref _spare, null) ?? create();

    // Ends the writer, and takes it back. A wait that it may have begun has ended before.
    public void Return(ResumableWriter<T> writer)
    {
        writer.End();
        Volatile.Write(ref _spare, writer);
    }
}

// The columns of members that are written as a whole: of delegates at first, compiled once it pays. build: makes them; true: compiled.
// isForced: they are compiled before the first value.
internal sealed class PartColumns<T>(Func<bool, ObjectColumns<T>> build, bool isForced)
{
    // Made at once: if that fails, writing is left to the serializer.
    private ObjectColumns<T> _columns = build(isForced);
    private long _bytes;
    private int _hasBegun = isForced ? 1 : 0;

    public ObjectColumns<T> Columns => Volatile.Read(ref _columns);

    public bool AreCompiled { get; private set; } = isForced;

    // Counts what is written. An estimate: several threads may write.
    public void Count(long bytes)
    {
        if (_hasBegun != 0 || (_bytes += bytes) < ColumnGain.BytesBeforeCompiling) return;
        if (Interlocked.Exchange(ref _hasBegun, 1) == 0)
            ThreadPool.UnsafeQueueUserWorkItem(static columns => columns.Compile(), this, preferLocal: false);
    }

    // If it fails, the columns that are there write the same.
    private void Compile() => Quietly.Run(() =>
    {
        Volatile.Write(ref _columns, build(RuntimeFeature.IsDynamicCodeSupported));
        AreCompiled = true;
    });
}
