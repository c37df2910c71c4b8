using System.Runtime.CompilerServices;

namespace RowJson;

/// <content>Objects from dictionaries and pairs: rows, and values nested in them.</content>
internal sealed partial class RowEncoder
{
    /// <summary>Writes one row.</summary>
    public void WriteRow(Dictionary<string, object?> row) => EndRow(WriteObject(BeginRow(), row, _columnKeys, RowShape.Root, RowDepth));

    /// <inheritdoc cref="WriteRow(Dictionary{string, object})"/>
    public void WriteRow(IEnumerable<KeyValuePair<string, object?>> row) =>
        EndRow(WriteObject(BeginRow(), row, _columnKeys, RowShape.Root, RowDepth));

    /// <inheritdoc cref="WriteRow(Dictionary{string, object})"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void WriteRow(KeyValuePair<string, object?>[] row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, _columnKeys, RowShape.Root, isRow: true);
        foreach (ref readonly KeyValuePair<string, object?> cell in row.AsSpan())
            position = WriteCell(position, cell.Key, cell.Value, ref cells, RowDepth);
        EndRow(EndObject(position, in cells));
    }

    /// <inheritdoc cref="WriteRow(Dictionary{string, object})"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void WriteRow(List<KeyValuePair<string, object?>> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, _columnKeys, RowShape.Root, isRow: true);
        // Not a span of the pairs: a value may change the list.
        for (int i = 0; i < row.Count; i++)
        {
            KeyValuePair<string, object?> cell = row[i];
            position = WriteCell(position, cell.Key, cell.Value, ref cells, RowDepth);
        }
        EndRow(EndObject(position, in cells));
    }

    /// <summary>
    /// Writes an object whose names come as <paramref name="plan"/> remembers them; <paramref name="owner"/> is the id of the
    /// name that holds it, <paramref name="depth"/> the nesting it stands at.
    /// </summary>
    /// <remarks>
    /// Not inlined into the loops over rows, of which there are several: the compiler has a budget for a method and all that it
    /// inlines, and what is left out of this one then depends on what the process has written before: up to 1.7 times the time.
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteObject(int position, Dictionary<string, object?> values, NamePlan plan, int owner, int depth)
    {
        var cells = new ObjectState(this, position, plan, owner, isRow: depth == RowDepth);
        // The concrete type: its enumerator is a struct, and the calls are direct. Moved before all else, not behind it as foreach
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteObject(int position, IEnumerable<KeyValuePair<string, object?>> values, NamePlan plan, int owner, int depth)
    {
        var cells = new ObjectState(this, position, plan, owner, isRow: depth == RowDepth);
        foreach (KeyValuePair<string, object?> cell in values)
            position = WriteCell(position, cell.Key, cell.Value, ref cells, depth);
        return EndObject(position, in cells);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteCell(int position, string key, object? value, ref ObjectState cells, int depth)
    {
        int behind = WriteCellName(position, key, value, ref cells);
        return behind < 0 ? position : WriteValue(behind, value, key, cells.Previous, depth + 1);
    }

    /// <summary>Writes the name of a cell; -1 where the cell is to be left out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteCellName<TValue>(int position, string key, TValue value, ref ObjectState cells)
    {
        EncodedName? name = cells.Expected;
        // Rows look alike: the name that came here last time, and mostly the same instance of it.
        if (name is null || !ReferenceEquals(name.Key, key)) name = Resolve(key, name, cells.Plan, cells.Owner, cells.Previous);
        if (name is null) return WriteUncachedCellName(position, key, value is null or DBNull, ref cells);

        cells.Expected = cells.Plan.Shape.After(name.Id);
        cells.Previous = name.Id;
        if (cells.HasExceptions && (name.IsExcluded || (_omitNulls && value is null or DBNull))) return -1;
        cells.IsEmpty = false;
        return WriteName(position, name);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteUncachedCellName(int position, string key, bool isNull, ref ObjectState cells)
    {
        // Where it stands between the cached names is not known any more: the next one is looked up.
        cells.Expected = null;
        if (cells.HasExceptions && _omitNulls && isNull) return -1;
        int behind = WriteUncachedName(position, key, cells.Plan.Cache);
        if (behind >= 0) cells.IsEmpty = false;
        return behind;
    }

    private int EndObject(int position, in ObjectState cells)
    {
        position = _output.Reserve(position, 2);
        if (cells.IsEmpty) _output.At(position++) = (byte)'{';
        else _output.InRow(cells.Offset, position) = (byte)'{'; // over the first name's comma
        _output.At(position) = (byte)'}';
        return position + 1;
    }

    /// <summary>How far one object has come.</summary>
    private struct ObjectState(RowEncoder encoder, int position, NamePlan plan, int owner, bool isRow)
    {
        /// <summary>From the beginning of the row under way, for that moves when the output grows.</summary>
        public readonly int Offset = position - encoder._output.RowStart;

        public readonly NamePlan Plan = plan;

        public readonly int Owner = owner;

        /// <summary>Some cells may have to be left out: only in rows, and only if the options say so.</summary>
        public readonly bool HasExceptions =
            isRow && (encoder._omitNulls || encoder._options.ColumnName is not null);

        public EncodedName? Expected = plan.Shape.FirstIn(owner);

        public int Previous = RowShape.Root;

        public bool IsEmpty = true;
    }
}
