using System.Collections;
using System.Collections.ObjectModel;
using System.Data.Common;

namespace RowJson.LoadServer;

/// <summary>A reader over objects in memory: what it costs is nearly nothing beside what is done with the values.</summary>
internal sealed class LoadReader(List<LoadRow> rows) : DbDataReader, IDbColumnSchemaGenerator
{
    private static readonly string[] Names =
        ["id", "name", "city", "carrier", "departure", "delay", "distance", "fare", "weight", "isCancelled"];

    private static readonly Type[] Types =
    [
        typeof(int), typeof(string), typeof(string), typeof(string), typeof(DateTime), typeof(int), typeof(int), typeof(double),
        typeof(double), typeof(bool),
    ];

    private int _row = -1;

    public override int FieldCount => Names.Length;

    public override bool HasRows => rows.Count > 0;

    public override bool IsClosed => false;

    public override int Depth => 0;

    public override int RecordsAffected => -1;

    private LoadRow Row => rows[_row];

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();

    public override bool Read() => ++_row < rows.Count;

    public override bool NextResult() => false;

    public override string GetName(int ordinal) => Names[ordinal];

    public override int GetOrdinal(string name) => Array.IndexOf(Names, name);

    public override Type GetFieldType(int ordinal) => Types[ordinal];

    public override string GetDataTypeName(int ordinal) => Types[ordinal].Name;

    public override bool IsDBNull(int ordinal) => ordinal == 5 && Row.Delay is null;

    public override string GetString(int ordinal) => ordinal switch { 1 => Row.Name, 2 => Row.City, 3 => Row.Carrier, _ => throw Other() };

    public override int GetInt32(int ordinal) => ordinal switch
    {
        0 => Row.Id,
        5 => Row.Delay ?? throw Other(),
        6 => Row.Distance,
        _ => throw Other(),
    };

    public override double GetDouble(int ordinal) => ordinal switch { 7 => Row.Fare, 8 => Row.Weight, _ => throw Other() };

    public override DateTime GetDateTime(int ordinal) => ordinal == 4 ? Row.Departure : throw Other();

    public override bool GetBoolean(int ordinal) => ordinal == 9 ? Row.IsCancelled : throw Other();

    public override object GetValue(int ordinal) => ordinal switch
    {
        1 or 2 or 3 => GetString(ordinal),
        4 => Row.Departure,
        5 => Row.Delay is { } delay ? delay : DBNull.Value,
        0 or 6 => GetInt32(ordinal),
        7 or 8 => GetDouble(ordinal),
        _ => GetBoolean(ordinal),
    };

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++) values[i] = GetValue(i);
        return count;
    }

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    public override byte GetByte(int ordinal) => throw Other();

    public override char GetChar(int ordinal) => throw Other();

    public override decimal GetDecimal(int ordinal) => throw Other();

    public override float GetFloat(int ordinal) => throw Other();

    public override Guid GetGuid(int ordinal) => throw Other();

    public override short GetInt16(int ordinal) => throw Other();

    public override long GetInt64(int ordinal) => throw Other();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => throw Other();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => throw Other();

    private static InvalidCastException Other() => new("The column is of another type.");
}
