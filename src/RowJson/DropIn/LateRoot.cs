namespace RowJson;

// Lists of objects of scalars, which columns write once they pay. Until then the serializer does, and how to write such a list is not even
// looked for: in the first call of a process, nothing of that is compiled.
internal sealed class LateRoot<T>(DropInOptions options) : RootConverter<T>(options)
{
    private RootConverter<T>? _root;
    private long _bytes;
    private int _hasBegun;

    // What is wrong with a type, the serializer says.
    private RootConverter<T> Root => Volatile.Read(ref _root) ?? Interlocked.CompareExchange(
        ref _root,
        Quietly.Ask(Options, static it => it.Converters.CreateOf<T>() as RootConverter<T>, otherwise: null) ?? new PlainRoot<T>(Options),
        null) ?? _root;

    public override bool SendsParts => true;

    public override RowSource? Open(object value) => Root.Open(value);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        if (Volatile.Read(ref _root) is { } root) root.Write(writer, value, options);
        else if (value is ICollection { Count: <= ColumnGain.LongestPlain }) Count(WritePlain(writer, value));
        else Root.Write(writer, value, options);
    }

    // An estimate: several threads may write.
    private void Count(long bytes)
    {
        if ((_bytes += bytes) < ColumnGain.BytesBeforeCompiling || Interlocked.Exchange(ref _hasBegun, 1) != 0) return;
        ThreadPool.UnsafeQueueUserWorkItem(static root => Quietly.Run(() => root.Root.Begin(root._bytes)), this, preferLocal: false);
    }
}
