using System.Data;

namespace RowJson.Fuzz;

/// <summary>A reader that is no <see cref="System.Data.Common.DbDataReader"/>.</summary>
internal sealed class RecordReader(FuzzReader reader) : IDataReader
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

    public void Dispose() => reader.Dispose();

    public bool Read() => reader.Read();

    public bool NextResult() => false;

    public DataTable? GetSchemaTable() => null;

    public bool IsDBNull(int i) => reader.IsDBNull(i);

    public object GetValue(int i) => reader.GetValue(i);

    public int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++) values[i] = reader.GetValue(i);
        return count;
    }

    public bool GetBoolean(int i) => reader.GetBoolean(i);

    public byte GetByte(int i) => reader.GetByte(i);

    public char GetChar(int i) => reader.GetChar(i);

    public DateTime GetDateTime(int i) => reader.GetDateTime(i);

    public decimal GetDecimal(int i) => reader.GetDecimal(i);

    public double GetDouble(int i) => reader.GetDouble(i);

    public float GetFloat(int i) => reader.GetFloat(i);

    public Guid GetGuid(int i) => reader.GetGuid(i);

    public short GetInt16(int i) => reader.GetInt16(i);

    public int GetInt32(int i) => reader.GetInt32(i);

    public long GetInt64(int i) => reader.GetInt64(i);

    public string GetString(int i) => reader.GetString(i);

    public string GetName(int i) => reader.GetName(i);

    public string GetDataTypeName(int i) => reader.GetDataTypeName(i);

    public Type GetFieldType(int i) => reader.GetFieldType(i);

    public int GetOrdinal(string name) => reader.GetOrdinal(name);

    public long GetBytes(int i, long fieldOffset, byte[]? buffer, int bufferoffset, int length) => throw new NotSupportedException();

    public long GetChars(int i, long fieldoffset, char[]? buffer, int bufferoffset, int length) => throw new NotSupportedException();

    public IDataReader GetData(int i) => throw new NotSupportedException();
}
