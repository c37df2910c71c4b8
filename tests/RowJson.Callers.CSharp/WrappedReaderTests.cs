using System.Collections;
using System.Data;
using System.Data.Common;
using System.Text.Json;
using Dapper;
using Microsoft.Data.Sqlite;

namespace RowJson.Callers;

/// <summary>
/// SQLite has types of values, not of columns. Dapper, profilers and interceptors return readers that wrap its own: their rows have the same
/// values.
/// </summary>
public sealed class WrappedReaderTests : IDisposable
{
    private readonly SqliteConnection _connection = new("Data Source=:memory:");

    public WrappedReaderTests() => _connection.Open();

    public void Dispose() => _connection.Dispose();

    /// <summary>Values of one column, and their JSON.</summary>
    public static TheoryData<string, string> Columns => new()
    {
        { "(10), ('A-7'), (12.5)", """10,"A-7",12.5""" },
        { "(null), ('text'), (1)", """null,"text",1""" },
        { "('text'), (1), (x'6162')", """ "text",1,"YWI=" """ },
        { "(1), (0.1), ('1e3')", """1,0.1,"1e3" """ },
        { "(0.5), (3), (null)", "0.5,3,null" },
        { "(x'01'), ('a'), (2)", """ "AQ==","a",2""" },
    };

    [Theory]
    [MemberData(nameof(Columns))]
    public async Task From_valuesOfDifferentTypes_areTheSameBehindAWrapper(string values, string json)
    {
        // More rows than are written before the columns are compiled.
        int repeated = 150;
        _connection.Execute($"create table t (code); insert into t values {string.Join(',', Enumerable.Repeat(values, repeated))}");
        string expected = $"[{string.Join(',', Enumerable.Repeat(
            string.Join(',', JsonDocument.Parse($"[{json}]").RootElement.EnumerateArray().Select(value => $"{{\"code\":{value.GetRawText()}}}")), repeated))}]";

        foreach (Func<DbDataReader> open in (Func<DbDataReader>[])[Dapper, Plain, () => new Wrapper(Plain()), () => new Wrapper(Dapper())])
        {
            using (DbDataReader reader = open()) JsonRows.From(reader).ToJsonString().Should().Be(expected);
            using (DbDataReader reader = open()) (await Judge.WriteAsync(JsonRows.From(reader).WriteToAsync)).Should().Be(expected);
            using (DbDataReader reader = open())
                JsonRows.From(reader).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }).Should().Be(expected);
            using (DbDataReader reader = open()) JsonRows.From((IDataReader)reader).ToJsonString().Should().Be(expected);
            using (DbDataReader reader = open()) JsonRows.From(reader.Cast<DbDataRecord>()).ToJsonString().Should().Be(expected);
            using (DbDataReader reader = open()) OneByOne(reader).Should().Be(expected);
        }
    }

    /// <summary>The database declares the column as JSON: so it is what it is read by.</summary>
    [Fact]
    public void From_jsonColumn_isJsonByEachReader()
    {
        _connection.Execute("""create table t (code json); insert into t values (1), ('{"a" : [1]}'), (null), (2.5)""");
        const string expected = """[{"code":1},{"code":{"a":[1]}},{"code":null},{"code":2.5}]""";

        foreach (Func<DbDataReader> open in (Func<DbDataReader>[])[Dapper, Plain, () => new Wrapper(Plain())])
        {
            using (DbDataReader reader = open()) JsonRows.From(reader).ToJsonString().Should().Be(expected);
            using (DbDataReader reader = open()) JsonRows.From((IDataReader)reader).ToJsonString().Should().Be(expected);
            using (DbDataReader reader = open()) OneByOne(reader).Should().Be(expected);
            using (DbDataReader reader = open())
                JsonRows.From(reader).ToJsonString(new JsonRowOptions { JsonColumnsAsText = true })
                    .Should().Be("""[{"code":1},{"code":"{\u0022a\u0022 : [1]}"},{"code":null},{"code":2.5}]""");
        }
    }

    private DbDataReader Dapper() => (DbDataReader)_connection.ExecuteReader("select code from t");

    private SqliteDataReader Plain()
    {
        SqliteCommand command = _connection.CreateCommand();
        command.CommandText = "select code from t";
        return command.ExecuteReader();
    }

    private static string OneByOne(DbDataReader reader)
    {
        using var stream = new MemoryStream();
        using (var writer = new JsonRowWriter(stream))
        {
            while (reader.Read()) writer.WriteRow(reader);
            writer.Complete();
        }
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }

    /// <summary>As a profiler has it.</summary>
    private sealed class Wrapper(DbDataReader inner) : DbDataReader
    {
        public override int FieldCount => inner.FieldCount;

        public override bool HasRows => inner.HasRows;

        public override bool IsClosed => inner.IsClosed;

        public override int Depth => inner.Depth;

        public override int RecordsAffected => inner.RecordsAffected;

        public override object this[int ordinal] => inner[ordinal];

        public override object this[string name] => inner[name];

        public override bool Read() => inner.Read();

        public override bool NextResult() => inner.NextResult();

        public override bool IsDBNull(int ordinal) => inner.IsDBNull(ordinal);

        public override object GetValue(int ordinal) => inner.GetValue(ordinal);

        public override int GetValues(object[] values) => inner.GetValues(values);

        public override bool GetBoolean(int ordinal) => inner.GetBoolean(ordinal);

        public override byte GetByte(int ordinal) => inner.GetByte(ordinal);

        public override char GetChar(int ordinal) => inner.GetChar(ordinal);

        public override DateTime GetDateTime(int ordinal) => inner.GetDateTime(ordinal);

        public override decimal GetDecimal(int ordinal) => inner.GetDecimal(ordinal);

        public override double GetDouble(int ordinal) => inner.GetDouble(ordinal);

        public override float GetFloat(int ordinal) => inner.GetFloat(ordinal);

        public override Guid GetGuid(int ordinal) => inner.GetGuid(ordinal);

        public override short GetInt16(int ordinal) => inner.GetInt16(ordinal);

        public override int GetInt32(int ordinal) => inner.GetInt32(ordinal);

        public override long GetInt64(int ordinal) => inner.GetInt64(ordinal);

        public override string GetString(int ordinal) => inner.GetString(ordinal);

        public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
            inner.GetBytes(ordinal, dataOffset, buffer, bufferOffset, length);

        public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
            inner.GetChars(ordinal, dataOffset, buffer, bufferOffset, length);

        public override string GetName(int ordinal) => inner.GetName(ordinal);

        public override string GetDataTypeName(int ordinal) => inner.GetDataTypeName(ordinal);

        public override Type GetFieldType(int ordinal) => inner.GetFieldType(ordinal);

        public override int GetOrdinal(string name) => inner.GetOrdinal(name);

        public override IEnumerator GetEnumerator() => inner.GetEnumerator();

        protected override void Dispose(bool disposing)
        {
            if (disposing) inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
