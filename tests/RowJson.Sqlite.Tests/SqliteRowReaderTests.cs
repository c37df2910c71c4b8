using System.Buffers;
using System.Data;
using System.Data.Common;
using System.IO.Pipelines;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.Data.Sqlite;
using RowJson.Tests;

namespace RowJson.Sqlite.Tests;

public class SqliteRowReaderTests
{
    /// <summary>Each storage class, as each row has another one in the same column.</summary>
    private const string EveryClass =
        """
        select 1 as id, 9223372036854775807 as value, x'00ff10' as other union all
        select 2, -9223372036854775808, '' union all
        select 3, 0.1, x'' union all
        select 4, 9e999, zeroblob(5) union all
        select 5, -9e999, null union all
        select 6, 1e300, -0.0 union all
        select 7, null, 0 union all
        select 8, 'text', 'it''s <b> & "more" \ /' union all
        select 9, 'Straße 東京 😀', char(0, 1, 9, 10, 13, 31, 127, 128) union all
        select 10, 'a' || char(0) || 'b', cast(x'61ff62c0' as text) union all
        select 11, cast(x'eda080' as text), cast('12' as blob) union all
        select 12, '12', '1.5' union all
        select 13, true, date('2024-02-29') union all
        select 14, printf('%.*c', 5000, 'x'), printf('%.*c', 100000, '<')
        """;

    private static JsonRowOptions Finite => new() { NonFiniteHandling = JsonNonFiniteHandling.Null };

    public static TheoryData<string> EncoderNames => [.. TestEncoders.All.Keys];

    public static TheoryData<string> OptionNames => [.. Options.Keys];

    private static Dictionary<string, JsonRowOptions> Options { get; } = new()
    {
        ["nulls left out"] = new(Finite) { OmitNulls = true },
        ["named literals"] = new() { NonFiniteHandling = JsonNonFiniteHandling.NamedLiterals },
        ["named literals of the serializer"] =
            new(new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals }),
        ["lines"] = new(Finite) { Format = JsonRowFormat.Lines },
        ["line breaks"] = new(Finite) { Format = JsonRowFormat.ArrayWithLineBreaks },
        ["filter"] = new(Finite) { ColumnFilter = column => column.Name != "value" },
        ["first column left out"] = new(Finite) { ColumnFilter = column => column.Name != "id" },
        ["no columns"] = new(Finite) { ColumnFilter = _ => false },
        ["names"] = new(Finite) { ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper },
        ["unique names"] = new(Finite) { RequireUniqueColumnNames = true },
        ["text columns"] = new(Finite) { JsonColumnsAsText = true },
        ["small batches"] = new(Finite) { FlushThreshold = 1 },
        ["indented"] = new(Finite) { SerializerOptions = new JsonSerializerOptions { WriteIndented = true } },
        ["quoted numbers"] = new(Finite) { SerializerOptions = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString } },
        ["converter of strings"] = Converted<string>(),
        ["converter of integers"] = Converted<long>(),
        ["converter of numbers"] = Converted<double>(),
        ["converter of bytes"] = Converted<byte[]>(),
        ["converter of times"] = Converted<DateTime>(),
        ["references"] = new(Finite) { SerializerOptions = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve } },
        ["cycles"] = new(Finite) { SerializerOptions = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles } },
        ["depth"] = new(Finite) { SerializerOptions = new JsonSerializerOptions { MaxDepth = 3 } },
    };

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_anyOptions_equalsTheGetters(string name)
    {
        using var database = new Database();

        database.Check(EveryClass, Options[name]).Should().NotBeEmpty();
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteTo_anyEncoder_equalsTheGetters(string encoder)
    {
        using var database = new Database();

        database.Check(EveryClass, new JsonRowOptions(Finite) { SerializerOptions = new JsonSerializerOptions { Encoder = TestEncoders.All[encoder] } });
    }

    [Fact]
    public void WriteTo_values_areThoseOfTheSerializer()
    {
        using var database = new Database();
        var options = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

        database.Check(EveryClass, new JsonRowOptions(options)).Should().Be(database.Serialize(EveryClass, options));
    }

    [Fact]
    public void WriteTo_infinityThatIsRefused_namesRowAndColumn()
    {
        using var database = new Database();
        using SqliteDataReader reader = database.Query(EveryClass);
        Action write = () => JsonRows.From(reader).ToJsonString(Database.WithPackage(new JsonRowOptions()));

        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;

        (failure.RowIndex, failure.ColumnName).Should().Be((3, "value"));
    }

    /// <summary>Text of such a database is UTF-16 until SQLite is asked for its UTF-8.</summary>
    [Theory]
    [InlineData("UTF-16le")]
    [InlineData("UTF-16be")]
    public void WriteTo_databaseInUtf16_equalsTheGetters(string encoding)
    {
        using var database = new Database($"pragma encoding = '{encoding}'", "create table texts(a text, b blob)");
        foreach (string text in new[] { "", "plain", "Straße 東京 😀", "a\0b", new string('x', 5_000) })
            database.Execute("insert into texts values ($0, $1)", text, Encoding.UTF8.GetBytes(text));
        database.Execute("insert into texts values (cast(x'00d8' as text), x'00d8')");

        database.Check("select a, b, a || 'x' as c, length(a) as d from texts").Should().Contain("plain");
        using SqliteCommand command = database.Command("pragma encoding");
        command.ExecuteScalar().Should().Be(encoding);
    }

    [Fact]
    public void WriteTo_declaredTypes_equalsTheGetters()
    {
        using var database = new Database(
            "create table declared(a datetime, b guid, c decimal(10, 2), d boolean, e json, f varchar(3), g, h float, i bigint, j blob)",
            "create view shown as select *, a || b as k from declared");
        foreach (object value in new object[] { 1, 1.5, "2024-02-29 12:30:00", new byte[] { 1, 2 }, Guid.Empty, 12.345m, true, DateTime.UnixEpoch, "[1,2]" })
            database.Execute("insert into declared values ($0, $0, $0, $0, $0, $0, $0, $0, $0, $0)", value);

        var asText = new JsonRowOptions { JsonColumnsAsText = true };
        database.Check("select * from declared", asText).Should().Be(database.Serialize("select * from declared"));
        database.Check("select * from shown", asText);
        database.Check("select * from declared where typeof(e) <> 'text' or e = '[1,2]'");
        database.Check("select l.a, r.b from declared l left join declared r on r.a = l.c");
        database.Check("select count(*), total(c), group_concat(f) from declared where 1 = 0");
        database.Check("select * from declared where 1 = 0").Should().Be("[]");
        database.Check("explain query plan select * from declared");
        database.Check("pragma table_info(declared)");
    }

    [Fact]
    public void WriteTo_columnsOfOneName_areRefusedAsWithoutIt()
    {
        using var database = new Database();
        using SqliteDataReader reader = database.Query("select 1 as a, 2 as a");
        Action write = () => JsonRows.From(reader).ToJsonString(Database.WithPackage(new JsonRowOptions { RequireUniqueColumnNames = true }));

        write.Should().Throw<JsonRowException>();
    }

    [Fact]
    public void WriteTo_randomValues_equalsTheGetters()
    {
        var random = new PseudoRandom(20261123);
        using var database = new Database("create table randoms(a, b, c text, d blob)");
        database.Execute("begin");
        for (int i = 0; i < 2_000; i++)
            database.Execute("insert into randoms values ($0, $1, $2, $3)", Value(random), Value(random), Text(random), Value(random));
        database.Execute("commit");

        database.Check("select * from randoms", Finite);
        database.Check("select rowid, * from randoms", new JsonRowOptions(Finite) { OmitNulls = true, FlushThreshold = 100 });
        database.Check("select cast(d as text) as a, cast(c as blob) as b from randoms", Finite);
        database.Check(
            "select * from randoms",
            new JsonRowOptions(Finite) { SerializerOptions = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping } });
    }

    public static TheoryData<CommandBehavior> Behaviors =>
        [CommandBehavior.Default, CommandBehavior.SequentialAccess, CommandBehavior.SingleResult, CommandBehavior.SingleRow];

    [Theory]
    [MemberData(nameof(Behaviors))]
    public void WriteTo_anyBehavior_equalsTheGetters(CommandBehavior behavior)
    {
        using var database = new Database();
        string Json(JsonRowOptions options)
        {
            using SqliteDataReader reader = database.Command(EveryClass).ExecuteReader(behavior);
            return JsonRows.From(reader).ToJsonString(options);
        }

        Json(Database.WithPackage(Finite)).Should().Be(Json(Finite)).And.NotBe("[]");
    }

    [Fact]
    public async Task Sinks_allOfThem_equalTheGetters()
    {
        using var database = new Database();
        string expected = database.Check(EveryClass, Finite);
        foreach (int threshold in new[] { 1, 61_440 })
        {
            JsonRowOptions options = Database.WithPackage(new JsonRowOptions(Finite) { FlushThreshold = threshold });

            using var stream = new MemoryStream();
            using (SqliteDataReader reader = database.Query(EveryClass)) JsonRows.From(reader).WriteTo(stream, options);
            Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);

            using var asynchronous = new MemoryStream();
            using (SqliteDataReader reader = database.Query(EveryClass)) await JsonRows.From(reader).WriteToAsync(asynchronous, options);
            Encoding.UTF8.GetString(asynchronous.ToArray()).Should().Be(expected);

            var buffer = new ArrayBufferWriter<byte>();
            using (SqliteDataReader reader = database.Query(EveryClass)) JsonRows.From(reader).WriteTo(buffer, options);
            Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(expected);

            using var written = new MemoryStream();
            using (var writer = new Utf8JsonWriter(written))
            {
                using SqliteDataReader reader = database.Query(EveryClass);
                JsonRows.From(reader).WriteTo(writer, options);
            }
            Encoding.UTF8.GetString(written.ToArray()).Should().Be(expected);

            var pipe = new Pipe();
            Task<string> read = ReadAsync(pipe.Reader);
            using (SqliteDataReader reader = database.Query(EveryClass)) await JsonRows.From(reader).WriteToAsync(pipe.Writer, options);
            await pipe.Writer.CompleteAsync();
            (await read).Should().Be(expected);

            using (SqliteDataReader reader = database.Query(EveryClass))
                Encoding.UTF8.GetString(JsonRows.From(reader).ToUtf8Bytes(options)).Should().Be(expected);
        }
    }

    [Fact]
    public void Envelope_rows_equalTheGetters()
    {
        using var database = new Database();
        string Json(JsonRowOptions options)
        {
            using SqliteDataReader reader = database.Query(EveryClass);
            return JsonRows.From(reader).InEnvelope(new JsonRowEnvelope("rows").After("count", progress => progress.Rows)).ToJsonString(options);
        }

        Json(Database.WithPackage(Finite)).Should().Be(Json(Finite)).And.EndWith("\"count\":14}");
    }

    [Fact]
    public void WriteTo_severalResults_writesEach()
    {
        using var database = new Database();
        using SqliteDataReader reader = database.Query("select 1 as a, 'x' as b union all select 2, null; select 'y' as a, 3.5 as b; select 4 as c");
        JsonRowOptions options = Database.WithPackage(new JsonRowOptions());

        JsonRows.From(reader).ToJsonString(options).Should().Be("""[{"a":1,"b":"x"},{"a":2,"b":null}]""");
        reader.NextResult().Should().BeTrue();
        JsonRows.From(reader).ToJsonString(options).Should().Be("""[{"a":"y","b":3.5}]""");
        reader.NextResult().Should().BeTrue();
        JsonRows.From(reader).ToJsonString(options).Should().Be("""[{"c":4}]""");
        JsonRows.From(reader).ToJsonString(options).Should().Be("[]");
    }

    [Fact]
    public void JsonRowWriter_severalResultsAndReaders_writesTheirRows()
    {
        using var database = new Database();
        using SqliteDataReader first = database.Query("select 1 as a union all select 2; select 'x' as a");
        using SqliteDataReader second = database.Query("select 3.5 as a union all select null");
        using var stream = new MemoryStream();
        using (var writer = new JsonRowWriter(stream, Database.WithPackage(new JsonRowOptions())))
        {
            while (first.Read())
            {
                writer.WriteRow(first);
                second.Read().Should().BeTrue();
                writer.WriteRow(second);
            }
            first.NextResult().Should().BeTrue();
            while (first.Read()) writer.WriteRow(first);
            writer.Complete();
        }

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"a":1},{"a":3.5},{"a":2},{"a":null},{"a":"x"}]""");
    }

    public static TheoryData<string> ReadersAtNoRow => ["before the first row", "after the last row", "at a later result", "closed"];

    [Theory]
    [MemberData(nameof(ReadersAtNoRow))]
    public void JsonRowWriter_readerAtNoRow_failsAsWithoutIt(string where)
    {
        using var database = new Database();
        using SqliteDataReader reader = database.Query("select 1 as a; select 2 as a");
        using var stream = new MemoryStream();
        using var writer = new JsonRowWriter(stream, Database.WithPackage(new JsonRowOptions()));
        if (where != "before the first row")
        {
            reader.Read();
            writer.WriteRow(reader);
        }
        if (where == "after the last row") reader.Read().Should().BeFalse();
        if (where == "at a later result") reader.NextResult().Should().BeTrue();
        if (where == "closed") reader.Close();
        Action write = () => writer.WriteRow(reader);

        write.Should().Throw<JsonRowException>().WithInnerException<InvalidOperationException>();
    }

    [Fact]
    public void WriteTo_closedReader_failsAsWithoutIt()
    {
        using var database = new Database();
        SqliteDataReader reader = database.Query("select 1 as a");
        reader.Dispose();
        Action write = () => JsonRows.From(reader).ToJsonString(Database.WithPackage(new JsonRowOptions()));

        write.Should().Throw<JsonRowException>().Which.Stage.Should().Be(JsonRowStage.Source);
    }

    /// <summary>The sink's code runs within a row where the output grows: what it does to the reader must not end in memory that is freed.</summary>
    [Theory]
    [InlineData("reader")]
    [InlineData("command")]
    [InlineData("connection")]
    [InlineData("statement")]
    [InlineData("row")]
    public void WriteTo_sinkThatDisposesOfTheReader_failsOrWritesWhatWasRead(string what)
    {
        bool wasWithinARow = false;
        for (int call = 1; call < 30; call++)
        {
            using var database = new Database();
            // Rows of 20,000 bytes in batches of 30,000: the second row of a batch does not fit into the sink's memory.
            using SqliteCommand command = database.Command(
                """
                with recursive n(i) as (select 1 union all select i + 1 from n where i < 9)
                select printf('%.*c', 9000, 'a') as a, printf('%.*c', 9000, 'b') as b, x'01' as c, 4 as d, i from n
                """);
            SqliteDataReader reader = command.ExecuteReader();
            var sink = new CallingWriter(call, () =>
            {
                if (what == "reader") reader.Dispose();
                else if (what == "command") command.Dispose();
                else if (what == "connection") command.Connection!.Dispose();
                else if (what == "row") reader.Read();
                else SQLitePCL.raw.sqlite3_finalize(reader.Handle!);
            });
            try
            {
                JsonRows.From(reader).WriteTo(sink, Database.WithPackage(new JsonRowOptions { FlushThreshold = 30_000 }));
            }
            catch (JsonRowException failure)
            {
                wasWithinARow |= failure.Stage == JsonRowStage.Value;
            }

            sink.Text.Should().MatchRegex("^(|\\[(,?\\{\"a\":\"a{9000}\",\"b\":\"b{9000}\",\"c\":\"AQ==\",\"d\":4,\"i\":[1-9]\\})*\\]?)$");
        }
        wasWithinARow.Should().BeTrue();
    }

    [Fact]
    public void CanRead_otherReaders_areLeftAlone()
    {
        using var database = new Database();
        using SqliteDataReader inner = database.Query("select 1 as a");
        using var wrapped = new WrappedReader(inner);

        SqliteRowReader.Instance.CanRead(inner).Should().BeTrue();
        SqliteRowReader.Instance.CanRead(wrapped).Should().BeFalse();
        SqliteRowReader.Instance.CanRead(null!).Should().BeFalse();
        JsonRows.From(wrapped).ToJsonString(Database.WithPackage(new JsonRowOptions())).Should().Be("""[{"a":1}]""");
    }

    [Fact]
    public void WriteCells_null_isRefused()
    {
        using var database = new Database();
        using SqliteDataReader reader = database.Query("select 1 as a");
        Action noReader = () => SqliteRowReader.Instance.WriteCells(null!, null!);
        Action noCells = () => SqliteRowReader.Instance.WriteCells(reader, null!);

        noReader.Should().Throw<ArgumentNullException>().WithParameterName("reader");
        noCells.Should().Throw<ArgumentNullException>().WithParameterName("cells");
    }

    [ReleaseFact]
    public void WriteTo_rowsOfTextAndNumbers_allocatesNothingForThem()
    {
        using var database = new Database();
        using SqliteCommand few = database.Command(Numbers(10)), many = database.Command(Numbers(5_000));
        JsonRowOptions options = Database.WithPackage(new JsonRowOptions());
        for (int i = 0; i < 3; i++) Measure(many);

        (Least(many) - Least(few)).Should().BeLessThan(1_000);

        // The columns may be compiled meanwhile, and the collector may empty the pool.
        long Least(SqliteCommand command) => Enumerable.Range(0, 5).Min(_ => Measure(command));

        long Measure(SqliteCommand command)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            using SqliteDataReader reader = command.ExecuteReader();
            JsonRows.From(reader).WriteTo(Stream.Null, options);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    private static string Numbers(int count) =>
        $"with recursive n(i) as (select 1 union all select i + 1 from n where i < {count}) select i, i * 1.5 as x, 'text é ' || i as t from n";

    private static object? Value(PseudoRandom random) => random.Below(6) switch
    {
        0 => null,
        1 => (long)random.Next() >> random.Below(64),
        2 => BitConverter.UInt64BitsToDouble(random.Next()),
        3 => Enumerable.Range(0, random.Below(300)).Select(_ => (byte)random.Next()).ToArray(),
        _ => Text(random),
    };

    private static string Text(PseudoRandom random)
    {
        var text = new StringBuilder();
        int length = random.Below(random.Below(20) == 0 ? 2_000 : 80);
        int kind = random.Below(4);
        while (text.Length < length)
        {
            text.Append(kind == 0 || random.Below(20) > kind
                ? new Rune('a' + random.Below(26))
                : random.Below(3) switch
                {
                    0 => new Rune(random.Below(0x80)),
                    1 => new Rune(0x80 + random.Below(0xD800 - 0x80)),
                    _ => new Rune(0x10000 + random.Below(0x1000)),
                });
        }
        return text.ToString();
    }

    private static JsonRowOptions Converted<T>() =>
        new(Finite) { SerializerOptions = new JsonSerializerOptions { Converters = { new MarkingConverter<T>() } } };

    private static async Task<string> ReadAsync(PipeReader reader)
    {
        using var stream = new MemoryStream();
        await reader.CopyToAsync(stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private sealed class MarkingConverter<T> : JsonConverter<T>
    {
        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue("converted");
    }

    private sealed class WrappedReader(DbDataReader inner) : DelegatingReader(inner)
    {
        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }

    /// <summary>Gives just what it is asked for, and calls a test's code at one of its calls.</summary>
    private sealed class CallingWriter(int call, Action action) : IBufferWriter<byte>
    {
        private readonly List<byte> _written = [];
        private byte[] _memory = [];
        private int _calls;

        public string Text => Encoding.UTF8.GetString([.. _written]);

        public void Advance(int count)
        {
            Call();
            _written.AddRange(_memory.AsSpan(0, count));
            _memory = [];
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            Call();
            return _memory = new byte[Math.Max(1, sizeHint)];
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

        private void Call()
        {
            if (++_calls == call) action();
        }
    }
}
