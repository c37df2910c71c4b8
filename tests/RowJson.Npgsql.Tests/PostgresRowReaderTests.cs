using System.Data;
using System.Data.Common;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Npgsql;
using RowJson.Tests;

namespace RowJson.Npgsql.Tests;

[Collection(PostgresTestGroup.Name)]
public class PostgresRowReaderTests(PostgresFixture server)
{
    private const string Mixed =
        """
        select n as id, 'name <é> ' || n as name, case when n % 3 > 0 then repeat('x', n * 37) end as maybe,
          jsonb_build_object('n', n, 'é', array['<', 'b']) as doc, ('{"b" : ' || n || '}')::json as text,
          decode(lpad(to_hex(n), 8, '0'), 'hex') as bytes, n * 1.5 as number, n % 2 = 0 as even, 'z'::varchar as z,
          case when n % 4 > 0 then array['a' || n, null, 'é<'] end as tags, array[array['b'], array[n::text]] as table
        from generate_series(1, 200) n
        """;

    private static Dictionary<string, JsonRowOptions> Options { get; } = new()
    {
        ["default"] = new(),
        ["nulls left out"] = new() { OmitNulls = true },
        ["lines"] = new() { Format = JsonRowFormat.Lines },
        ["compact"] = new() { Format = JsonRowFormat.CompactColumns },
        ["filter"] = new() { ColumnFilter = column => column.Name is not ("name" or "bytes") },
        ["names"] = new() { ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper },
        ["text columns"] = new() { JsonColumnsAsText = true },
        ["JSON of arrays"] = new() { IsJsonColumn = column => column.Name == "tags", ColumnFilter = column => column.Name is "id" or "tags" },
        ["JSON columns"] = new() { IsJsonColumn = column => column.Name == "z", ColumnConverter = it => it.Name == "z" ? cell => "z" : null },
        ["small batches"] = new() { FlushThreshold = 1 },
        ["indented"] = new(new JsonSerializerOptions { WriteIndented = true }),
        ["relaxed"] = new(new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }),
        ["quoted numbers"] = new(new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString }),
        ["converter of strings"] = new(new JsonSerializerOptions { Converters = { new Marking<string>() } }),
        ["converter of bytes"] = new(new JsonSerializerOptions { Converters = { new Marking<byte[]>() } }),
        ["converter of arrays"] = new(new JsonSerializerOptions { Converters = { new Marking<string[]>() } }),
        ["numbers read from strings"] = new(new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowReadingFromString }),
        ["converter of numbers"] = new(new JsonSerializerOptions { Converters = { new Marking<decimal>() } }),
        ["references"] = new(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve }),
        ["cycles"] = new(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles }),
        ["replaced"] = new() { UnwritableHandling = JsonUnwritableHandling.Null },
    };

    public static TheoryData<string, WayToWrite> OptionCases
    {
        get
        {
            var cases = new TheoryData<string, WayToWrite>();
            foreach (string name in Options.Keys)
                foreach (WayToWrite way in Enum.GetValues<WayToWrite>()) cases.Add(name, way);
            return cases;
        }
    }

    [PostgresTheory]
    [MemberData(nameof(OptionCases))]
    public async Task Write_anyOptions_isTheSameWithAndWithoutThePackage(string name, WayToWrite way)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();

        (await CheckAsync(way, connection, Mixed, Options[name])).Should().NotBeEmpty();
    }

    /// <summary>Lengths around those of the buffer, and much longer ones.</summary>
    [PostgresTheory]
    [InlineData(WayToWrite.Reader)]
    [InlineData(WayToWrite.SequentialReader)]
    [InlineData(WayToWrite.CommandAsync)]
    [InlineData(WayToWrite.RowWriterOfSequentialReader)]
    public async Task Write_textsOfAnyLength_isTheSameWithAndWithoutThePackage(WayToWrite way)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        const string sql = """
            select n, repeat('a', n) as text, repeat('é', n) as other, ('["' || repeat('b', n) || '"]')::jsonb as doc,
              ('["' || repeat('<', n) || '"]')::json as json, decode(repeat('ab', n), 'hex') as bytes, 1 as z
            from unnest(array[0, 1, 2, 3, 63, 64, 65, 2047, 2048, 4091, 4092, 4093, 4094, 4095, 4096, 4097, 8191, 8192, 8193, 200000, 5]) n
            """;

        string json = await CheckAsync(way, connection, sql, new JsonRowOptions());

        json.Should().Contain(new string('a', 200_000)).And.EndWith("\"bytes\":\"q6urq6s=\",\"z\":1}]");
    }

    [PostgresFact]
    public async Task Write_randomTexts_isTheSameWithAndWithoutThePackage()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        var random = new PseudoRandom(20261126);
        await ExecuteAsync(connection, "create temporary table randoms(n serial, text text, doc jsonb, bytes bytea)");
        await using (var insert = new NpgsqlCommand(
            "insert into randoms(text, doc, bytes) select it, to_jsonb(it), convert_to(it, 'UTF8') from unnest($1) it", connection))
        {
            insert.Parameters.Add(new NpgsqlParameter<string[]> { TypedValue = [.. Enumerable.Range(0, 200).Select(_ => Text(random))] });
            await insert.ExecuteNonQueryAsync();
        }
        foreach (WayToWrite way in new[] { WayToWrite.Reader, WayToWrite.CommandAsync })
        {
            foreach (JavaScriptEncoder? encoder in TestEncoders.All.Values)
            {
                var options = new JsonRowOptions(new JsonSerializerOptions { Encoder = encoder });
                await CheckAsync(way, connection, "select * from randoms order by n", options);
            }
        }
    }

    [PostgresTheory]
    [InlineData("select 1 as id, '{\"a\" : [1]}' as x")]
    [InlineData("select 1 as id, '{\"a\" : [' as x")]
    [InlineData("select 1 as id, '' as x")]
    [InlineData("select 1 as id, 'é' as x")]
    [InlineData("select 1 as id, null::regclass as x")]
    [InlineData("select 1 as id, 'pg_class'::regclass as x")]
    public async Task Write_textThatOptionsCallJson_isTheSameWithAndWithoutThePackage(string sql)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        foreach (WayToWrite way in Enum.GetValues<WayToWrite>())
            await CheckAsync(way, connection, sql, new JsonRowOptions { IsJsonColumn = column => column.Name == "x" });
    }

    /// <summary>The server sends everything as text.</summary>
    [PostgresFact]
    public async Task Write_resultsInTextFormat_isTheSameWithAndWithoutThePackage()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand(Mixed, connection) { AllResultTypesAreUnknown = true };

        string json = JsonRows.From(command).ToJsonString(WithPackage(new JsonRowOptions()));

        json.Should().Be(JsonRows.From(command).ToJsonString()).And.Contain("\"id\":\"200\"");
    }

    [PostgresTheory]
    [InlineData("Client Encoding=LATIN1;Encoding=latin1", true)]
    [InlineData("Client Encoding=LATIN1", false)]
    [InlineData("Client Encoding=UTF8;Encoding=UTF8", true)]
    public async Task Write_connectionOfAnotherEncoding_isTheSameWithAndWithoutThePackage(string settings, bool isWritten)
    {
        // Labels of an enumeration that another test makes cannot be read.
        await using NpgsqlConnection connection = await server.OpenAsync(settings + ";Server Compatibility Mode=NoTypeLoading");

        const string sql = "select 1 as id, 'stra' || chr(223) || 'e' as x, 'b' as z";
        string json = await CheckAsync(WayToWrite.Reader, connection, sql, new JsonRowOptions());

        json.Contains("stra\\u00DFe", StringComparison.Ordinal).Should().Be(isWritten);
    }

    [PostgresFact]
    public async Task Write_connectionOfAnotherEncodingSequentially_saysWhatToDo()
    {
        await using NpgsqlConnection connection = await server.OpenAsync(
            "Client Encoding=LATIN1;Encoding=latin1;Server Compatibility Mode=NoTypeLoading");
        await using var command = new NpgsqlCommand("select 1 as id, 'stra' || chr(223) || 'e' as x", connection);

        JsonRowException failure = JsonRows.From(command).Invoking(it => it.ToJsonString(WithPackage(new JsonRowOptions())))
            .Should().Throw<JsonRowException>().Which;

        failure.ColumnName.Should().Be("x");
        failure.InnerException.Should().BeOfType<InvalidOperationException>().Which.Message.Should().Contain("Leave NpgsqlRowReader out");
    }

    /// <summary>The second result has the names and the .NET types of the first.</summary>
    [PostgresFact]
    public async Task JsonRowWriter_resultOfOtherTypes_readsThemAnew()
    {
        await using NpgsqlConnection connection = await server.OpenWithTypesAsync();
        const string sql =
            "select 'a' as x; select 'a.b'::ltree as x; select '\"c\"'::jsonb as x; select 'd' as x; select '$.e'::jsonpath as x";

        string json = await WriteResultsAsync(connection, sql, WithPackage(new JsonRowOptions()));

        json.Should().Be(await WriteResultsAsync(connection, sql, new JsonRowOptions()))
            .And.Be("""[{"x":"a"},{"x":"a.b"},{"x":"c"},{"x":"d"},{"x":"$.\u0022e\u0022"}]""");
    }

    [PostgresTheory]
    [InlineData(CommandBehavior.Default)]
    [InlineData(CommandBehavior.SequentialAccess)]
    public async Task Write_shape_isTheSameWithAndWithoutThePackage(CommandBehavior behavior)
    {
        JsonRowShape<DbDataReader> shape = new JsonRowShape<DbDataReader>()
            .Column("half", it => it.GetInt32(0) / 2)
            .Column("text", it => it.GetString(1), 1)
            .Column("bytes of a text", it => it.GetFieldValue<byte[]>(2), 2)
            .Column("document", it => it.GetString(3), 3)
            .Column("bytes", it => it.GetFieldValue<byte[]>(4), 4)
            .Column("maybe", it => it.IsDBNull(5) ? null : it.GetString(5), 5);
        await using NpgsqlConnection connection = await server.OpenAsync();
        string Write(JsonRowOptions options)
        {
            using var command = new NpgsqlCommand(
                "select n, 'é' || n, 'b' || n, '[1]'::jsonb, '\\x00ff'::bytea, case when n = 2 then 'c' end from generate_series(1, 3) n",
                connection);
            using NpgsqlDataReader reader = command.ExecuteReader(behavior);
            return JsonRows.From(RowsOf(reader), shape).ToJsonString(options);
        }

        Write(WithPackage(new JsonRowOptions())).Should().Be(Write(new JsonRowOptions())).And.Contain("\"document\":\"[1]\"");
    }

    [PostgresFact]
    public async Task Write_enumerationThatIsMapped_isTheSameWithAndWithoutThePackage()
    {
        await using (NpgsqlConnection types = await server.OpenWithTypesAsync()) types.Database.Should().NotBeEmpty();
        await using NpgsqlDataSource source = server.CreateSource("Application Name=mapped", it => it.MapEnum<Mood>("mood"));
        await using NpgsqlConnection connection = await source.OpenConnectionAsync();

        string json = await CheckAsync(WayToWrite.Reader, connection, "select 'sad'::mood as x, 'z' as z", new JsonRowOptions());

        json.Should().Be("""[{"x":0,"z":"z"}]""");
    }

    [PostgresFact]
    public async Task WriteToAsync_multiplexedSource_isTheSameWithAndWithoutThePackage()
    {
        await using NpgsqlDataSource source = server.CreateSource("Multiplexing=true");
        async Task<string> WriteAsync(JsonRowOptions options)
        {
            await using NpgsqlCommand command = source.CreateCommand(Mixed);
            using var stream = new MemoryStream();
            await JsonRows.From(command).WriteToAsync(stream, options);
            return Encoding.UTF8.GetString(stream.ToArray());
        }

        string expected = await WriteAsync(new JsonRowOptions());
        JsonRowOptions withPackage = WithPackage(new JsonRowOptions { FlushThreshold = 1_000 });

        string[] written = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => Task.Run(() => WriteAsync(withPackage))));

        written.Should().AllBe(expected);
    }

    [PostgresFact]
    public async Task WriteCells_readerThatIsClosed_fails()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand("select 'a' as x", connection);
        NpgsqlDataReader reader = await command.ExecuteReaderAsync();
        await reader.ReadAsync();
        using var writer = new JsonRowWriter(Stream.Null, WithPackage(new JsonRowOptions()));
        writer.WriteRow(reader);
        await reader.CloseAsync();

        writer.Invoking(it => it.WriteRow(reader)).Should().Throw<Exception>();
    }

    [Fact]
    public void CanRead_readerOfAnotherProvider_isFalse()
    {
        using var table = new DataTable();
        using DataTableReader reader = table.CreateDataReader();

        NpgsqlRowReader.Instance.CanRead(reader).Should().BeFalse();
        NpgsqlRowReader.Instance.CanRead(null!).Should().BeFalse();
    }

    /// <summary>No row costs memory.</summary>
    [PostgresTheory]
    [InlineData("id, name, note, price, even, at, uid, doc", CommandBehavior.Default)]
    [InlineData("id, name, note, price, even, at, uid, doc", CommandBehavior.SequentialAccess)]
    [InlineData("id, tags", CommandBehavior.Default)]
    public async Task Write_manyRows_allocatesNothingForThem(string columns, CommandBehavior behavior)
    {
        const long bound = 4096;
        await using NpgsqlConnection connection = await server.OpenAsync();
        await ExecuteAsync(connection, """
            create temporary table many as
            select n as id, 'name ' || n as name, case when n % 3 = 0 then 'é' || n end as note, n * 1.10 as price, n % 2 = 0 as even,
              timestamp '2024-01-01' + n * interval '1 second' as at, md5(n::text)::uuid as uid, jsonb_build_object('n', n) as doc,
              array['tag ' || n, null, 'é'] as tags
            from generate_series(1, 10000) n
            """);
        await using var command = new NpgsqlCommand($"select {columns} from many", connection);
        var buffer = new System.Buffers.ArrayBufferWriter<byte>(4 << 20);
        JsonRowOptions options = WithPackage(new JsonRowOptions());
        long least = long.MaxValue;
        // Code that is not optimised yet makes boxes.
        for (int i = 0; i < 100 && least >= bound; i++)
        {
            await Task.Delay(10);
            buffer.ResetWrittenCount();
            long before = GC.GetAllocatedBytesForCurrentThread();
            using (NpgsqlDataReader reader = command.ExecuteReader(behavior))
                JsonRows.From(reader).WriteTo(buffer, options).Rows.Should().Be(10_000);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        least.Should().BeLessThan(bound);
    }

    private static JsonRowOptions WithPackage(JsonRowOptions options) => new(options) { RowReaders = [NpgsqlRowReader.Instance] };

    /// <summary>Checks that a write has the same bytes, or the same failure, with the package as without it.</summary>
    private static async Task<string> CheckAsync(WayToWrite way, NpgsqlConnection connection, string sql, JsonRowOptions options)
    {
        string expected = await OutcomeAsync(way, connection, sql, options);
        (await OutcomeAsync(way, connection, sql, WithPackage(options))).Should().Be(expected);
        return expected;
    }

    private static async Task<string> OutcomeAsync(WayToWrite way, NpgsqlConnection connection, string sql, JsonRowOptions options)
    {
        try
        {
            return await way.WriteAsync(connection, sql, options);
        }
        catch (JsonRowException exception)
        {
            Exception inner = exception.InnerException!;
            return $"{exception.RowIndex} {exception.ColumnName} {exception.Stage} {inner.GetType()}: {inner.Message}";
        }
    }

    private static async Task<string> WriteResultsAsync(NpgsqlConnection connection, string sql, JsonRowOptions options)
    {
        using var stream = new MemoryStream();
        await using var command = new NpgsqlCommand(sql, connection);
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();
        using (var writer = new JsonRowWriter(stream, options))
        {
            do
            {
                while (await reader.ReadAsync()) writer.WriteRow(reader);
            }
            while (await reader.NextResultAsync());
            writer.Complete();
        }
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static IEnumerable<DbDataReader> RowsOf(NpgsqlDataReader reader)
    {
        while (reader.Read()) yield return reader;
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Text of all kinds of characters but the null character, which the database does not store.</summary>
    private static string Text(PseudoRandom random)
    {
        var text = new StringBuilder();
        for (int length = random.Below(random.Below(4) == 0 ? 6_000 : 80); length > 0; length--)
        {
            Rune rune = new(random.Below(20) switch
            {
                0 => 1 + random.Below(0x7F),
                1 => 0x80 + random.Below(0x780),
                2 => 0x800 + random.Below(0xD000),
                3 => 0xE000 + random.Below(0x102000),
                _ => 'a' + random.Below(26),
            });
            text.Append(rune.ToString());
        }
        return text.ToString();
    }

    private enum Mood
    {
        Sad,
    }

    private sealed class Marking<T> : JsonConverter<T>
    {
        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue("converted");
    }
}
