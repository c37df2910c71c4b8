namespace RowJson;

// Objects from dictionaries and pairs: rows, and values nested in them.
internal abstract partial class ValueEncoder
{
    // Writes an object whose names come in the order that names has learned; owner is the id of the name that holds it, depth its nesting.
    // Not inlined into the loops over rows, of which there are several: the compiler has a budget for a method and all that it inlines, and
    // what is left out of this one then depends on what the process has written before: up to 1.7 times the time.
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected int WriteObject(int position, Dictionary<string, object?> values, NameLookup names, int owner, int depth)
    {
        var cells = new ObjectState(this, position, names, owner, depth);
        // The concrete type: its enumerator is a struct, and the calls are direct. Moved before all else, not after it as foreach
        // does: the compiler inlines in this order, while its budget lasts.
        Dictionary<string, object?>.Enumerator enumerator = values.GetEnumerator();
        while (true)
        {
            if (!enumerator.MoveNext()) break;
            (string key, object? value) = enumerator.Current;
            position = WriteCell(position, key, value, ref cells, depth);
        }
        return EndObject(position, in cells);
    }

    // Writes entries as further cells of the object under way. The depth must be allowed even if there are no entries.
    // isDictionary: they are declared as a dictionary, and a class derived from it may enumerate other entries.
    public int WriteEntries<TValue>(int position, IEnumerable<KeyValuePair<string, TValue>> values, bool isDictionary)
    {
        CheckDepth(_cellDepth);
        int depth = _cellDepth - 1;
        var cells = new ObjectState(this, position, Keys, NamePredictor.Root, depth);
        // Mostly this class, and its enumerator costs nothing.
        if (isDictionary || values.GetType() == typeof(Dictionary<string, TValue>))
        {
            foreach ((string key, TValue value) in Unsafe.As<Dictionary<string, TValue>>(values))
                position = WriteEntry(position, key, value, ref cells);
            return position;
        }
        foreach ((string key, TValue value) in values) position = WriteEntry(position, key, value, ref cells);
        return position;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int WriteEntry<TValue>(int position, string key, TValue value, ref ObjectState cells) =>
        typeof(TValue) == typeof(object)
            ? WriteCell(position, key, (object?)value, ref cells, cells.Depth)
            : WriteTypedCell(position, key, value, ref cells);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int WriteCell(int position, string key, object? value, ref ObjectState cells, int depth) =>
        TryWriteCellName(ref position, key, value, ref cells)
            ? WriteValue(position, value, key, cells.Previous, depth + 1)
            : position;

    // Writes the name of a cell; false if that is all, because the cell is left out or its value is written as well.
    // True and false are constants where this is inlined: callers go on without a test. What is not inlined takes the position by value,
    // because one whose address is known lives in memory; it returns the complement, below 0, where this returns false.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryWriteCellName<TValue>(ref int position, string key, TValue value, ref ObjectState cells)
    {
        PredictedName? predicted = cells.Expected;
        // Rows look alike: the name that came here last time, and mostly the same instance of it.
        if (predicted is null || !ReferenceEquals(predicted.Key, key))
        {
            predicted = Resolve(key, predicted, cells.Names, cells.Owner, cells.Previous);
            if (predicted is null)
            {
                // Its place among the cached names is not known: the next one is looked up.
                cells.Expected = null;
                return HasValueAfter(WriteUncachedCellName(position, key, value, cells.Names.Cache, cells.Depth), out position);
            }
        }

        cells.Expected = predicted.Next;
        EncodedName name = predicted.Name;
        // The object and not its number, which only the rare case needs: it is in a register anyway.
        cells.Previous = name;
        if (cells.HasExceptions)
        {
            if (AsksAboutBasics) return HasValueAfter(WriteAskedCellName(position, name, key, value, cells.Depth), out position);
            if (name.IsExcluded || (OmitsNulls && value is null or DBNull)) return false;
        }
        position = BeginCell(position, name);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasValueAfter(int position, out int positive)
    {
        positive = position ^ (position >> 31); // the complement, where it is below 0
        return position >= 0;
    }

    // Writes a cell whose type a converter may be for. Out of line: the types of rows are soon known.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteAskedCellName<TValue>(int position, EncodedName name, string key, TValue value, int depth)
    {
        if (depth == RowDepth && (name.IsExcluded || (OmitsNulls && value is null or DBNull))) return ~position;
        position = BeginCell(position, name);
        return MayBeBasic<TValue>() ? ~WriteAsked(position, value, key, name, depth + 1) : position;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteUncachedCellName<TValue>(int position, string key, TValue value, NameCache cache, int depth)
    {
        if (depth == RowDepth && OmitsNulls && value is null or DBNull) return ~position;
        int after = WriteUncachedName(position, key, cache);
        if (after < 0) return ~position;
        return AsksAboutBasics && MayBeBasic<TValue>() ? ~WriteAsked(after, value, key, holder: null, depth + 1) : after;
    }

    // Other declared types are written by their own contract.
    private static bool MayBeBasic<TValue>() => typeof(TValue) == typeof(object) || typeof(TValue) == typeof(string);

    // The code of EndObject(position, start) once more: calls of that made dictionaries 1.05 and nested objects 1.03 of the time.
    public int EndObject(int position, in ObjectState cells)
    {
        position = _output.Reserve(position, "{}"u8.Length);
        if (IsEmpty(position, in cells)) _output.At(position++) = (byte)'{';
        else _output.InRow(cells.Offset, position) = (byte)'{'; // over the first name's comma
        _output.At(position) = (byte)'}';
        return position + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsEmpty(int position, in ObjectState cells) => position == _output.RowStart + cells.Offset;
}
