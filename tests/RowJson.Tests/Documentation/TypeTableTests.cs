using System.Collections;
using System.Data;
using System.Data.SqlTypes;
using System.Net;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Tests;

/// <summary>The tables of docs/types.md are right.</summary>
public class TypeTableTests
{
    private const string Json = """{"a":[1]}""";

    /// <summary>A value for each row of the first table.</summary>
    private static readonly Dictionary<string, Column> Values = new()
    {
        ["`DBNull`"] = Column.Of("v", DBNull.Value),
        ["`bool`"] = Column.Of("v", true),
        ["`byte`"] = Column.Of("v", byte.MaxValue),
        ["`sbyte`"] = Column.Of("v", sbyte.MinValue),
        ["`short`"] = Column.Of("v", short.MinValue),
        ["`ushort`"] = Column.Of("v", ushort.MaxValue),
        ["`int`"] = Column.Of("v", int.MinValue),
        ["`uint`"] = Column.Of("v", uint.MaxValue),
        ["`long`"] = Column.Of("v", long.MaxValue),
        ["`ulong`"] = Column.Of("v", ulong.MaxValue),
        ["`Int128`"] = Column.Of("v", Int128.MaxValue),
        ["`UInt128`"] = Column.Of("v", UInt128.MaxValue),
        ["`BigInteger`"] = Column.Of("v", BigInteger.Pow(10, 30)),
        ["`Half`"] = Column.Of("v", (Half)0.5),
        ["`float`"] = Column.Of("v", 0.1f),
        ["`double`"] = Column.Of("v", 1e300),
        ["`decimal`"] = Column.Of("v", 1.10m),
        ["`char`"] = Column.Of("v", 'x'),
        ["`string`"] = Column.Of("v", "a<b"),
        ["`DateTime`"] = Column.Of("v", new DateTime(2024, 2, 29, 12, 30, 0, DateTimeKind.Utc)),
        ["`DateTimeOffset`"] = Column.Of("v", new DateTimeOffset(2024, 2, 29, 12, 30, 0, TimeSpan.FromHours(2))),
        ["`DateOnly`"] = Column.Of("v", new DateOnly(2024, 2, 29)),
        ["`TimeOnly`"] = Column.Of("v", new TimeOnly(12, 30)),
        ["`TimeSpan`"] = Column.Of("v", new TimeSpan(1, 2, 3, 4)),
        ["`Guid`"] = Column.Of("v", new Guid("00112233-4455-6677-8899-aabbccddeeff")),
        ["`byte[]`"] = Column.Of<byte[]>("v", [1, 2, 3]),
        ["`enum`"] = Column.Of("v", DayOfWeek.Friday),
        ["`int[]`"] = Column.Of<int[]>("v", [1, 2]),
        ["`string[]`"] = Column.Of<string?[]>("v", ["a", null]),
        ["`double?[]`"] = Column.Of<double?[]>("v", [1.5, null]),
        ["`int[,]`"] = Column.Of("v", new[,] { { 1, 2 }, { 3, 4 } }),
        ["`List<int>`"] = Column.Of("v", new List<int> { 1, 2 }),
        ["`object[]`"] = Column.Of<object[]>("v", [1, "x"]),
        ["`Dictionary<string, string>`"] = Column.Of("v", new Dictionary<string, string> { ["k"] = "v" }),
        ["`BitArray`"] = Column.Of("v", new BitArray([true, false])),
        ["`Uri`"] = Column.Of("v", new Uri("https://example.org/")),
        ["`Version`"] = Column.Of("v", new Version(1, 2, 3)),
        ["`IPAddress`"] = Column.Of("v", IPAddress.Parse("192.168.0.1")),
        ["`IPNetwork`"] = Column.Of("v", IPNetwork.Parse("10.0.0.0/8")),
        ["`PhysicalAddress`"] = Column.Of("v", PhysicalAddress.Parse("08-00-2B-01-02-03")),
        ["`JsonElement`"] = Column.Of("v", JsonSerializer.Deserialize<JsonElement>(Json)),
        ["`JsonDocument`"] = Column.Of("v", JsonDocument.Parse(Json)),
        ["`JsonNode`"] = Column.Of("v", JsonNode.Parse(Json)),
        ["`RawJson`"] = Column.Of("v", new RawJson(Json)),
        ["`SqlInt32` and the other `System.Data.SqlTypes`"] = Column.Of("v", new SqlInt32(7)),
        ["`SqlDecimal`"] = Column.Of("v", SqlDecimal.Parse("1.50")),
        ["tuples"] = Column.Of<object>("v", (1, "x")),
        ["an object without public properties"] = Column.Of<object>("v", new Vector2(1, 2)),
        ["anything else"] = Column.Of<object>("v", new { X = 1 }),
        ["`Type`"] = Column.Of<object>("v", typeof(int)),
        ["delegates"] = Column.Of<object>("v", () => 1),
    };

    public static TheoryData<string, string> Rows
    {
        get
        {
            var rows = new TheoryData<string, string>();
            foreach (string[] cells in DocumentedRows()) rows.Add(cells[1], cells[^2].Trim('`'));
            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void Write_documentedType_isAsDocumented(string type, string json)
    {
        Column column = Values[type];
        using var table = new DataTable();
        table.Columns.Add("v", typeof(object));
        table.Rows.Add(column.GetValue(0));
        using var typed = new DataTable();
        typed.Columns.Add("v", column.FieldType == typeof(DBNull) ? typeof(object) : column.FieldType);
        // By default a table drops the kind of a DateTime.
        if (column.FieldType == typeof(DateTime)) typed.Columns[0].DateTimeMode = DataSetDateTime.Utc;
        typed.Rows.Add(column.GetValue(0));

        JsonRows[] sources =
        [
            JsonRows.From(new ColumnarReader(column)),
            JsonRows.From(table),
            JsonRows.From(typed),
            JsonRows.From(typed.Select()),
            JsonRows.From(typed.CreateDataReader().Cast<IDataRecord>()),
        ];
        foreach (JsonRows rows in sources)
        {
            if (json == "failure") rows.Invoking(r => r.ToJsonString()).Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("v");
            else rows.ToJsonString().Should().Be($$"""[{"v":{{json}}}]""");
        }
    }

    [Fact]
    public void Shape_valuesOfReadersOnly_areLeftToTheSerializer()
    {
        object[] values = [DBNull.Value, BigInteger.One, new SqlInt32(7), PhysicalAddress.None];
        JsonRowShape<object> shape = new JsonRowShape<object>().Column("v", value => value);
        JsonRows.From(values, shape).ToJsonString().Should().Be(JsonSerializer.Serialize(values.Select(v => new { v })))
            .And.StartWith("""[{"v":{}},""", "it is no null");
    }

    [Fact]
    public void Document_everyValueOfTheTests_hasARow() => DocumentedRows().Select(cells => cells[1]).Should().BeEquivalentTo(Values.Keys);

    /// <summary>The rows of the first table, cut at its bars.</summary>
    private static IEnumerable<string[]> DocumentedRows() => File.ReadLines(RepositoryFolder.Combine("docs", "types.md"))
        .SkipWhile(line => !line.StartsWith("|---", StringComparison.Ordinal))
        .Skip(1)
        .TakeWhile(line => line.StartsWith('|'))
        .Select(line => Array.ConvertAll(line.Split('|'), cell => cell.Trim()));
}
