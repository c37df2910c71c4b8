namespace RowJson;

// Lists of objects, and objects with such lists. The serializer writes them until columns pay off. How they are written is not decided
// before, so that the first call of a process does not compile the code that decides.
internal sealed class LateRoot<T>(DropInOptions options) : RootConverter<T>(options)
{
    // Columns that have not come after so many bytes never come. The serializer writes them in about 0.2 s; compiling the columns of the
    // first type of a process takes 0.1 s. Until then, the other ways of writing such values are not compiled either.
    private const long MostBytes = 8L * ColumnGain.BytesBeforeCompiling;

    private RootConverter<T>? _root, _ready;
    private long _bytes;
    private int _hasBegun;

    // If something is wrong with a type, the serializer reports it.
    private RootConverter<T> Root => Volatile.Read(ref _root) ?? Interlocked.CompareExchange(
        ref _root,
        Quietly.Ask(Options, static it => it.Converters.CreateOf<T>() as RootConverter<T>, otherwise: null) ?? new PlainRoot<T>(Options),
        null) ?? _root;

    public override bool SendsParts => true;

    public override RowSource? Open(object value) => Root.Open(value);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        RootConverter<T>? root = Volatile.Read(ref _ready);
        if (root is null && value is IEnumerable && Quietly.CountOf(value) is not (>= 0 and <= RootConverters.LongestPlain))
            Volatile.Write(ref _ready, root = Root);
        if (root is null) Count(writer, value, WritePlain(writer, value));
        else root.Write(writer, value, options);
    }

    // An estimate: several threads may write.
    private void Count(Utf8JsonWriter writer, T value, long bytes)
    {
        if ((_bytes += bytes) < ColumnGain.BytesBeforeCompiling) return;
        if (Interlocked.Exchange(ref _hasBegun, 1) == 0)
            ThreadPool.UnsafeQueueUserWorkItem(static it => Quietly.Run(() => _ = it.Root), this, preferLocal: false);
        else if (Volatile.Read(ref _root) is { } root && (root.IsReady(writer, value, _bytes) || _bytes > MostBytes))
            Volatile.Write(ref _ready, root);
    }
}
