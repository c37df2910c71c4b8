using System.Buffers;
using System.Data;
using System.Data.Common;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>One row at a time of each kind that <see cref="JsonRows"/> takes: the same bytes, the same failures.</summary>
public class JsonRowWriterRowsTests
{
    private static readonly JsonRowShape<Person> Shape = new JsonRowShape<Person>()
        .Column("id", person => person.Id)
        .Column("name", person => person.Name)
        .Column("score", person => person.Score);

    private static readonly JsonTypeInfo<Person> TypeInfo = (JsonTypeInfo<Person>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Person));

    private static readonly Person?[] People = [new(1, "Ada<", 1.5), null, new(2, null, null)];

    private readonly ArrayBufferWriter<byte> _buffer = new();

    public static TheoryData<JsonRowFormat, bool, bool> Styles => new()
    {
        { JsonRowFormat.Array, false, false },
        { JsonRowFormat.Array, true, false },
        { JsonRowFormat.Array, true, true },
        { JsonRowFormat.ArrayWithLineBreaks, false, true },
        { JsonRowFormat.Lines, false, false },
    };

    private string Text => Encoding.UTF8.GetString(_buffer.WrittenSpan);

    [Theory]
    [MemberData(nameof(Styles))]
    public async Task WriteRow_reader_writesWhatJsonRowsWrites(JsonRowFormat format, bool isIndented, bool omitNulls)
    {
        JsonRowOptions options = Options(format, isIndented, omitNulls);
        string expected = JsonRows.From(Columns()).ToJsonString(options);
        DbDataReader reader = Columns();
        await CheckAsync(options, expected, async writer =>
        {
            while (reader.Read()) await writer.WriteRowAsync(reader);
        });
        reader = Columns();
        Check(options, expected, writer =>
        {
            while (reader.Read()) writer.WriteRow(reader);
        });
        reader = new SequentialReader(Columns());
        Check(options, expected, writer =>
        {
            while (reader.Read()) writer.WriteRow((object)reader);
        });
        reader = new SequentialReader(Columns());
        await CheckAsync(options, expected, async writer =>
        {
            while (reader.Read()) await writer.WriteRowAsync((object)reader);
        });
        reader.IsClosed.Should().BeFalse("it is its owner's");
    }

    [Theory]
    [MemberData(nameof(Styles))]
    public async Task WriteRow_metadata_writesWhatTheSerializerWrites(JsonRowFormat format, bool isIndented, bool omitNulls)
    {
        JsonRowOptions options = Options(format, isIndented, omitNulls);
        string expected = JsonRows.From(People, TypeInfo!).ToJsonString(options);
        if (format == JsonRowFormat.Array && !omitNulls) expected.Should().Be(JsonSerializer.Serialize(People, options.SerializerOptions));
        Check(options, expected, writer => Array.ForEach(People, person => writer.WriteRow(person, TypeInfo!)));
        await CheckAsync(options, expected, async writer =>
        {
            foreach (Person? person in People) await writer.WriteRowAsync(person, TypeInfo!);
        });
    }

    [Theory]
    [MemberData(nameof(Styles))]
    public async Task WriteRow_shape_writesWhatJsonRowsWrites(JsonRowFormat format, bool isIndented, bool omitNulls)
    {
        JsonRowOptions options = Options(format, isIndented, omitNulls);
        string expected = JsonRows.From(People, Shape!).ToJsonString(options);
        Check(options, expected, writer => Array.ForEach(People, person => writer.WriteRow(person, Shape!)));
        await CheckAsync(options, expected, async writer =>
        {
            foreach (Person? person in People) await writer.WriteRowAsync(person, Shape!);
        });
    }

    [Fact]
    public void WriteRow_readerInItsNextResult_writesThatResultsColumns()
    {
        using var reader = new DataTableReader([
            Table("a", typeof(int), 1),
            Table("a", typeof(string), "x"),   // another type
            Table("b", typeof(string), "y"),   // another name
            Table("b", typeof(object), 2.5m),  // any type
            Table("b", typeof(string), "z", "c", typeof(int), 3),
            Table("c", typeof(int), 4),
        ]);
        Check(new JsonRowOptions(), """[{"a":1},{"a":"x"},{"b":"y"},{"b":2.5},{"b":"z","c":3},{"c":4}]""", writer =>
        {
            do
            {
                while (reader.Read()) writer.WriteRow(reader);
            }
            while (reader.NextResult());
        });
    }

    [Theory]
    [InlineData(false, """[{"a":"[1]"},{"a":[2]},{"a":"[1]"},{"a":[2]},{"a":1},{"A":"2"},{"a":"[1]"}]""")]
    [InlineData(true, """[{"a":"[1]"},{"a":"[2]"},{"a":"[1]"},{"a":"[2]"},{"a":1},{"A":"2"},{"a":"[1]"}]""")]
    public void WriteRow_readersInTurns_writesEachOnesColumns(bool jsonAsText, string expected)
    {
        DbDataReader text = At(new Column<string>("a", ["[1]"], dataTypeName: "text"));
        DbDataReader json = At(new Column<string>("a", ["[2]"], dataTypeName: "jsonb"));
        DbDataReader number = At(Column.Of("a", 1));
        DbDataReader otherName = At(new Column<string>("A", ["2"], dataTypeName: "text"));
        Check(new JsonRowOptions { JsonColumnsAsText = jsonAsText }, expected, writer =>
        {
            foreach (DbDataReader reader in new[] { text, json, text, json, number, otherName, text }) writer.WriteRow(reader);
        });
    }

    [Fact]
    public void WriteRow_shapesInTurns_writesEachOnesColumns()
    {
        JsonRowShape<Person> names = new JsonRowShape<Person>().Column("name", person => person.Name);
        var buffer = new ArrayBufferWriter<byte>();
        using var other = new JsonRowWriter(buffer, new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()) });
        var person = new Person(1, "A", null);
        Check(new JsonRowOptions(), """[{"name":"A"},{"id":1,"name":"A","score":null},{"name":"A"},{"id":1,"name":"A","score":null}]""", writer =>
        {
            for (int i = 0; i < 2; i++)
            {
                writer.WriteRow(person, names);
                other.WriteRow(person, names);
                writer.WriteRow(person, Shape);
            }
        });
        other.Complete();
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be("""[{"NAME":"A"},{"NAME":"A"}]""");
    }

    [Fact]
    public async Task WriteRowAsync_literals_bindAsTheyDidWithoutTheOthers()
    {
        await CheckAsync(new JsonRowOptions(), """[null,null,{"a":1},{"b":2}]""", async writer =>
        {
            writer.WriteRow(null);
            await writer.WriteRowAsync(null, default);
            await writer.WriteRowAsync(new Dictionary<string, object?> { ["a"] = 1 }, default);
            await writer.WriteRowAsync(new { b = 2 }, default);
        });
    }

    [Fact]
    public async Task WriteRow_nullArgument_isRefusedAndLeavesTheWriterUsable()
    {
        using var writer = new JsonRowWriter(_buffer);
        writer.Invoking(writer => writer.WriteRow((DbDataReader)null!)).Should().Throw<ArgumentNullException>().WithParameterName("reader");
        writer.Invoking(writer => writer.WriteRow(People[0], (JsonTypeInfo<Person?>)null!)).Should().Throw<ArgumentNullException>().WithParameterName("typeInfo");
        writer.Invoking(writer => writer.WriteRow(People[0], (JsonRowShape<Person?>)null!)).Should().Throw<ArgumentNullException>().WithParameterName("shape");
        await writer.Awaiting(writer => writer.WriteRowAsync((DbDataReader)null!).AsTask()).Should().ThrowAsync<ArgumentNullException>();
        await writer.Awaiting(writer => writer.WriteRowAsync(People[0], (JsonTypeInfo<Person?>)null!).AsTask()).Should().ThrowAsync<ArgumentNullException>();
        await writer.Awaiting(writer => writer.WriteRowAsync(People[0], (JsonRowShape<Person?>)null!).AsTask()).Should().ThrowAsync<ArgumentNullException>();
        writer.Complete();
        Text.Should().Be("[]");
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task WriteRow_cellFails_namesTheColumnAndLeavesNoTrace(bool isAsynchronous, bool flushesBefore)
    {
        var reader = new FailingReader(Columns(), row: 1, column: 1);
        await FailAsync(isAsynchronous, flushesBefore, reader.Read, writer => writer.WriteRow(reader), writer => writer.WriteRowAsync(reader), "text");
        Text.Should().Be(flushesBefore ? """[{"id":1,"text":"a<","maybe":null}""".Replace("<", @"\u003C", StringComparison.Ordinal) : "");
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task WriteRow_shapeColumnFails_namesTheColumnAndLeavesNoTrace(bool isAsynchronous, bool flushesBefore)
    {
        int rows = 0;
        JsonRowShape<Person> failing = new JsonRowShape<Person>()
            .Column("id", person => person.Id)
            .Column("bad", person => rows > 1 ? throw new IOException() : person.Name);
        await FailAsync(
            isAsynchronous,
            flushesBefore,
            () => ++rows > 0,
            writer => writer.WriteRow(People[0]!, failing),
            writer => writer.WriteRowAsync(People[0]!, failing),
            "bad");
        Text.Should().Be(flushesBefore ? """[{"id":1,"bad":"Ada\u003C"}""" : "");
    }

    [Fact]
    public void WriteRow_readerOnNoRow_failsAndSaysWhy()
    {
        using var writer = new JsonRowWriter(_buffer);
        using DataTableReader reader = Table("a", typeof(int), 1).CreateDataReader();
        writer.Invoking(writer => writer.WriteRow(reader)).Should().Throw<JsonRowException>().Where(failure => failure.RowIndex == 0)
            .WithInnerException<InvalidOperationException>();
        writer.Dispose();
        Text.Should().BeEmpty();
    }

    [Fact]
    public async Task WriteRowAsync_cancelledBefore_writesNothingAndGoesOn()
    {
        var cancelled = new CancellationToken(canceled: true);
        await using var writer = new JsonRowWriter(_buffer);
        DbDataReader reader = At(Column.Of("a", 1));
        await writer.Awaiting(writer => writer.WriteRowAsync(reader, cancelled).AsTask()).Should().ThrowAsync<OperationCanceledException>();
        await writer.Awaiting(writer => writer.WriteRowAsync(People[0], TypeInfo!, cancelled).AsTask()).Should().ThrowAsync<OperationCanceledException>();
        await writer.Awaiting(writer => writer.WriteRowAsync(People[0], Shape!, cancelled).AsTask()).Should().ThrowAsync<OperationCanceledException>();
        await writer.WriteRowAsync(reader);
        await writer.CompleteAsync();
        Text.Should().Be("""[{"a":1}]""");
    }

    private async Task FailAsync(
        bool isAsynchronous,
        bool flushesBefore,
        Func<bool> move,
        Action<JsonRowWriter> write,
        Func<JsonRowWriter, ValueTask<bool>> writeAsync,
        string column)
    {
        await using var writer = new JsonRowWriter(_buffer);
        async Task WriteAsync()
        {
            move();
            if (isAsynchronous) await writeAsync(writer);
            else write(writer);
        }

        await WriteAsync();
        if (flushesBefore) await writer.FlushAsync();
        JsonRowException failure = (await FluentActions.Awaiting(WriteAsync).Should().ThrowAsync<JsonRowException>()).Which;
        failure.RowIndex.Should().Be(1);
        failure.ColumnName.Should().Be(column);
        failure.InnerException.Should().BeOfType<IOException>();
        await FluentActions.Awaiting(WriteAsync).Should().ThrowAsync<InvalidOperationException>().WithMessage($"*'{column}' of row 1*");
    }

    private void Check(JsonRowOptions options, string expected, Action<JsonRowWriter> write)
    {
        _buffer.ResetWrittenCount();
        using var writer = new JsonRowWriter(_buffer, options);
        write(writer);
        writer.Complete();
        Text.Should().Be(expected.Replace("a<", @"a\u003C", StringComparison.Ordinal));
    }

    private async Task CheckAsync(JsonRowOptions options, string expected, Func<JsonRowWriter, Task> writeAsync)
    {
        _buffer.ResetWrittenCount();
        await using var writer = new JsonRowWriter(_buffer, options);
        await writeAsync(writer);
        await writer.CompleteAsync();
        Text.Should().Be(expected);
    }

    private static JsonRowOptions Options(JsonRowFormat format, bool isIndented, bool omitNulls) => new()
    {
        Format = format,
        OmitNulls = omitNulls,
        SerializerOptions = new JsonSerializerOptions { WriteIndented = isIndented },
        FlushThreshold = 20,
    };

    private static ColumnarReader Columns() =>
        new(Column.Of("id", 1, 2, 3), Column.Of("text", "a<", "é", "b"), Column.OfNullable<double>("maybe", null, 2.5, 3));

    private static ColumnarReader At(params Column[] columns)
    {
        var reader = new ColumnarReader(columns);
        reader.Read();
        return reader;
    }

    /// <summary>One row: its names, types and values in turns.</summary>
    private static DataTable Table(params object[] columns)
    {
        var table = new DataTable();
        foreach (object[] column in columns.Chunk(3)) table.Columns.Add((string)column[0], (Type)column[1]);
        table.Rows.Add([.. columns.Chunk(3).Select(column => column[2])]);
        return table;
    }

    private sealed record Person(int Id, string? Name, double? Score);
}
