using System.Collections;
using System.Collections.ObjectModel;
using System.Data.Common;
using System.Runtime.CompilerServices;

namespace RowJson.Benchmarks;

/// <summary>
/// A reader over rows of <see cref="CellRow{T}.Count"/> values of one type, in memory. A getter is an array look-up: nothing is boxed or
/// allocated. <see cref="Rewind"/> makes it readable again.
/// </summary>
internal sealed class CellReader<T>(T[] values) : DbDataReader, IDbColumnSchemaGenerator
{
    private int _first = -CellRow<T>.Count;

    public override int FieldCount => CellRow<T>.Count;

    public override bool HasRows => values.Length > 0;

    public override bool IsClosed => false;

    public override int Depth => 0;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    public void Rewind() => _first = -CellRow<T>.Count;

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();

    public override bool Read() => (_first += CellRow<T>.Count) < values.Length;

    public override bool NextResult() => false;

    public override string GetName(int ordinal) => CellRow<T>.Names[ordinal];

    public override int GetOrdinal(string name) => Array.IndexOf(CellRow<T>.Names, name);

    public override Type GetFieldType(int ordinal) => typeof(T);

    public override string GetDataTypeName(int ordinal) => typeof(T).Name;

    public override bool IsDBNull(int ordinal) => values[_first + ordinal] is null;

    public override object GetValue(int ordinal) => (object?)values[_first + ordinal] ?? DBNull.Value;

    public override int GetValues(object[] row)
    {
        int count = Math.Min(row.Length, FieldCount);
        for (int i = 0; i < count; i++) row[i] = GetValue(i);
        return count;
    }

    public override TValue GetFieldValue<TValue>(int ordinal) => Get<TValue>(ordinal);

    public override string GetString(int ordinal) => Get<string>(ordinal);

    public override bool GetBoolean(int ordinal) => Get<bool>(ordinal);

    public override byte GetByte(int ordinal) => Get<byte>(ordinal);

    public override char GetChar(int ordinal) => Get<char>(ordinal);

    public override short GetInt16(int ordinal) => Get<short>(ordinal);

    public override int GetInt32(int ordinal) => Get<int>(ordinal);

    public override long GetInt64(int ordinal) => Get<long>(ordinal);

    public override float GetFloat(int ordinal) => Get<float>(ordinal);

    public override double GetDouble(int ordinal) => Get<double>(ordinal);

    public override decimal GetDecimal(int ordinal) => Get<decimal>(ordinal);

    public override DateTime GetDateTime(int ordinal) => Get<DateTime>(ordinal);

    public override Guid GetGuid(int ordinal) => Get<Guid>(ordinal);

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => throw OtherType();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => throw OtherType();

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    // The test is a constant of code that is compiled for both types.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private TValue Get<TValue>(int ordinal) =>
        typeof(TValue) == typeof(T) ? Unsafe.As<T, TValue>(ref values[_first + ordinal]) : throw OtherType();

    private static InvalidCastException OtherType() => new($"All columns are of the type {typeof(T)}.");
}
