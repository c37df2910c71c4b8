namespace RowJson;

// Property names: predicted, or looked up, or escaped on the spot.
internal abstract partial class CellEncoder
{
    // No formatter's Room constant is larger.
    internal const int MaxScalarLength = 64;

    // Room kept after every name: a scalar or a short string needs no capacity check of its own. The rest is for a closing brace.
    internal const int ScalarRoom = MaxScalarLength + ShortText.MaxLength;

    private NameCaches Caches => context.Names;

    private NameLookup? _keys, _columnKeys, _columnLookup;

    // Names of dictionaries inside cells. Created on first use, like the others, because text that is copied needs none.
    protected NameLookup Keys => _keys ??= new NameLookup(Caches.Keys);

    public NameLookup ColumnKeys => _columnKeys ??=
        ReferenceEquals(Caches.ColumnKeys, Caches.Keys) ? Keys : new NameLookup(Caches.ColumnKeys);

    public NameLookup ColumnLookup => _columnLookup ??=
        ReferenceEquals(Caches.Columns, Caches.ColumnKeys) ? ColumnKeys : new NameLookup(Caches.Columns);

    // The name of key, or null if it is not cached. The guess expected is compared by value: comparing by reference has failed.
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected static PredictedName? Resolve(string? key, PredictedName? expected, NameLookup names, int owner, EncodedName? previous)
    {
        CheckName(key);
        if (names.ExpectsEqualText && expected is not null && expected.Key == key)
        {
            names.Predictor.Renew(expected, key);
            return expected;
        }
        EncodedName? name = names.Find(key);
        names.ExpectsEqualText = ReferenceEquals(name, expected?.Name);
        if (name is null) return null;
        if (!names.ExpectsEqualText) return names.Predictor.Learn(owner, previous?.Id ?? NamePredictor.Root, name, key);
        names.Predictor.Renew(expected!, key);
        return expected;
    }

    // Only sequences of pairs can have a null name; dictionaries refuse it.
    public static string CheckName([NotNull] string? key) =>
        key ?? throw new ArgumentNullException(nameof(key), "A row has a null name. Give every value of a row a name.");

    // Writes ,"name": and leaves room for a scalar after it. Returns where the value goes, valid until the output grows: finding it anew
    // takes as many instructions as a digit.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected ref byte WriteName(ref int position, EncodedName name)
    {
        position = _output.Reserve(position, name.Room + ScalarRoom);
        ref byte destination = ref _output.At(position, name.Room + ScalarRoom);
        // Most names fit with their quotes into the one store.
        Unsafe.WriteUnaligned(ref destination, name.Head);
        if (name.Length > EncodedName.HeadLength) CopyTail(name, ref Unsafe.Add(ref destination, EncodedName.HeadLength));
        int length = name.Length;
        position += length;
        return ref Unsafe.Add(ref destination, length);
    }

    // The same for code that is compiled for this name: its length and its room are constants. Measured: if every name's room were computed
    // from its length, dictionaries would take 1.03 to 1.11 of the time.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte WriteName(ref int position, EncodedName name, int length)
    {
        Debug.Assert(length == name.Length);
        int room = EncodedName.RoomOf(length) + ScalarRoom;
        position = _output.Reserve(position, room);
        ref byte destination = ref _output.At(position, room);
        Unsafe.WriteUnaligned(ref destination, name.Head);
        if (length > EncodedName.HeadLength) CopyLongTail(name, ref Unsafe.Add(ref destination, EncodedName.HeadLength));
        position += length;
        return ref Unsafe.Add(ref destination, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginCell(int position, EncodedName name)
    {
        WriteName(ref position, name);
        return position;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginCell(int position, EncodedName name, int length)
    {
        WriteName(ref position, name, length);
        return position;
    }

    private static void CopyTail(EncodedName name, ref byte destination)
    {
        byte[] tail = name.Tail;
        Debug.Assert(tail.Length == name.Room - EncodedName.HeadLength);
        ref byte source = ref MemoryMarshal.GetArrayDataReference(tail);
        for (nuint i = 0; i < (nuint)tail.Length; i += EncodedName.HeadLength)
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, i), Unsafe.ReadUnaligned<VectorBytes32>(ref Unsafe.Add(ref source, i)));
    }

    // Out of line: code that is compiled for columns contains a copy of everything inlined, for each column.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CopyLongTail(EncodedName name, ref byte destination) => CopyTail(name, ref destination);

    // Writes the name of a cell, where no order of names is known; returns -1 if the column is left out.
    protected int WriteColumnName(int position, string? key, NameLookup names)
    {
        EncodedName? known = names.Find(CheckName(key));
        return known is null ? WriteUncachedName(position, key, names.Cache) : known.IsExcluded ? -1 : BeginCell(position, known);
    }

    // Writes a name that the cache refused; returns -1 if the column is left out.
    protected int WriteUncachedName(int position, string key, NameCache cache) =>
        cache.Rename(key) is { } name ? WriteUncachedName(position, name) : -1;

    public int WriteUncachedName(int position, ReadOnlySpan<char> key, NameCache cache) =>
        cache.TryRename(key, out ReadOnlySpan<char> name) ? WriteUncachedName(position, name) : -1;

    protected int WriteUncachedName(int position, ReadOnlySpan<char> name)
    {
        position = _output.Reserve(position, 1);
        _output.At(position) = (byte)',';
        position = StringEncoder.WriteQuoted(_output, position + 1, name, _escapes);
        position = _output.Reserve(position, 1 + ScalarRoom);
        _output.At(position) = (byte)':';
        return position + 1;
    }

    // Between batches: names may come as other instances, and those that are predicted over and over must be looked up now and then.
    protected void BeginNames()
    {
        _keys?.BeginBatch();
        _columnKeys?.BeginBatch();
        _columnLookup?.BeginBatch();
    }
}
