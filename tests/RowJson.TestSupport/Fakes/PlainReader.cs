using System.Data;
using System.Data.Common;

namespace RowJson.Tests;

/// <summary>A reader of an old provider, which derives from nothing: its cells are objects.</summary>
internal sealed class PlainReader(DbDataReader reader) : IDataReader
{
    public int Depth => 0;

    public bool IsClosed => false;

    public int RecordsAffected => -1;

    public int FieldCount => reader.FieldCount;

    public object this[int i] => reader[i];

    public object this[string name] => reader[name];

    public void Close()
    {
    }

    public void Dispose()
    {
    }

    public DataTable? GetSchemaTable() => null;

    public bool NextResult() => false;

    public bool Read() => reader.Read();

    public bool GetBoolean(int i) => throw new NotSupportedException();

    public byte GetByte(int i) => throw new NotSupportedException();

    public long GetBytes(int i, long fieldOffset, byte[]? buffer, int bufferoffset, int length) => throw new NotSupportedException();

    public char GetChar(int i) => throw new NotSupportedException();

    public long GetChars(int i, long fieldoffset, char[]? buffer, int bufferoffset, int length) => throw new NotSupportedException();

    public IDataReader GetData(int i) => throw new NotSupportedException();

    public string GetDataTypeName(int i) => reader.GetDataTypeName(i);

    public DateTime GetDateTime(int i) => throw new NotSupportedException();

    public decimal GetDecimal(int i) => throw new NotSupportedException();

    public double GetDouble(int i) => throw new NotSupportedException();

    public Type GetFieldType(int i) => reader.GetFieldType(i);

    public float GetFloat(int i) => throw new NotSupportedException();

    public Guid GetGuid(int i) => throw new NotSupportedException();

    public short GetInt16(int i) => throw new NotSupportedException();

    public int GetInt32(int i) => throw new NotSupportedException();

    public long GetInt64(int i) => throw new NotSupportedException();

    public string GetName(int i) => reader.GetName(i);

    public int GetOrdinal(string name) => reader.GetOrdinal(name);

    public string GetString(int i) => throw new NotSupportedException();

    public object GetValue(int i) => reader.GetValue(i);

    public int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++) values[i] = reader.GetValue(i);
        return count;
    }

    public bool IsDBNull(int i) => reader.IsDBNull(i);
}
