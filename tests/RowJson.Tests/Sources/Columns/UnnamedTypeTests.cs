using System.Data;
using System.Data.Common;

namespace RowJson.Tests;

/// <summary>Columns whose types a provider cannot name, such as PostgreSQL's <c>regclass</c>: their values decide.</summary>
public class UnnamedTypeTests
{
    private const string Json = """[{"id":1,"value":"a"},{"id":2,"value":[1,2]},{"id":3,"value":null}]""";

    public static TheoryData<bool> HaveColumnTypes => [false, true];

    private static Dictionary<string, Func<JsonRows>> Sources(bool hasColumnTypes, bool failsAt = false) => new()
    {
        ["reader"] = () => JsonRows.From(Reader(hasColumnTypes, failsAt)),
        ["IDataReader"] = () => JsonRows.From((IDataReader)new PlainReader(Reader(hasColumnTypes, failsAt))),
        ["records"] = () => JsonRows.From(Records(Reader(hasColumnTypes, failsAt))),
    };

    [Theory]
    [MemberData(nameof(HaveColumnTypes))]
    public void WriteTo_typeHasNoName_isWrittenByItsValues(bool hasColumnTypes)
    {
        foreach ((string name, Func<JsonRows> rows) in Sources(hasColumnTypes))
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
                rows().ToJsonString(new JsonRowOptions { ObjectAccess = access }).Should().Be(Json, "it is so by {0}, {1}", name, access);

        using var stream = new MemoryStream();
        using DbDataReader reader = Reader(hasColumnTypes);
        using (var writer = new JsonRowWriter(stream))
        {
            while (reader.Read()) writer.WriteRow(reader);
            writer.Complete();
        }
        System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Json);
    }

    [Theory]
    [MemberData(nameof(HaveColumnTypes))]
    public void WriteTo_valueCannotBeRead_saysWhichColumn(bool hasColumnTypes)
    {
        foreach ((string name, Func<JsonRows> rows) in Sources(hasColumnTypes, failsAt: true))
        {
            JsonRowException failure = rows().Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>(name).Which;
            failure.ColumnName.Should().Be("value", name);
            failure.RowIndex.Should().Be(1, name);
            failure.InnerException.Should().BeOfType<InvalidCastException>(name);
        }
    }

    [Theory]
    [MemberData(nameof(HaveColumnTypes))]
    public void WriteTo_valueCannotBeRead_isReplaced(bool hasColumnTypes)
    {
        foreach ((string name, Func<JsonRows> rows) in Sources(hasColumnTypes, failsAt: true))
            foreach (JsonUnwritableHandling handling in (JsonUnwritableHandling[])[JsonUnwritableHandling.Null, JsonUnwritableHandling.Text])
                rows().ToJsonString(new JsonRowOptions { UnwritableHandling = handling })
                    .Should().Be("""[{"id":1,"value":"a"},{"id":2,"value":null},{"id":3,"value":null}]""", name);
    }

    [Theory]
    [MemberData(nameof(HaveColumnTypes))]
    public void WriteTo_converter_isAskedAndToldWhatIsKnown(bool hasColumnTypes)
    {
        foreach ((string name, Func<JsonRows> rows) in Sources(hasColumnTypes, failsAt: true))
        {
            JsonColumn? asked = null;
            var options = new JsonRowOptions
            {
                ColumnConverter = column =>
                {
                    if (column.Name == "id") return null;
                    asked = column;
                    return _ => "x";
                },
            };

            rows().ToJsonString(options).Should().Be("""[{"id":1,"value":"x"},{"id":2,"value":"x"},{"id":3,"value":null}]""", name);
            asked.GetValueOrDefault().Should().Be(new JsonColumn { Name = "value", Type = typeof(object), DataTypeName = null }, name);
        }
    }

    private static DbDataReader Reader(bool hasColumnTypes, bool fails = false)
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("value", typeof(object));
        table.Rows.Add(1, "a");
        table.Rows.Add(2, new[] { 1, 2 });
        table.Rows.Add(3, DBNull.Value);
        return hasColumnTypes ? new DescribingReader(table.CreateDataReader(), fails) : new SilentReader(table.CreateDataReader(), fails);
    }

    private static IEnumerable<IDataRecord> Records(DbDataReader reader)
    {
        while (reader.Read()) yield return reader;
    }

    /// <summary>Neither type nor name of column 1 is known, and row 1 may have a value that cannot be read.</summary>
    private class SilentReader(DbDataReader inner, bool fails) : DelegatingReader(inner)
    {
        private int _row = -1;

        public override bool Read()
        {
            _row++;
            return base.Read();
        }

        public override Type GetFieldType(int ordinal) =>
            ordinal == 1 ? throw new InvalidCastException("Reading as 'System.Object' is not supported.") : base.GetFieldType(ordinal);

        public override string GetDataTypeName(int ordinal) => ordinal == 1 ? throw new NotImplementedException() : base.GetDataTypeName(ordinal);

        protected override void OnTouch(int ordinal, bool isValue)
        {
            if (fails && isValue && ordinal == 1 && _row == 1) throw new InvalidCastException("It cannot be read.");
        }
    }

    private sealed class DescribingReader(DbDataReader inner, bool fails) : SilentReader(inner, fails), IDbColumnSchemaGenerator;
}
