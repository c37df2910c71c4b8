using System.Data;
using System.Data.SqlTypes;
using System.Text.Json;
using System.Xml;
using Microsoft.Data.SqlClient.Server;
using Microsoft.Data.SqlTypes;

namespace RowJson.Callers;

/// <summary>
/// Microsoft.Data.SqlClient without a server: its records, which hold every type of column that they can be made with, and its own types.
/// </summary>
public sealed class SqlClientTypesTests
{
    /// <summary>A column, a value as the server's own type, and its JSON.</summary>
    public static TheoryData<SqlDbType, string> Types => new()
    {
        { SqlDbType.BigInt, "9223372036854775807" },
        { SqlDbType.Int, "-7" },
        { SqlDbType.SmallInt, "-12" },
        { SqlDbType.TinyInt, "200" },
        { SqlDbType.Bit, "true" },
        { SqlDbType.Float, "0.1" },
        { SqlDbType.Real, "0.1" },
        { SqlDbType.Money, "12.5000" },
        { SqlDbType.SmallMoney, "12.5000" },
        { SqlDbType.Decimal, "1.50" },
        { SqlDbType.Date, "\"2024-02-29T00:00:00\"" },
        { SqlDbType.Time, "\"01:02:03.4000000\"" },
        { SqlDbType.DateTime, "\"2024-02-29T23:59:58\"" },
        { SqlDbType.SmallDateTime, "\"2024-02-29T23:59:00\"" },
        { SqlDbType.DateTime2, "\"2024-02-29T23:59:58.1234567\"" },
        { SqlDbType.DateTimeOffset, "\"2024-02-29T23:59:58+02:00\"" },
        { SqlDbType.UniqueIdentifier, "\"01234567-89ab-cdef-0123-456789abcdef\"" },
        { SqlDbType.Char, "\"ab\"" },
        { SqlDbType.VarChar, "\"a\\u003C\"" },
        { SqlDbType.Text, "\"text\"" },
        { SqlDbType.NChar, "\"\\u00E9\\u00E9\"" },
        { SqlDbType.NVarChar, "\"\\u00E9\"" },
        { SqlDbType.NText, "\"\\u00E9\"" },
        { SqlDbType.Binary, "\"AQI=\"" },
        { SqlDbType.VarBinary, "\"AQID\"" },
        { SqlDbType.Image, "\"\"" },
        { SqlDbType.Timestamp, "\"AQIDBAUGBwg=\"" },
        { SqlDbType.Xml, "\"\\u003Ca\\u003E1\\u003C/a\\u003E\"" },
        { SqlDbType.Variant, "5" },
    };

    [Theory]
    [MemberData(nameof(Types))]
    public void Records_type_isWritten(SqlDbType type, string json)
    {
        // More rows than are written before the columns are compiled, and nulls among them.
        List<SqlDataRecord> records = [.. Enumerable.Range(0, 450).Select(i => Record(type, i, isNull: i % 3 == 0))];

        string expected = $"[{string.Join(',', records.Select((_, i) => $"{{\"i\":{i},\"x\":{(i % 3 == 0 ? "null" : json)},\"y\":{i}}}"))}]";
        JsonRows.From(records).ToJsonString().Should().Be(expected);
        JsonRows.From(records.Cast<IDataRecord>()).ToJsonString().Should().Be(expected);
        JsonRows.From(records).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }).Should().Be(expected);
    }

    /// <summary>A client that asks for the server's own types gets these: <c>SqlDataReader.GetSqlValue</c>, <c>SqlDataAdapter</c>.</summary>
    [Theory]
    [MemberData(nameof(Types))]
    public void Tables_ownType_isTheSameAsTheDotNetType(SqlDbType type, string json)
    {
        SqlDataRecord record = Record(type, 1, isNull: false), none = Record(type, 1, isNull: true);
        if (record.GetSqlValue(1) is not INullable) return;
        using var table = new DataTable();
        table.Columns.Add("x", record.GetSqlFieldType(1) == typeof(object) ? typeof(object) : record.GetSqlValue(1).GetType());
        for (int i = 0; i < 450; i++) table.Rows.Add(i % 3 == 0 ? none.GetSqlValue(1) : record.GetSqlValue(1));

        string expected = $"[{string.Join(',', Enumerable.Range(0, 450).Select(i => $"{{\"x\":{(i % 3 == 0 ? "null" : json)}}}"))}]";
        JsonRows.From(table).ToJsonString().Should().Be(expected);
        JsonRows.From(table.CreateDataReader()).ToJsonString().Should().Be(expected);
    }

    [Fact]
    public void Tables_jsonAndVector_areAsTheSerializerWritesThemUnlessTheyAreNull()
    {
        using DataTable table = JsonAndVectors();

        string expected = JsonSerializer.Serialize(new { j = new SqlJson("""{"a" : 1}"""), v = new SqlVector<float>(new[] { 1, 2.5f }) });
        JsonRows.From(table).ToJsonString().Should().Be($$"""[{{expected}},{"j":null,"v":null}]""");
        JsonRows.From(table.CreateDataReader()).ToJsonString().Should().Be($$"""[{{expected}},{"j":null,"v":null}]""");
    }

    [Fact]
    public void Tables_jsonAndVector_areJsonAndAnArrayWhereTheConverterSaysSo()
    {
        using DataTable table = JsonAndVectors();
        var options = new JsonRowOptions
        {
            ColumnConverter = column => column.Name == "j"
                ? cell => cell.GetValue<SqlJson>() is { IsNull: false } json ? new RawJson(json.Value) : null
                : cell => cell.GetValue<SqlVector<float>>() is { IsNull: false } vector ? (object)vector.Memory : null,
        };

        JsonRows.From(table).ToJsonString(options).Should().Be("""[{"j":{"a":1},"v":[1,2.5]},{"j":null,"v":null}]""");
        JsonRows.From(table.CreateDataReader()).ToJsonString(options).Should().Be("""[{"j":{"a":1},"v":[1,2.5]},{"j":null,"v":null}]""");
    }

    /// <summary>.NET's decimal has 28 digits, the server's 38.</summary>
    [Fact]
    public void Tables_decimalThatDotNetCannotHold_hasAllDigits()
    {
        const string number = "12345678901234567890123456789.012345678";
        using var table = new DataTable();
        table.Columns.Add("x", typeof(SqlDecimal));
        table.Rows.Add(SqlDecimal.Parse(number));

        JsonRows.From(table).ToJsonString().Should().Be($$"""[{"x":{{number}}}]""");
    }

    [Fact]
    public void Records_decimalThatDotNetCannotHold_isAFailureThatNamesTheColumn()
    {
        var record = new SqlDataRecord(new SqlMetaData("i", SqlDbType.Int), new SqlMetaData("x", SqlDbType.Decimal, 38, 9));
        record.SetInt32(0, 1);
        record.SetSqlDecimal(1, SqlDecimal.Parse("12345678901234567890123456789.012345678"));

        JsonRows.From([record]).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>()
            .Where(it => it.ColumnName == "x" && it.InnerException is OverflowException);
        JsonRows.From([record]).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null })
            .Should().Be("""[{"i":1,"x":null}]""");
    }

    private static DataTable JsonAndVectors()
    {
        var table = new DataTable();
        table.Columns.Add("j", typeof(SqlJson));
        table.Columns.Add("v", typeof(SqlVector<float>));
        table.Rows.Add(new SqlJson("""{"a" : 1}"""), new SqlVector<float>(new[] { 1, 2.5f }));
        table.Rows.Add(SqlJson.Null, SqlVector<float>.CreateNull(2));
        return table;
    }

    private static SqlDataRecord Record(SqlDbType type, int i, bool isNull)
    {
        SqlMetaData number = new("i", SqlDbType.Int), same = new("y", SqlDbType.Int);
        SqlMetaData column = type switch
        {
            SqlDbType.Decimal => new SqlMetaData("x", type, 10, 2),
            SqlDbType.Char or SqlDbType.NChar or SqlDbType.Binary => new SqlMetaData("x", type, 2),
            SqlDbType.VarChar or SqlDbType.NVarChar or SqlDbType.VarBinary => new SqlMetaData("x", type, 20),
            _ => new SqlMetaData("x", type),
        };
        var record = new SqlDataRecord(number, column, same);
        record.SetInt32(0, i);
        record.SetValue(1, isNull ? DBNull.Value : Value(type));
        record.SetInt32(2, i);
        return record;
    }

    private static object Value(SqlDbType type)
    {
        var time = new DateTime(2024, 2, 29, 23, 59, 58);
        using XmlReader xml = XmlReader.Create(new StringReader("<a>1</a>"));
        return type switch
        {
            SqlDbType.BigInt => new SqlInt64(long.MaxValue),
            SqlDbType.Int => new SqlInt32(-7),
            SqlDbType.SmallInt => new SqlInt16(-12),
            SqlDbType.TinyInt => new SqlByte(200),
            SqlDbType.Bit => SqlBoolean.True,
            SqlDbType.Float => new SqlDouble(0.1),
            SqlDbType.Real => new SqlSingle(0.1f),
            SqlDbType.Money or SqlDbType.SmallMoney => new SqlMoney(12.5m),
            SqlDbType.Decimal => new SqlDecimal(1.50m),
            SqlDbType.Date => time.Date,
            SqlDbType.Time => new TimeSpan(0, 1, 2, 3, 400),
            SqlDbType.DateTime => new SqlDateTime(time),
            SqlDbType.SmallDateTime => new SqlDateTime(time.AddSeconds(-58)),
            SqlDbType.DateTime2 => time.AddTicks(1_234_567),
            SqlDbType.DateTimeOffset => new DateTimeOffset(time, TimeSpan.FromHours(2)),
            SqlDbType.UniqueIdentifier => new SqlGuid("01234567-89ab-cdef-0123-456789abcdef"),
            SqlDbType.Char => new SqlString("ab"),
            SqlDbType.VarChar => new SqlString("a<"),
            SqlDbType.Text => new SqlString("text"),
            SqlDbType.NChar => new SqlString("éé"),
            SqlDbType.NVarChar or SqlDbType.NText => new SqlString("é"),
            SqlDbType.Binary => new SqlBinary([1, 2]),
            SqlDbType.VarBinary => new SqlBinary([1, 2, 3]),
            SqlDbType.Image => new SqlBinary([]),
            SqlDbType.Timestamp => new SqlBinary([1, 2, 3, 4, 5, 6, 7, 8]),
            SqlDbType.Xml => new SqlXml(xml),
            _ => new SqlInt32(5),
        };
    }
}
