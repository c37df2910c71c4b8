using System.Data;
using System.Data.SqlTypes;
using System.Net;
using System.Net.NetworkInformation;
using System.Text.Json;
using System.Text.Json.Serialization;
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

    private static void AssertSame(object value, object expected)
    {
        using var table = new DataTable();
        table.Columns.Add("v", typeof(object));
        table.Rows.Add(value);
        Dictionary<string, object>[] rows = [new() { ["v"] = expected }];
        JsonRows.From(table).ToJsonString().Should().Be(JsonSerializer.Serialize(rows), value.GetType().Name);
    }

    private sealed record Counted(int? Count) : INullable
    {
        [JsonIgnore]
        public bool IsNull => Count is null;
    }
}
