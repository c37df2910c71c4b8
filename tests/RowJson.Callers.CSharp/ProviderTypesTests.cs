using System.Data.Common;
using System.Globalization;
using System.Text.Json;
using DuckDB.NET.Data;
using DuckDB.NET.Native;
using Microsoft.Data.Sqlite;
using Sylvan.Data.Csv;

namespace RowJson.Callers;

/// <summary>Every type of column that providers have which run in this process: the exact bytes, by each way of asking for them.</summary>
public sealed class ProviderTypesTests
{
    /// <summary>An expression of DuckDB's, and its JSON.</summary>
    public static TheoryData<string, string> DuckDbTypes => new()
    {
        { "true", "true" },
        { "(-128)::tinyint", "-128" },
        { "(-32768)::smallint", "-32768" },
        { "2147483647::integer", "2147483647" },
        { "9223372036854775807::bigint", "9223372036854775807" },
        { "255::utinyint", "255" },
        { "65535::usmallint", "65535" },
        { "4294967295::uinteger", "4294967295" },
        { "18446744073709551615::ubigint", "18446744073709551615" },
        { "170141183460469231731687303715884105727::hugeint", "170141183460469231731687303715884105727" },
        { "340282366920938463463374607431768211455::uhugeint", "340282366920938463463374607431768211455" },
        { "'123456789012345678901234567890123456789012345'::bignum", "123456789012345678901234567890123456789012345" },
        { "0.1::float", "0.1" },
        { "1e300::double", "1E+300" },
        { "1.10::decimal(10, 2)", "1.10" },
        { "1234567890123456789.012345678::decimal(38, 9)", "1234567890123456789.012345678" },
        { "'é<'::varchar", "\"\\u00E9\\u003C\"" },
        { "'\\xAA\\x01'::blob", "\"qgE=\"" },
        { "''::blob", "\"\"" },
        { "'101'::bit", "\"101\"" },
        { "'00112233-4455-6677-8899-aabbccddeeff'::uuid", "\"00112233-4455-6677-8899-aabbccddeeff\"" },
        { "date '2024-02-29'", "\"2024-02-29\"" },
        { "time '12:30:01.5'", "\"12:30:01.5000000\"" },
        { "timetz '12:30:01+02'", "\"0001-01-02T12:30:01+02:00\"" },
        { "timestamp '2024-02-29 12:30:00.123456'", "\"2024-02-29T12:30:00.123456\"" },
        { "timestamp_s '2024-02-29 12:30:00'", "\"2024-02-29T12:30:00\"" },
        { "timestamp_ms '2024-02-29 12:30:00.123'", "\"2024-02-29T12:30:00.123\"" },
        { "timestamp_ns '2024-02-29 12:30:00.1234567'", "\"2024-02-29T12:30:00.1234567\"" },
        { "timestamptz '2024-02-29 12:30:00+02'", "\"2024-02-29T10:30:00\"" },
        { "interval '1 day 02:03:04'", "\"1.02:03:04\"" },
        { "[1, 2]", "[1,2]" },
        { "['a', null, 'é']", "[\"a\",null,\"\\u00E9\"]" },
        { "[[1], [], [2, 3]]", "[[1],[],[2,3]]" },
        { "[1, 2]::integer[2]", "[1,2]" },
        { "[date '2024-02-29']", "[\"2024-02-29\"]" },
        { "[1::hugeint, 170141183460469231731687303715884105727]", "[1,170141183460469231731687303715884105727]" },
        { "[[1::hugeint]]", "[[1]]" },
        { "{'total': (select sum(y) from range(5) s(y))}", "{\"total\":10}" },
        { "{'a': {'b': 170141183460469231731687303715884105727::uhugeint}}", "{\"a\":{\"b\":170141183460469231731687303715884105727}}" },
        { "[{'a': 1::hugeint, 'b': 'x'}]", "[{\"a\":1,\"b\":\"x\"}]" },
        { "{'a': '123456789012345678901234567890123456789012345'::bignum}", "{\"a\":123456789012345678901234567890123456789012345}" },
        { "map(['k'], [1::hugeint])", "{\"k\":1}" },
        { "map([1, 2], [3::hugeint, 4])", "{\"1\":3,\"2\":4}" },
        { "map([1], [[{'a': 5::hugeint}]])", "{\"1\":[{\"a\":5}]}" },
        { "['\\xAA\\x01'::blob]", "[\"qgE=\"]" },
        { "{'b': '\\xAA\\x01'::blob}", "{\"b\":\"qgE=\"}" },
        { "{'a': 1, 'b': 'x', 'c': null}", "{\"a\":1,\"b\":\"x\",\"c\":null}" },
        { "{'a': [1, 2], 'b': {'c': date '2024-02-29'}}", "{\"a\":[1,2],\"b\":{\"c\":\"2024-02-29\"}}" },
        { "[{'a': 1}, {'a': 2}]", "[{\"a\":1},{\"a\":2}]" },
        { "map(['k', 'l'], [1, 2])", "{\"k\":1,\"l\":2}" },
        { "map([1, 2], ['x', 'y'])", "{\"1\":\"x\",\"2\":\"y\"}" },
        { "'sad'::mood", "\"sad\"" },
        { "'{\"a\" : 1}'::json", "\"{\\u0022a\\u0022 : 1}\"" },
        { "null", "null" },
    };

    [Theory]
    [MemberData(nameof(DuckDbTypes))]
    public void DuckDb_type_isWritten(string expression, string json)
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using DuckDBCommand command = connection.CreateCommand();
        command.CommandText = "create type mood as enum ('happy', 'sad')";
        command.ExecuteNonQuery();
        // More rows than are written before the columns are compiled, and nulls among them.
        command.CommandText = $"select i, x, i as y from range(0, 450) r(i) left join (select {expression} as x) on i % 3 <> 0 order by i";

        string expected = $"[{string.Join(',', Enumerable.Range(0, 450).Select(i => $"{{\"i\":{i},\"x\":{(i % 3 == 0 ? "null" : json)},\"y\":{i}}}"))}]";
        JsonRows.From(command).ToJsonString().Should().Be(expected);
        JsonRows.From(command).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }).Should().Be(expected);
        Minified(JsonRows.From(command).ToJsonString(new JsonSerializerOptions { WriteIndented = true })).Should().Be(Minified(expected));
        using (DuckDBDataReader reader = command.ExecuteReader())
            JsonRows.From(reader.Cast<DbDataRecord>()).ToJsonString().Should().Be(expected);
    }

    /// <summary>Its reader is known by its name to have types of columns: values are not boxed.</summary>
    [Fact]
    public void DuckDb_numbers_areReadByTypedGetters()
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using DuckDBCommand command = connection.CreateCommand();
        command.CommandText = "select i::integer as a, i::bigint as b, i * 0.5::double as c from range(20000) r(i)";
        JsonRows.From(command).WriteTo(Stream.Null);

        long before = GC.GetAllocatedBytesForCurrentThread();
        JsonRows.From(command).WriteTo(Stream.Null);

        // A box of each value would be 24 bytes of 60,000.
        (GC.GetAllocatedBytesForCurrentThread() - before).Should().BeLessThan(200_000);
    }

    [Fact]
    public void DuckDb_jsonColumn_isJsonWhereTheOptionsSaySo()
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using DuckDBCommand command = connection.CreateCommand();
        command.CommandText = """select '{"a" : [1, 2]}'::json as j, null::json as n""";

        JsonRows.From(command).ToJsonString(new JsonRowOptions { IsJsonColumn = _ => true }).Should().Be("""[{"j":{"a":[1,2]},"n":null}]""");

        command.CommandText = """select ['{"a" : 1}'::json, null, '2'::json] as l, {'j': '[1]'::json, 'k': 5} as s""";
        JsonRows.From(command).ToJsonString(new JsonRowOptions { IsJsonColumn = _ => true })
            .Should().Be("""[{"l":[{"a":1},null,2],"s":{"j":[1],"k":5}}]""");
    }

    /// <summary>What .NET's types do not hold.</summary>
    [Theory]
    [InlineData("interval '1 month'")]
    [InlineData("'99999999999999999999999999999999999999'::decimal(38, 0)")]
    [InlineData("[1, null]")]
    [InlineData("union_value(number := 2)")]
    [InlineData("'12:30:00.123456789'::time_ns")]
    public void DuckDb_valueThatDotNetCannotHold_isAFailureOrReplaced(string expression)
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using DuckDBCommand command = connection.CreateCommand();
        command.CommandText = $"select 1 as a, {expression} as x, 2 as z";

        JsonRows.From(command).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("x");
        JsonRows.From(command).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null })
            .Should().Be("""[{"a":1,"x":null,"z":2}]""");
    }

    [Fact]
    public void DuckDb_listWithNulls_isReadAsTheConverterSays()
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using DuckDBCommand command = connection.CreateCommand();
        command.CommandText = "select [1, null] as x, interval '1 month 2 days' as i, timestamptz '2024-02-29 12:30:00+02' as t";
        var options = new JsonRowOptions
        {
            ColumnConverter = column => column.Name switch
            {
                "x" => cell => cell.GetValue<List<int?>>(),
                "i" => cell => cell.GetValue<DuckDBInterval>() is var it ? $"P{it.Months}M{it.Days}D" : null,
                "t" => cell => DateTime.SpecifyKind(cell.GetValue<DateTime>(), DateTimeKind.Utc),
                _ => null,
            },
        };

        JsonRows.From(command).ToJsonString(options).Should().Be("""[{"x":[1,null],"i":"P1M2D","t":"2024-02-29T10:30:00Z"}]""");
    }

    [Fact]
    public void Sqlite_everyTypeOfValue_isWritten()
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = "select 1 as i, -9223372036854775808 as l, 1.5 as r, 'é' as t, x'01ff' as b, x'' as e, null as n, 1e999 as inf";

        JsonRows.From(command).ToJsonString(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null })
            .Should().Be("""[{"i":1,"l":-9223372036854775808,"r":1.5,"t":"\u00E9","b":"Af8=","e":"","n":null,"inf":null}]""");
        JsonRows.From(command).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Text })
            .Should().EndWith(""","n":null,"inf":"Infinity"}]""");
    }

    [Fact]
    public void Sylvan_everyTypeOfASchema_isWritten()
    {
        const string text = "i,l,d,m,b,t,o,g,x,s,n,f,h,y,day,time,c\n1,-5,1.5,1.10,true,2024-02-29T12:30:00,2024-02-29T12:30:00+02:00,"
            + "00112233-4455-6677-8899-aabbccddeeff,Af8=,\"é,\"\"\",,0.5,7,255,2024-02-29,12:30:01,z\n";
        var schema = new CsvSchema(
        [
            new Column("i", typeof(int)), new Column("l", typeof(long)), new Column("d", typeof(double)), new Column("m", typeof(decimal)),
            new Column("b", typeof(bool)), new Column("t", typeof(DateTime)), new Column("o", typeof(DateTimeOffset)),
            new Column("g", typeof(Guid)), new Column("x", typeof(byte[])), new Column("s", typeof(string)),
            new Column("n", typeof(int), isNullable: true), new Column("f", typeof(float)), new Column("h", typeof(short)),
            new Column("y", typeof(byte)), new Column("day", typeof(DateOnly)), new Column("time", typeof(TimeOnly)), new Column("c", typeof(char)),
        ]);
        using DbDataReader reader = Sylvan.Data.Csv.CsvDataReader.Create(new StringReader(text), new CsvDataReaderOptions { Schema = schema });

        JsonRows.From(reader).ToJsonString().Should().Be(
            """
            [{"i":1,"l":-5,"d":1.5,"m":1.10,"b":true,"t":"2024-02-29T12:30:00","o":"2024-02-29T12:30:00+02:00",
            "g":"00112233-4455-6677-8899-aabbccddeeff","x":"Af8=","s":"\u00E9,\u0022","n":null,"f":0.5,"h":7,"y":255,
            "day":"2024-02-29","time":"12:30:01","c":"z"}]
            """.ReplaceLineEndings(""));
    }

    /// <summary>A text that is not of its column's type.</summary>
    [Fact]
    public void Sylvan_textThatIsNoNumber_isAFailureOrItsText()
    {
        const string text = "i,s\n1,a\nnone,b\n3,c\n";
        var schema = new CsvSchema([new Column("i", typeof(int)), new Column("s", typeof(string))]);
        DbDataReader Reader() => Sylvan.Data.Csv.CsvDataReader.Create(new StringReader(text), new CsvDataReaderOptions { Schema = schema });

        JsonRows.From(Reader()).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>()
            .Which.Should().Match<JsonRowException>(failure => failure.RowIndex == 1 && failure.ColumnName == "i");
        JsonRows.From(Reader()).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null })
            .Should().Be("""[{"i":1,"s":"a"},{"i":null,"s":"b"},{"i":3,"s":"c"}]""");
        JsonRows.From(Reader()).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Text })
            .Should().Be("""[{"i":1,"s":"a"},{"i":"none","s":"b"},{"i":3,"s":"c"}]""");
    }

    [Fact]
    public void CsvHelper_columns_areTextUnlessTheyAreConverted()
    {
        const string text = "i,s\n1,\"é,\"\"\"\n,\n";
        System.Data.IDataReader Reader() => new CsvHelper.CsvDataReader(CsvHelper.CsvReader.Create(new StringReader(text)));
        var numbers = new JsonRowOptions
        {
            ColumnConverter = column => column.Name == "i"
                ? cell => int.TryParse((string)cell.Value, CultureInfo.InvariantCulture, out int number) ? number : null
                : null,
        };

        JsonRows.From(Reader()).ToJsonString().Should().Be("""[{"i":"1","s":"\u00E9,\u0022"},{"i":"","s":""}]""");
        JsonRows.From(Reader()).ToJsonString(numbers).Should().Be("""[{"i":1,"s":"\u00E9,\u0022"},{"i":null,"s":""}]""");
    }

    private static string Minified(string json) => JsonSerializer.Serialize(JsonDocument.Parse(json));

    private sealed class Column : DbColumn
    {
        public Column(string name, Type type, bool isNullable = false) => (ColumnName, DataType, AllowDBNull) = (name, type, isNullable);
    }
}
