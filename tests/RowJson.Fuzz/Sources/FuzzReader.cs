using System.Collections;
using System.Collections.ObjectModel;
using System.Data.Common;

namespace RowJson.Fuzz;

/// <summary>A reader over rows of the same names: each column has the type of its values.</summary>
internal sealed class FuzzReader : DbDataReader, IDbColumnSchemaGenerator
{
    private readonly FuzzRow[] _rows;
    private readonly string[] _names;
    private readonly Type[] _types;
    private readonly bool[] _areJson;
    private int _row = -1;

    private readonly RowSignal _signal;

    public FuzzReader(RowSet set, RowSignal signal)
    {
        _signal = signal;
        _rows = set.Rows;
        _names = _rows.Length == 0 ? [] : _rows[0].Names;
        Type[] types = [.. _names.Select((_, column) => TypeOf(set, column))];
        _areJson = Array.ConvertAll(types, type => type == typeof(JsonCell));
        _types = Array.ConvertAll(types, type => type == typeof(JsonCell) ? typeof(string) : type);
    }

    public override int FieldCount => _names.Length;

    public override bool HasRows => _rows.Length > 0;

    public override bool IsClosed => false;

    public override int Depth => 0;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    /// <summary>The type of all values of a column that are not null.</summary>
    public static Type TypeOf(RowSet set, int column)
    {
        Type? type = null;
        foreach (FuzzRow row in set.Rows)
        {
            if (row.Values[column] is not { } value || value is DBNull) continue;
            if (type is not null && type != value.GetType()) return typeof(object);
            type = value.GetType();
        }
        return type ?? typeof(string);
    }

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();

    public override bool Read()
    {
        _signal.Next();
        return ++_row < _rows.Length;
    }

    public override bool NextResult() => false;

    public override bool IsDBNull(int ordinal) => _rows[_row].Values[ordinal] is null or DBNull;

    public override object GetValue(int ordinal) => _rows[_row].Values[ordinal] switch
    {
        null => DBNull.Value,
        JsonCell json => json.Text,
        object value => value,
    };

    public override T GetFieldValue<T>(int ordinal) => (T)GetValue(ordinal);

    public override bool GetBoolean(int ordinal) => (bool)GetValue(ordinal);

    public override byte GetByte(int ordinal) => (byte)GetValue(ordinal);

    public override char GetChar(int ordinal) => (char)GetValue(ordinal);

    public override DateTime GetDateTime(int ordinal) => (DateTime)GetValue(ordinal);

    public override decimal GetDecimal(int ordinal) => (decimal)GetValue(ordinal);

    public override double GetDouble(int ordinal) => (double)GetValue(ordinal);

    public override float GetFloat(int ordinal) => (float)GetValue(ordinal);

    public override Guid GetGuid(int ordinal) => (Guid)GetValue(ordinal);

    public override short GetInt16(int ordinal) => (short)GetValue(ordinal);

    public override int GetInt32(int ordinal) => (int)GetValue(ordinal);

    public override long GetInt64(int ordinal) => (long)GetValue(ordinal);

    public override string GetString(int ordinal) => (string)GetValue(ordinal);

    public override string GetName(int ordinal) => _names[ordinal];

    public override string GetDataTypeName(int ordinal) => !_areJson[ordinal] ? _types[ordinal].Name : ordinal % 2 == 0 ? "json" : "JSONB";

    public override Type GetFieldType(int ordinal) => _types[ordinal];

    public override int GetOrdinal(string name) => Array.IndexOf(_names, name);

    public override int GetValues(object[] values) => throw new NotSupportedException();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);
}
