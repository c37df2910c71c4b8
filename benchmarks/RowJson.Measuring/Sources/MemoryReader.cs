namespace RowJson.Benchmarks;

/// <summary>A reader over rows in memory: what it costs is nearly nothing beside what is done with the values.</summary>
internal abstract class MemoryReader : DbDataReader, IDbColumnSchemaGenerator
{
    private bool _isClosed;
    public override bool IsClosed => _isClosed;
    public override int Depth => 0;
    public override int RecordsAffected => -1;
    public override object this[int ordinal] => GetValue(ordinal);
    public override object this[string name] => GetValue(GetOrdinal(name));

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();
    public override void Close() => _isClosed = true;
    public override bool NextResult() => false;
    public override int GetOrdinal(string name) => Enumerable.Range(0, FieldCount).First(ordinal => GetName(ordinal) == name);
    public override string GetDataTypeName(int ordinal) => GetFieldType(ordinal).Name;

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++) values[i] = GetValue(i);
        return count;
    }

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);
    public override string GetString(int ordinal) => throw OtherType();
    public override bool GetBoolean(int ordinal) => throw OtherType();
    public override byte GetByte(int ordinal) => throw OtherType();
    public override char GetChar(int ordinal) => throw OtherType();
    public override short GetInt16(int ordinal) => throw OtherType();
    public override int GetInt32(int ordinal) => throw OtherType();
    public override long GetInt64(int ordinal) => throw OtherType();
    public override float GetFloat(int ordinal) => throw OtherType();
    public override double GetDouble(int ordinal) => throw OtherType();
    public override decimal GetDecimal(int ordinal) => throw OtherType();
    public override DateTime GetDateTime(int ordinal) => throw OtherType();
    public override Guid GetGuid(int ordinal) => throw OtherType();
    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => throw OtherType();
    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => throw OtherType();
    protected static InvalidCastException OtherType() => new("The column is of another type.");
}
