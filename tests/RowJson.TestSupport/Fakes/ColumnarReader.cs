using System.Collections;
using System.Collections.ObjectModel;
using System.Data.Common;

namespace RowJson.Tests;

/// <summary>
/// A reader over typed columns in memory: its typed getters box nothing and allocate nothing, so that what is measured through
/// it is the writer. <see cref="Rewind"/> makes it readable again.
/// </summary>
internal sealed class ColumnarReader(params Column[] columns) : DbDataReader, IDbColumnSchemaGenerator
{
    private int _row = -1;
    private bool _isClosed;

    public override int FieldCount => columns.Length;

    public override bool HasRows => RowCount > 0;

    public override bool IsClosed => _isClosed;

    public override int Depth => 0;

    public override int RecordsAffected => -1;

    private int RowCount => columns.Length == 0 ? 0 : columns[0].RowCount;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    public void Rewind() => _row = -1;

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();

    public override bool Read() => ++_row < RowCount;

    public override bool NextResult() => false;

    public override void Close() => _isClosed = true;

    public override bool IsDBNull(int ordinal) => columns[ordinal].IsNull(_row);

    public override object GetValue(int ordinal) => columns[ordinal].GetValue(_row);

    public override T GetFieldValue<T>(int ordinal) => ((Column<T>)columns[ordinal]).Values[_row];

    public override bool GetBoolean(int ordinal) => Get<bool>(ordinal);

    public override byte GetByte(int ordinal) => Get<byte>(ordinal);

    public override char GetChar(int ordinal) => Get<char>(ordinal);

    public override DateTime GetDateTime(int ordinal) => Get<DateTime>(ordinal);

    public override decimal GetDecimal(int ordinal) => Get<decimal>(ordinal);

    public override double GetDouble(int ordinal) => Get<double>(ordinal);

    public override float GetFloat(int ordinal) => Get<float>(ordinal);

    public override Guid GetGuid(int ordinal) => Get<Guid>(ordinal);

    public override short GetInt16(int ordinal) => Get<short>(ordinal);

    public override int GetInt32(int ordinal) => Get<int>(ordinal);

    public override long GetInt64(int ordinal) => Get<long>(ordinal);

    public override string GetString(int ordinal) => Get<string>(ordinal);

    public override string GetName(int ordinal) => columns[ordinal].Name;

    public override string GetDataTypeName(int ordinal) => columns[ordinal].DataTypeName;

    public override Type GetFieldType(int ordinal) => columns[ordinal].FieldType;

    public override int GetOrdinal(string name) => Array.FindIndex(columns, column => column.Name == name);

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, columns.Length);
        for (int i = 0; i < count; i++) values[i] = GetValue(i);
        return count;
    }

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    private T Get<T>(int ordinal) => ((Column<T>)columns[ordinal]).Values[_row];
}

/// <summary>One column of a <see cref="ColumnarReader"/>.</summary>
internal abstract class Column(string name, Type fieldType, string? dataTypeName)
{
    public string Name { get; } = name;

    public Type FieldType { get; } = fieldType;

    public string DataTypeName { get; } = dataTypeName ?? fieldType.Name;

    public abstract int RowCount { get; }

    public static Column<T> Of<T>(string name, params T[] values) => new(name, values);

    /// <summary>A column in which null is SQL's NULL.</summary>
    public static Column<T> OfNullable<T>(string name, params T?[] values)
        where T : struct =>
        new(name, Array.ConvertAll(values, value => value.GetValueOrDefault()), Array.ConvertAll(values, value => value is null));

    public abstract bool IsNull(int row);

    public abstract object GetValue(int row);
}

/// <summary>A column with its values, and where they are NULL.</summary>
internal sealed class Column<T>(string name, T[] values, bool[]? nulls = null, string? dataTypeName = null)
    : Column(name, typeof(T), dataTypeName)
{
    public T[] Values { get; } = values;

    public override int RowCount => Values.Length;

    // Value types are not tested: that would box them in unoptimised code.
    public override bool IsNull(int row) =>
        nulls is not null ? nulls[row] : !typeof(T).IsValueType && Values[row] is null or DBNull;

    public override object GetValue(int row) => IsNull(row) ? DBNull.Value : Values[row]!;
}
