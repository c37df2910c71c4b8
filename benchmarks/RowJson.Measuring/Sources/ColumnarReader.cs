namespace RowJson.Benchmarks;

/// <summary>A reader over typed columns in memory. A typed getter is two array look-ups: nothing is cast, boxed or allocated.
/// <see cref="Rewind"/> makes it readable again.</summary>
internal sealed class ColumnarReader(TypedColumn[] columns, int rowCount) : MemoryReader
{
    // By ordinal; an item is null where the column is of another type.
    private readonly string[]?[] _strings = Select<string>(columns);
    private readonly int[]?[] _ints = Select<int>(columns);
    private readonly long[]?[] _longs = Select<long>(columns);
    private readonly double[]?[] _doubles = Select<double>(columns);
    private readonly bool[]?[] _booleans = Select<bool>(columns);
    private readonly object[]?[] _objects = Select<object>(columns);
    private readonly bool[][] _nulls = [.. columns.Select(column => column.Nulls)];
    private int _row = -1;
    public override int FieldCount => columns.Length;
    public override bool HasRows => rowCount > 0;
    public void Rewind() => _row = -1;

    public ColumnarReader Rewound()
    {
        _row = -1;
        return this;
    }

    public override bool Read() => ++_row < rowCount;
    public override string GetName(int ordinal) => columns[ordinal].Name;
    public override Type GetFieldType(int ordinal) => columns[ordinal].Type;
    public override bool IsDBNull(int ordinal) => _nulls[ordinal][_row];
    public override string GetString(int ordinal) => _strings[ordinal]![_row];
    public override int GetInt32(int ordinal) => _ints[ordinal]![_row];
    public override long GetInt64(int ordinal) => _longs[ordinal]![_row];
    public override double GetDouble(int ordinal) => _doubles[ordinal]![_row];
    public override bool GetBoolean(int ordinal) => _booleans[ordinal]![_row];

    public override object GetValue(int ordinal)
    {
        if (IsDBNull(ordinal)) return DBNull.Value;
        if (_strings[ordinal] is { } strings) return strings[_row];
        if (_ints[ordinal] is { } ints) return ints[_row];
        if (_doubles[ordinal] is { } doubles) return doubles[_row];
        if (_longs[ordinal] is { } longs) return longs[_row];
        return _booleans[ordinal] is { } booleans ? booleans[_row] : _objects[ordinal]![_row];
    }

    // An array of strings also matches the pattern of an array of objects.
    private static T[]?[] Select<T>(TypedColumn[] columns) =>
        [.. columns.Select(column => column.Type == typeof(T) ? (T[])column.Values : null)];
}
