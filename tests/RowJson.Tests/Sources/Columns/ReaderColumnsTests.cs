using System.Data;
using System.Data.Common;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Columns of readers: every type of them, and getters that are not as they should be.</summary>
public class ReaderColumnsTests
{
    public static TheoryData<string> OptionNames => Materialised.OptionNames;

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_everyType_equalsSerializer(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];
        string expected = Materialised.Json(EveryColumn(Kinds), options);

        JsonRows.From(EveryColumn(Kinds)).ToJsonString(options).Should().Be(expected);
        JsonRows.From(new SequentialReader(EveryColumn(Kinds))).ToJsonString(options).Should().Be(expected);
        JsonRows.From(new DerivedReader(EveryColumn(Kinds))).ToJsonString(options).Should().Be(expected);
    }

    [Fact]
    public void WriteTo_tableOfEveryType_equalsSerializer()
    {
        DbDataReader columns = EveryColumn(Kinds);
        var table = new DataTable();
        for (int i = 0; i < columns.FieldCount; i++) table.Columns.Add(columns.GetName(i), columns.GetFieldType(i));
        while (columns.Read()) table.Rows.Add([.. Enumerable.Range(0, columns.FieldCount).Select(columns.GetValue)]);

        string expected = Materialised.Json(table);
        JsonRows.From(table.CreateDataReader()).ToJsonString().Should().Be(expected);
        JsonRows.From(table).ToJsonString().Should().Be(expected);
        JsonRows.From(table.Select()).ToJsonString().Should().Be(expected);
        JsonRows.From(table.CreateDataReader().Cast<IDataRecord>()).ToJsonString().Should().Be(expected);
    }

    [Fact]
    public void WriteTo_excludedAndOmittedColumns_areThoseOfDictionaries()
    {
        var options = new JsonRowOptions
        {
            OmitNulls = true,
            ColumnFilter = column => !column.Name.EndsWith('3'),
            ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()),
        };
        var rows = new List<Dictionary<string, object>>();
        DbDataReader columns = EveryColumn(40);
        while (columns.Read()) rows.Add(Enumerable.Range(0, columns.FieldCount).ToDictionary(columns.GetName, columns.GetValue));

        JsonRows.From(new SequentialReader(EveryColumn(40))).ToJsonString(options)
            .Should().Be(JsonRows.From(rows).ToJsonString(options)).And.NotContain("null").And.NotContain("C13");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    [InlineData(40)]
    [InlineData(99)]
    public void WriteTo_getterFails_namesRowAndColumn(int column)
    {
        var reader = new FailingReader(EveryColumn(100), row: 2, column);

        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(reader).ToJsonString())
            .Should().Throw<JsonRowException>().Which;

        failure.ColumnName.Should().Be("c" + column);
        failure.RowIndex.Should().Be(2);
        failure.Stage.Should().Be(JsonRowStage.Value);
    }

    [Fact]
    public void WriteTo_getterReturnsNull_writesNull() =>
        JsonRows.From(new SilentNulls(new ColumnarReader(Column.Of<string?>("s", "a", null), Column.Of<byte[]?>("b", null, [1]))))
            .ToJsonString().Should().Be("""[{"s":"a","b":null},{"s":null,"b":"AQ=="}]""");

    [Fact]
    public void WriteTo_typeChangesInTheMiddle_failsAtItsColumn() =>
        FluentActions.Invoking(() => JsonRows.From(new ChangingReader(EveryColumn(3))).ToJsonString()).Should().Throw<JsonRowException>()
            .Where(failure => failure.InnerException is InvalidCastException && failure.ColumnName == "c1" && failure.RowIndex == 1);

    /// <summary>The options live on.</summary>
    [Fact]
    public void WriteTo_readerOfAnAssemblyThatIsUnloaded_isNotKept()
    {
        var options = new JsonRowOptions();
        WeakReference assembly = WriteFromUnloadable(options);

        for (int i = 0; assembly.IsAlive && i < 20; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        assembly.IsAlive.Should().BeFalse();
        GC.KeepAlive(options);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference WriteFromUnloadable(JsonRowOptions options)
    {
        var context = new AssemblyLoadContext("unloadable", isCollectible: true);
        Assembly copy = context.LoadFromAssemblyPath(typeof(ColumnarReader).Assembly.Location);
        Type columnType = copy.GetType(typeof(Column).FullName!)!;
        object column = Activator.CreateInstance(
            copy.GetType(typeof(Column<>).FullName!)!.MakeGenericType(typeof(int)), "n", new[] { 1, 2 }, null, null)!;
        var columns = Array.CreateInstance(columnType, 1);
        columns.SetValue(column, 0);
        var reader = (DbDataReader)Activator.CreateInstance(copy.GetType(typeof(ColumnarReader).FullName!)!, columns)!;
        reader.GetType().Should().NotBe<ColumnarReader>();

        JsonRows.From(reader).ToJsonString(options).Should().Be("""[{"n":1},{"n":2}]""");
        context.Unload();
        return new WeakReference(copy);
    }

    /// <summary>How many kinds of columns there are.</summary>
    private const int Kinds = 26;

    /// <summary>Columns of all kinds in turn, three rows, the second one of nulls where that can be.</summary>
    private static ColumnarReader EveryColumn(int count) => new([.. Enumerable.Range(0, count).Select(i => CreateColumn("c" + i, i % Kinds))]);

    private static Column CreateColumn(string name, int kind) => kind switch
    {
        0 => Column.OfNullable<int>(name, int.MinValue, null, 12345),
        1 => Column.Of(name, "a", null, "é\"<\u2028😀 and a text that is longer than any vector of characters there is, so far"),
        2 => Column.OfNullable<long>(name, long.MinValue, null, long.MaxValue),
        3 => Column.OfNullable<double>(name, 0.1, null, 1e300),
        4 => Column.OfNullable<bool>(name, true, null, false),
        5 => Column.OfNullable<DateTime>(name, new DateTime(2024, 2, 29, 12, 30, 1, 5, DateTimeKind.Utc), null, DateTime.MaxValue),
        6 => Column.OfNullable<decimal>(name, 1.10m, null, decimal.MinValue),
        7 => Column.OfNullable<Guid>(name, new Guid("00112233-4455-6677-8899-aabbccddeeff"), null, Guid.Empty),
        8 => Column.OfNullable<short>(name, short.MinValue, null, 1),
        9 => Column.OfNullable<byte>(name, 0, null, 255),
        10 => Column.OfNullable<float>(name, 0.1f, null, float.MaxValue),
        11 => Column.OfNullable<char>(name, 'x', null, '<'),
        12 => Column.Of(name, new byte[] { 1, 2, 3, 4 }, null, []),
        13 => Column.OfNullable<sbyte>(name, sbyte.MinValue, null, 127),
        14 => Column.OfNullable<ushort>(name, ushort.MaxValue, null, 1),
        15 => Column.OfNullable<uint>(name, uint.MaxValue, null, 1),
        16 => Column.OfNullable<ulong>(name, ulong.MaxValue, null, 1),
        17 => Column.OfNullable<DateTimeOffset>(name, new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.FromHours(-3.5)), null, default(DateTimeOffset)),
        18 => Column.OfNullable<DateOnly>(name, new DateOnly(2024, 2, 29), null, DateOnly.MaxValue),
        19 => Column.OfNullable<TimeOnly>(name, new TimeOnly(1, 2, 3, 4), null, TimeOnly.MaxValue),
        20 => Column.OfNullable<TimeSpan>(name, TimeSpan.MinValue, null, TimeSpan.FromMinutes(1)),
        21 => Column.OfNullable<Half>(name, (Half)0.5, null, Half.MaxValue),
        22 => Column.OfNullable<Int128>(name, Int128.MaxValue, null, 1),
        23 => Column.Of(name, new[] { 1, -2 }, null, []),
        24 => Column.Of(name, DayOfWeek.Friday, DayOfWeek.Sunday, DayOfWeek.Monday),
        _ => Column.Of<object?>(name, 1, null, "x"),
    };

    /// <summary>A class that is not sealed, and overrides what its base overrides already.</summary>
    private class TouchedReader(DbDataReader inner) : DelegatingReader(inner), IDbColumnSchemaGenerator
    {
        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }

    private sealed class DerivedReader(DbDataReader inner) : TouchedReader(inner)
    {
        public override int GetInt32(int ordinal) => checked(base.GetInt32(ordinal) - 0);
    }

    /// <summary>Says that nothing is null.</summary>
    private sealed class SilentNulls(DbDataReader inner) : TouchedReader(inner)
    {
        public override bool IsDBNull(int ordinal) => false;
    }

    /// <summary>From its second row on, the second column is of another type.</summary>
    private sealed class ChangingReader(DbDataReader inner) : TouchedReader(inner)
    {
        private int _row = -1;

        public override bool Read()
        {
            _row++;
            return base.Read();
        }

        public override bool IsDBNull(int ordinal) => _row == 0 && base.IsDBNull(ordinal);

        public override string GetString(int ordinal) => _row == 0 ? base.GetString(ordinal) : (string)(object)1;
    }
}
