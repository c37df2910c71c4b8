using RowJson.Tests;

namespace RowJson.Sqlite.Tests;

/// <summary>Every declared type with values of every class, in every way: the bytes are the same with and without the package.</summary>
public class SqliteTypesTests
{
    // A column's type is a preference: it decides which class some values get, and what the getters make of them.
    private static readonly string[] DeclaredTypes =
    [
        "", "integer", "int", "bigint", "real", "double", "float", "numeric", "decimal(10, 2)", "boolean", "text", "varchar(20)", "char(1)",
        "blob", "date", "datetime", "time", "timestamp", "datetimeoffset", "guid", "uniqueidentifier",
    ];

    private static readonly string[] Integers = ["0", "1", "-1", "9223372036854775807", "-9223372036854775808", "2147483648"];
    private static readonly string[] Reals = ["1.5", "-0.0", "1e300", "5e-324", "0.1", "123456789.125", "1e15"];
    private static readonly string[] Texts = ["'text'", "''", "'1'", "'2024-02-29 12:30:00'", "'ä <€> \"\\'", "char(10, 0, 127, 128512)", "replace(hex(zeroblob(5000)), '00', 'é')"];
    private static readonly string[] Blobs = ["x'00ff10'", "x''", "zeroblob(5000)", "x'00112233445566778899aabbccddeeff'"];

    public static TheoryData<string, WayToWrite> Cases
    {
        get
        {
            var cases = new TheoryData<string, WayToWrite>();
            foreach (string type in DeclaredTypes)
                foreach (WayToWrite way in Enum.GetValues<WayToWrite>()) cases.Add(type, way);
            return cases;
        }
    }

    public static TheoryData<WayToWrite> Ways => [.. Enum.GetValues<WayToWrite>()];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_valuesOfOneClass_areTheSameWithAndWithoutThePackage(string type, WayToWrite way)
    {
        foreach (string[] values in new[] { Integers, Reals, Texts, Blobs })
        {
            using Database database = Table(type, values);
            (await CheckAsync(way, database)).Should().StartWith("[{\"a\":0,\"x\":").And.EndWith("\"z\":\"z\"}]");
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_nullsFirst_areTheSameWithAndWithoutThePackage(string type, WayToWrite way)
    {
        using Database database = Table(type, ["null", "null", .. Texts, "null", .. Integers]);
        (await CheckAsync(way, database)).Should().StartWith("[{\"a\":0,\"x\":null,\"z\":\"z\"},{\"a\":1,\"x\":null,");
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_typesThatChangeByRow_areTheSameWithAndWithoutThePackage(string type, WayToWrite way)
    {
        string[][] classes = [Integers, Reals, Texts, Blobs, ["null"]];
        IEnumerable<string> values = Enumerable.Range(0, 35).Select(i => classes[i % classes.Length][i / classes.Length % classes[i % classes.Length].Length]);
        using Database database = Table(type, [.. values]);

        (await CheckAsync(way, database)).Should().Contain("\"a\":34,");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Write_columnDeclaredAsJson_isTheSameWithAndWithoutThePackage(WayToWrite way)
    {
        using Database database = Table("json", ["'[1, {\"a\":null}]'", "null", "'7'", "'\"ä\"'", "'{\"b\":\"' || replace(hex(zeroblob(5000)), '00', 'x') || '\"}'"]);

        (await CheckAsync(way, database)).Should().StartWith("""[{"a":0,"x":[1,{"a":null}],"z":"z"},{"a":1,"x":null,"z":"z"},""");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Write_allTypesInOneRow_isTheSameWithAndWithoutThePackage(WayToWrite way)
    {
        using var database = new Database($"create table t({string.Join(", ", DeclaredTypes.Select((type, i) => $"c{i} {type}"))})");
        string[] values = [.. Integers, .. Reals, .. Texts, .. Blobs];
        for (int row = 0; row < values.Length; row++)
            database.Execute($"insert into t values ({string.Join(", ", DeclaredTypes.Select((_, i) => values[(row + i) % values.Length]))})");

        foreach (JsonRowOptions options in new JsonRowOptions[] { new(), new() { OmitNulls = true }, new() { FlushThreshold = 1 } })
            (await CheckAsync(way, database, options, "select *, null as n from t")).Should().Contain("\"c20\"");
    }

    private static Database Table(string type, string[] values)
    {
        var database = new Database($"create table t(a integer, x {type}, z text)");
        for (int i = 0; i < values.Length; i++) database.Execute($"insert into t values ({i}, {values[i]}, 'z')");
        return database;
    }

    /// <summary>A reader whose wrapper does not say what it wraps is read value by value: what is expected of all ways.</summary>
    private static async Task<string> CheckAsync(
        WayToWrite way, Database database, JsonRowOptions? options = null, string sql = "select a, x, z from t order by a")
    {
        options ??= new JsonRowOptions();
        string expected = await WayToWrite.SilentWrapper.WriteAsync(database.Connection, sql, options);
        (await way.WriteAsync(database.Connection, sql, options)).Should().Be(expected, "without the package");
        (await way.WriteAsync(database.Connection, sql, Database.WithPackage(options))).Should().Be(expected, "with the package");
        return expected;
    }
}
