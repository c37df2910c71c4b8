using Npgsql;
using RowJson.Tests;

namespace RowJson.Npgsql.Tests;

/// <summary>Each type of docs/types.md, written in each way: the same bytes with the package as without it.</summary>
[Collection(PostgresTestGroup.Name)]
public class PostgresTypesTests(PostgresFixture server)
{
    /// <summary>Values of each type, and whether the package itself reads them.</summary>
    private static readonly (string Type, bool IsRead, string[] Values)[] Types =
    [
        ("bool", false, ["true", "false"]),
        ("int2", false, ["-32768", "32767", "0"]),
        ("int4", false, ["-2147483648", "2147483647", "0"]),
        ("int8", false, ["-9223372036854775808", "9223372036854775807", "0"]),
        ("oid", false, ["0", "4294967295"]),
        ("float4", false, ["0.1", "-0.0", "3.4e38"]),
        ("float8", false, ["0.1", "-0.0", "1e300"]),
        ("numeric", false, ["1.10", "12345678901234567890.5", "-0.000", "1e20"]),
        ("numeric(30, 2)", false, ["1.1", "79228162514264337593543950.33"]),
        ("money", false, ["12.34", "-1"]),
        ("text", true, ["", "plain", "a<b> & \"c\" \\ 'd'", "Straße 東京 😀", "line\nbreak\tand\u0001", new('é', 5000)]),
        ("varchar", true, ["", "v", "é"]),
        ("varchar(10)", true, ["", "0123456789"]),
        ("char(3)", true, ["", "ab", "é"]),
        ("name", true, ["nm", "é"]),
        ("citext", true, ["Ab", "É"]),
        ("xml", true, ["<a/>", "<a b=\"é\">c</a>"]),
        ("mood", true, ["sad", "glücklich"]),
        ("\"char\"", false, ["x"]),
        ("uuid", false, ["00112233-4455-6677-8899-aabbccddeeff", "ffffffff-ffff-ffff-ffff-ffffffffffff"]),
        ("bytea", true, ["", "\\x00ff10", "\\x" + string.Concat(Enumerable.Repeat("ab", 10_000))]),
        ("date", false, ["2024-02-29", "0001-01-01", "infinity"]),
        ("time", false, ["01:02:03", "01:02:03.5", "23:59:59.999999"]),
        ("timestamp", false, ["2024-02-29 12:30:00.123456", "infinity", "-infinity"]),
        ("timestamptz", false, ["2024-02-29 12:30:00+02", "infinity"]),
        ("timetz", false, ["01:02:03+02", "12:30:00-14"]),
        ("interval", false, ["1 day 02:03:04", "-00:00:01.5"]),
        ("json", true, ["{\"a\" : [1, \"é<\\u00e9\"]}", "null", "1", "\"text\"", " [ ] "]),
        ("jsonb", true, ["{\"a\" : [1, \"é<\"]}", "null", "1", "\"text\"", "[]", $"[\"{new string('é', 5000)}\"]"]),
        ("inet", false, ["192.168.0.1", "::1"]),
        ("cidr", false, ["10.0.0.0/8"]),
        ("macaddr", false, ["08:00:2b:01:02:03"]),
        ("pg_lsn", false, ["16/B374D848"]),
        ("bit(1)", false, ["1", "0"]),
        ("bit(3)", false, ["101"]),
        ("varbit", false, ["101", ""]),
        ("int4[]", false, ["{1,2}", "{}"]),
        ("text[]", true, ["{a,\"<é\"}", "{}", "{NULL,\"\",b}", "{{a,b},{NULL,é}}", "{{{a},{b}},{{c},{d}}}", "[3:4]={x,y}", $"{{{new('é', 5000)},z}}"]),
        ("varchar(5)[]", true, ["{a,\"\\\"\"}"]),
        ("char(3)[]", true, ["{a,é}"]),
        ("name[]", true, ["{a}"]),
        ("citext[]", false, ["{A}"]),
        ("jsonb[]", false, ["{\"{\\\"a\\\": 1}\"}"]),
        ("bytea[]", false, ["{\"\\\\x00\"}"]),
        ("mood[]", false, ["{sad}"]),
        ("int4range", false, ["[1,5)", "empty"]),
        ("point", false, ["(1,2)"]),
        ("hstore", false, ["a=>1, b=>NULL"]),
        ("ltree", false, ["top.a"]),
        ("jsonpath", false, ["$.a"]),
        ("tsvector", false, ["a b"]),
    ];

    public static TheoryData<string, WayToWrite> Cases
    {
        get
        {
            var cases = new TheoryData<string, WayToWrite>();
            foreach ((string type, _, _) in Types)
                foreach (WayToWrite way in Enum.GetValues<WayToWrite>()) cases.Add(type, way);
            return cases;
        }
    }

    public static TheoryData<WayToWrite> Ways => [.. Enum.GetValues<WayToWrite>()];

    [PostgresTheory]
    [MemberData(nameof(Cases))]
    public async Task Write_type_isTheSameWithAndWithoutThePackage(string type, WayToWrite way)
    {
        await using NpgsqlConnection connection = await server.OpenWithTypesAsync();
        string sql = QueryOf(type, nullsFirst: false);

        string json = await CheckAsync(way, connection, sql, new JsonRowOptions());

        json.Should().StartWith("[{\"a\":1,\"x\":").And.EndWith("\"x\":null,\"z\":\"z\"}]");
    }

    [PostgresTheory]
    [MemberData(nameof(Cases))]
    public async Task Write_typeWithNullsFirst_isTheSameWithAndWithoutThePackage(string type, WayToWrite way)
    {
        await using NpgsqlConnection connection = await server.OpenWithTypesAsync();
        string sql = QueryOf(type, nullsFirst: true);

        string json = await CheckAsync(way, connection, sql, new JsonRowOptions());

        json.Should().StartWith("[{\"a\":1,\"x\":null,\"z\":\"z\"},{\"a\":2,\"x\":");
    }

    [PostgresTheory]
    [MemberData(nameof(Ways))]
    public async Task Write_allTypesInOneRow_isTheSameWithAndWithoutThePackage(WayToWrite way)
    {
        await using NpgsqlConnection connection = await server.OpenWithTypesAsync();
        IEnumerable<string> columns = Types.Select((it, i) => $"{Literal(it.Values[0], it.Type)} as c{i}, null::{it.Type} as n{i}");
        string sql = $"select {string.Join(", ", columns)} from generate_series(1, 3)";

        foreach (JsonRowOptions options in new JsonRowOptions[] { new(), new() { OmitNulls = true }, new() { JsonColumnsAsText = true } })
            (await CheckAsync(way, connection, sql, options)).Should().Contain("\"c9\"");
    }

    [PostgresFact]
    public async Task CanRead_column_isWhatItsTypeSays()
    {
        await using NpgsqlConnection connection = await server.OpenWithTypesAsync();
        foreach ((string type, bool isRead, string[] values) in Types)
        {
            await using var command = new NpgsqlCommand($"select {Literal(values[0], type)}", connection);
            await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();

            NpgsqlRowReader.Instance.CanRead(reader).Should().BeTrue();
            NpgsqlRowReader.Instance.CanRead(reader, 0).Should().Be(isRead, type);
        }
    }

    /// <summary>A reader whose wrapper does not say what it wraps is read value by value: what is expected of all ways.</summary>
    private static async Task<string> CheckAsync(WayToWrite way, NpgsqlConnection connection, string sql, JsonRowOptions options)
    {
        string expected = await WayToWrite.SilentWrapper.WriteAsync(connection, sql, options);
        (await way.WriteAsync(connection, sql, options)).Should().Be(expected, "without the package");
        var withPackage = new JsonRowOptions(options) { RowReaders = [NpgsqlRowReader.Instance] };
        (await way.WriteAsync(connection, sql, withPackage)).Should().Be(expected, "with the package");
        return expected;
    }

    private static string QueryOf(string type, bool nullsFirst)
    {
        IEnumerable<string> values = Types.Single(it => it.Type == type).Values.Select(value => Literal(value, type));
        if (nullsFirst) values = values.Prepend($"null::{type}");
        IEnumerable<string> rows = values.Append($"null::{type}").Select((value, i) => $"select {i + 1} as a, {value} as x, 'z' as z");
        return $"select * from ({string.Join(" union all ", rows)}) t order by a";
    }

    private static string Literal(string value, string type) => $"'{value.Replace("'", "''", StringComparison.Ordinal)}'::{type}";
}
