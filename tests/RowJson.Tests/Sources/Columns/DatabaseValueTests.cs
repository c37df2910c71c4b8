using System.Collections;
using System.Data;
using System.Data.SqlTypes;
using System.Net;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Xml;

namespace RowJson.Tests;

/// <summary>Types of SQL Server in a table: each is written as the value that it holds.</summary>
public class DatabaseValueTests
{
    [Fact]
    public void WriteTo_sqlTypes_areTheValuesThatTheyHold()
    {
        AssertSame(new SqlInt64(long.MaxValue), long.MaxValue);
        AssertSame(new SqlInt32(-7), -7);
        AssertSame(new SqlInt16(-12), -12);
        AssertSame(new SqlByte(200), 200);
        AssertSame(SqlBoolean.True, true);
        AssertSame(new SqlDouble(0.1), 0.1);
        AssertSame(new SqlSingle(0.1f), 0.1f);
        AssertSame(new SqlMoney(12.5m), new SqlMoney(12.5m).Value);
        AssertSame(new SqlDecimal(12.50m), 12.50m);
        AssertSame(new SqlDateTime(2024, 2, 29, 23, 59, 58), new DateTime(2024, 2, 29, 23, 59, 58));
        AssertSame(new SqlGuid("01234567-89ab-cdef-0123-456789abcdef"), new Guid("01234567-89ab-cdef-0123-456789abcdef"));
        AssertSame(new SqlString("é"), "é");
        AssertSame(new SqlBinary([1, 2, 3]), new byte[] { 1, 2, 3 });
        AssertSame(new SqlBytes([1, 2, 3]), new byte[] { 1, 2, 3 });
        AssertSame(new SqlChars("text"), "text");
        using XmlReader xml = XmlReader.Create(new StringReader("<a>1</a>"));
        AssertSame(new SqlXml(xml), "<a>1</a>");
    }

    [Fact]
    public void WriteTo_typesOfNetworks_areTheirTexts()
    {
        AssertSame(IPAddress.IPv6Loopback, "::1");
        AssertSame(IPNetwork.Parse("10.0.0.0/8"), "10.0.0.0/8");
        AssertSame(PhysicalAddress.Parse("00-1A-FF"), "00:1a:ff");
        AssertSame(PhysicalAddress.None, "");
    }

    [Fact]
    public void WriteTo_nullableTypeOfAProvider_isTheSerializersUnlessItIsNull()
    {
        AssertSame(new Counted(7), new Counted(7));
        AssertSame(new Counted(null), null!);
    }

    [Fact]
    public void WriteTo_valuesInOthers_haveTheFormsOfCells()
    {
        BigInteger number = BigInteger.Parse("123456789012345678901234567890");
        const string digits = "123456789012345678901234567890";
        AssertJson(new[] { number }, $"[{digits}]");
        AssertJson(new BigInteger?[] { number, null }, $"[{digits},null]");
        AssertJson(new List<List<BigInteger>> { new() { number }, new() }, $"[[{digits}],[]]");
        AssertJson(new HashSet<BigInteger> { number }, $"[{digits}]");
        AssertJson(new Dictionary<string, object?> { ["a"] = number, ["b"] = DBNull.Value }, $$"""{"a":{{digits}},"b":null}""");
        AssertJson(new Dictionary<long, BigInteger[]> { [-1] = [number] }, $$"""{"-1":[{{digits}}]}""");
        AssertJson(new Dictionary<Guid, BigInteger> { [Guid.Empty] = number }, $$"""{"00000000-0000-0000-0000-000000000000":{{digits}}}""");
        AssertJson(new ArrayList { number, 1, "a" }, $"[{digits},1,\"a\"]");
        AssertJson(new Hashtable { ["a"] = number }, $$"""{"a":{{digits}}}""");
        AssertJson(new BigInteger[,] { { number, 1 }, { 2, 3 } }, $"[[{digits},1],[2,3]]");
        AssertJson(new object[,][] { { [number], [] } }, $"[[[{digits}],[]]]");
        AssertJson(new object?[] { SqlInt32.Null, new SqlDecimal(1.50m), new object?[] { IPAddress.Loopback } }, """[null,1.50,["127.0.0.1"]]""");
        AssertJson(new[] { PhysicalAddress.Parse("00-1A-FF") }, """["00:1a:ff"]""");
        AssertJson(new List<Stream> { new MemoryStream([]) }, """[""]""");
        AssertJson(((BigInteger, string)?)(number, "a"), $$"""{"Item1":{{digits}},"Item2":"a"}""");
        AssertJson(new Vector3(1, 2.5f, 3), """ "\u003C1, 2.5, 3\u003E" """.Trim());
        AssertJson(new object(), "{}");
    }

    /// <summary>Only what holds a value with another form is copied: the values before and after it stay where they are.</summary>
    [Fact]
    public void WriteTo_oneValueWithAnotherFormAmongOthers_leavesTheOthersInTheirPlaces()
    {
        var inner = new Dictionary<string, object?> { ["z"] = 1, ["y"] = IPAddress.Loopback, ["x"] = null };
        AssertJson(inner, """{"z":1,"y":"127.0.0.1","x":null}""");
        AssertJson(new List<object?> { 1, "a", inner, null, DBNull.Value, 2.5 }, """[1,"a",{"z":1,"y":"127.0.0.1","x":null},null,null,2.5]""");
        AssertJson(new object?[] { new List<object?> { 1 }, new List<object?> { BigInteger.One, 2 }, "a" }, """[[1],[1,2],"a"]""");
        AssertJson(new List<Dictionary<string, object?>> { new() { ["a"] = 1 }, inner }, """[{"a":1},{"z":1,"y":"127.0.0.1","x":null}]""");
        AssertJson(
            new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase) { ["b"] = 1, ["A"] = new SqlInt32(2), ["c"] = "d" },
            """{"b":1,"A":2,"c":"d"}""");
        inner.Remove("z");
        inner["w"] = 3; // in the place of the entry that was removed
        AssertJson(inner, """{"w":3,"y":"127.0.0.1","x":null}""");
        inner["y"].Should().BeSameAs(IPAddress.Loopback);
    }

    /// <summary>DuckDB's STRUCT and MAP: the form that they are given has no contract that a context of the user's would lack.</summary>
    [Fact]
    public void WriteTo_namesAndValuesWithAContextThatKnowsNeither_areWritten()
    {
        using DataTable table = Table(new Dictionary<string, object?> { ["a"] = BigInteger.One, ["b"] = DBNull.Value });
        table.Rows.Add(new Dictionary<string, Stream> { ["c"] = new MemoryStream([1, 2, 3]) });
        var options = new JsonSerializerOptions { TypeInfoResolver = JsonTypeInfoResolver.Combine() };

        JsonRows.From(table).ToJsonString(options).Should().Be("""[{"v":{"a":1,"b":null}},{"v":{"c":"AQID"}}]""");
    }

    [Fact]
    public void WriteTo_numbersAsStrings_areThoseOfDatabasesToo()
    {
        using DataTable table = Table(new SqlInt64(7));
        foreach (object value in (object[])[new SqlDecimal(1.50m), BigInteger.One, new[] { BigInteger.MinusOne }]) table.Rows.Add(value);
        var options = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString };

        JsonRows.From(table).ToJsonString(options).Should().Be("""[{"v":"7"},{"v":"1.50"},{"v":"1"},{"v":["-1"]}]""");
    }

    [Fact]
    public void WriteTo_streamInAList_isItsBytes()
    {
        using DataTable table = Table(new List<Stream> { new MemoryStream([1, 2, 3]) });

        JsonRows.From(table).ToJsonString().Should().Be("""[{"v":["AQID"]}]""");
    }

    /// <summary>What others hold that needs no form is not copied, and read no more often than the serializer reads it.</summary>
    [Fact]
    public void WriteTo_valuesThatTheSerializerWrites_areItsOwn()
    {
        AssertSame(new Nested { [new()] = 1 }, new Nested { [new()] = 1 });
        AssertSame(new OwnKind { new(), new() { new() } }, new OwnKind { new(), new() { new() } });
        AssertSame(new BitArray(3), new BitArray(3));
        AssertSame(Enumerable.Range(0, 3).Select(i => i == 0 ? new object() : i), Enumerable.Range(0, 3).Select(i => i == 0 ? new object() : i));
    }

    [Fact]
    public void WriteTo_objectWithoutPropertiesAndText_isAFailure()
    {
        using DataTable table = Table(new Silent());

        JsonRowException failure = JsonRows.From(table).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>().Which;
        failure.ColumnName.Should().Be("v");
        failure.InnerException.Should().BeOfType<NotSupportedException>();
    }

    [Fact]
    public void WriteTo_listThatHoldsItself_failsAsWithTheSerializer()
    {
        var list = new List<object?> { BigInteger.One };
        list.Add(list);
        list.Add(list);
        using DataTable table = Table(list);

        JsonRows.From(table).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>().WithInnerException<JsonException>();
    }

    private static void AssertJson(object? value, string json)
    {
        using DataTable table = Table(value!);
        JsonRows.From(table).ToJsonString().Should().Be($$"""[{"v":{{json}}}]""");
        JsonRows.From(table.CreateDataReader().Cast<IDataRecord>()).ToJsonString(new JsonSerializerOptions { WriteIndented = true })
            .ReplaceLineEndings("").Replace(" ", "", StringComparison.Ordinal).Should().Be($$"""[{"v":{{json.Replace(" ", "", StringComparison.Ordinal)}}}]""");
    }

    private static DataTable Table(object value)
    {
        var table = new DataTable();
        table.Columns.Add("v", typeof(object));
        table.Rows.Add(value);
        return table;
    }

    private static void AssertSame(object value, object expected)
    {
        using var table = new DataTable();
        table.Columns.Add("v", typeof(object));
        table.Rows.Add(value);
        Dictionary<string, object>[] rows = [new() { ["v"] = expected }];
        JsonRows.From(table).ToJsonString().Should().Be(JsonSerializer.Serialize(rows), value.GetType().Name);
    }

    private sealed class Nested : Dictionary<Guid, int>;

    private sealed class OwnKind : List<OwnKind>;

    private sealed class Silent
    {
        private readonly int _value = 1;

        public int Value() => _value;
    }

    private sealed record Counted(int? Count) : INullable
    {
        [JsonIgnore]
        public bool IsNull => Count is null;
    }
}
