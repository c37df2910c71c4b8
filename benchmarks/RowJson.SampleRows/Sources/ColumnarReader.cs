using System.Collections;
using System.Collections.ObjectModel;
using System.Data.Common;

namespace RowJson.Benchmarks;

/// <summary>
/// A reader over typed columns in memory. A typed getter is two array look-ups: nothing is cast, boxed or allocated.
/// <see cref="Rewind"/> makes it readable again.
/// </summary>
internal sealed class ColumnarReader(TypedColumn[] columns, int rowCount) : DbDataReader, IDbColumnSchemaGenerator
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
    private bool _isClosed;

    public override int FieldCount => columns.Length;

    public override bool HasRows => rowCount > 0;

    public override bool IsClosed => _isClosed;

    public override int Depth => 0;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    public void Rewind() => _row = -1;

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();

    public override bool Read() => ++_row < rowCount;

    public override bool NextResult() => false;

    public override void Close() => _isClosed = true;

    public override string GetName(int ordinal) => columns[ordinal].Name;

    public override int GetOrdinal(string name) => Array.FindIndex(columns, column => column.Name == name);

    public override Type GetFieldType(int ordinal) => columns[ordinal].Type;

    public override string GetDataTypeName(int ordinal) => columns[ordinal].Type.Name;

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

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, columns.Length);
        for (int i = 0; i < count; i++)
            values[i] = GetValue(i);
        return count;
    }

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    public override byte GetByte(int ordinal) => throw OtherType();

    public override char GetChar(int ordinal) => throw OtherType();

    public override DateTime GetDateTime(int ordinal) => throw OtherType();

    public override decimal GetDecimal(int ordinal) => throw OtherType();

    public override float GetFloat(int ordinal) => throw OtherType();

    public override Guid GetGuid(int ordinal) => throw OtherType();

    public override short GetInt16(int ordinal) => throw OtherType();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => throw OtherType();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => throw OtherType();

    // An array of strings also matches the pattern of an array of objects.
    private static T[]?[] Select<T>(TypedColumn[] columns) =>
        [.. columns.Select(column => column.Type == typeof(T) ? (T[])column.Values : null)];

    private static InvalidCastException OtherType() => new("JSON has no columns of this type.");
}
