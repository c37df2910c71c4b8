using System.Data;
using System.Data.Common;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Dapper;
using Npgsql;
using NpgsqlTypes;
using Xunit.Abstractions;

namespace RowJson.Tests;

[Collection(PostgresTestGroup.Name)]
public class PostgresTests(PostgresFixture server, ITestOutputHelper output)
{
    /// <summary>Every column is also compared with what the server itself makes of it.</summary>
    private const string LikeTheServer = """
        select
          n::int2 as "int2", n * 1000000 as "int4", n * 10000000000::int8 as "int8", n = 1 as "bool",
          (n * 1.25)::float8 as "float8", (n * 0.5)::float4 as "float4", (n * 1.10)::numeric(20, 2) as "numeric",
          'é"<' || n as "text", ('v' || n)::varchar(10) as "varchar", 'c'::char(3) as "bpchar",
          ('00000000-0000-0000-0000-00000000000' || n)::uuid as "uuid", ('2024-02-2' || n)::date as "date",
          ('{"b": [' || n || ', "é"], "a": null}')::jsonb as "jsonb", ('{"b" : ' || n || '}')::json as "json",
          'null'::jsonb as "json null", case when n = 1 then '[]'::jsonb end as "jsonb or null",
          array[n, n + 1] as "int4[]", array['a', '<' || n] as "text[]", array[n * 10000000000::int8] as "int8[]",
          array[true, false] as "bool[]", array[1.5, n]::float8[] as "float8[]", '{}'::int4[] as "empty[]",
          array[[1, n], [3, 4]] as "int4[][]", array['2024-01-01'::date] as "date[]",
          '192.168.0.1'::inet as "inet", '::1'::inet as "inet6", '10.0.0.0/8'::cidr as "cidr", '08:00:2b:01:02:03'::macaddr as "macaddr",
          case when n = 2 then n end as "null", n as "a", n as "a2", 'x'::"char" as "char", 'nm'::name as "name"
        from generate_series(1, 3) n
        """;

    /// <summary>Types for which .NET's form and the server's differ.</summary>
    private const string LikeTheSerializer = """
        select
          timestamp '2024-02-29 12:30:00.123456' as "timestamp", timestamptz '2024-02-29 12:30:00+02' as "timestamptz",
          time '01:02:03' as "time", time '01:02:03.5' as "time with fraction", timetz '01:02:03+02' as "timetz",
          interval '1 day 02:03:04' as "interval", '12.34'::money as "money", '\x00ff10'::bytea as "bytea",
          B'101' as "varbit", B'1' as "bit", point(1, 2) as "point", int4range(1, 5) as "int4range",
          array[1.5, 2]::numeric[] as "numeric[]", array['\x00'::bytea] as "bytea[]", 'a & b'::tsquery::text as "text",
          array[timestamptz '2024-02-29 12:30:00+02'] as "timestamptz[]", array[gen_random_uuid()] as "uuid[]",
          row(1, 'x') as "record", '<a/>'::xml as "xml", 1e300::float8 as "float8", 7::oid as "oid", 12345678901234567890.5::numeric as "numeric"
        """;

    [PostgresFact]
    public async Task WriteTo_everyType_equalsTheServersOwnJson()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        string expected = (await connection.ExecuteScalarAsync<string>($"select json_agg(t) from ({LikeTheServer}) t"))!;

        string actual = await WriteAsync(connection, LikeTheServer, CommandBehavior.SequentialAccess);

        JsonNode.DeepEquals(JsonNode.Parse(actual), JsonNode.Parse(expected)).Should().BeTrue($"{actual} should be {expected}");
    }

    [PostgresFact]
    public async Task WriteTo_typesThatTheServerWritesOtherwise_equalsSerializer()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand($"{LikeTheSerializer}; {LikeTheSerializer}", connection);
        // gen_random_uuid differs each time: the one row is read twice over its text.
        command.CommandText = command.CommandText.Replace("gen_random_uuid()", "'00112233-4455-6677-8899-aabbccddeeff'::uuid", StringComparison.Ordinal);
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();
        string expected = Materialised.Json(reader);
        (await reader.NextResultAsync()).Should().BeTrue();

        JsonRows.From(reader).ToJsonString().Should().Be(expected);
    }

    [PostgresTheory]
    [InlineData(CommandBehavior.Default)]
    [InlineData(CommandBehavior.SequentialAccess)]
    public async Task Write_syncAndAsync_writeTheSame(CommandBehavior behavior)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        string asynchronous = await WriteAsync(connection, LikeTheServer, behavior);

        await using var command = new NpgsqlCommand(LikeTheServer, connection);
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync(behavior);
        using var stream = new MemoryStream();
        JsonRows.From(reader).WriteTo(stream, new JsonRowOptions { FlushThreshold = 100 }).Should().Be(3);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(asynchronous);
        reader.IsClosed.Should().BeFalse();
    }

    [PostgresFact]
    public async Task WriteTo_duplicateAndUnnamedColumns_keepsThemAsTheProviderNamesThem()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();

        (await WriteAsync(connection, "select 1 as a, 2, 3 as a")).Should().Be("""[{"a":1,"?column?":2,"a":3}]""");
    }

    [PostgresFact]
    public async Task WriteTo_arrayWithNulls_needsNpgsqlsNullabilityPerInstance()
    {
        const string query = "select array[1, null, 3] as a, array['x', null] as b, array[1.5, null]::float8[] as c, array[1, 2] as d";
        await using NpgsqlConnection plain = await server.OpenAsync();
        await using NpgsqlConnection perInstance = await server.OpenAsync("Array Nullability Mode=PerInstance");

        (await WriteAsync(perInstance, query)).Should().Be("""[{"a":[1,null,3],"b":["x",null],"c":[1.5,null],"d":[1,2]}]""");
        (await FluentActions.Awaiting(() => WriteAsync(plain, query)).Should().ThrowAsync<JsonRowException>())
            .Which.ColumnName.Should().Be("a");
    }

    [PostgresFact]
    public async Task WriteTo_valueThatDotNetCannotHold_saysWhere()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();

        JsonRowException failure = (await FluentActions.Awaiting(() => WriteAsync(connection, "select 1 as a, interval '1 month' as i"))
            .Should().ThrowAsync<JsonRowException>()).Which;

        failure.ColumnName.Should().Be("i");
        failure.RowIndex.Should().Be(0);
    }

    [PostgresTheory]
    [InlineData(CommandBehavior.Default)]
    [InlineData(CommandBehavior.SequentialAccess)]
    public async Task WriteTo_valuesThatDotNetCannotHold_areReplacedAndTheRestIsRead(CommandBehavior behavior)
    {
        const string query = """
            select n, interval '1 month' as i, array[1, null] as a, 1e40::numeric as d, 'infinity'::timestamp as t, 'NaN'::float8 as f, 'z' as z
            from generate_series(1, 3) n
            """;
        await using NpgsqlConnection connection = await server.OpenAsync();
        string json = await WriteAsync(connection, query, behavior, new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null });

        output.WriteLine(json);
        json.Should().Be($"[{string.Join(',', Enumerable.Range(1, 3).Select(n =>
            $$"""{"n":{{n}},"i":null,"a":null,"d":null,"t":"9999-12-31T23:59:59.9999999","f":null,"z":"z"}"""))}]");
    }

    [PostgresTheory]
    [InlineData(CommandBehavior.Default)]
    [InlineData(CommandBehavior.SequentialAccess)]
    public async Task WriteTo_columnConverter_readsTypesOfTheProvider(CommandBehavior behavior)
    {
        const string query = "select 1 as a, interval '1 month 2 days' as i, array[1, null] as n, 'z' as z";
        await using NpgsqlConnection connection = await server.OpenAsync();
        var options = new JsonRowOptions
        {
            ColumnConverter = column => column.DataTypeName switch
            {
                "interval" => cell => cell.GetValue<NpgsqlInterval>() is var it ? new { it.Months, it.Days } : null,
                "integer[]" => cell => cell.GetValue<int?[]>(),
                _ => null,
            },
        };

        (await WriteAsync(connection, query, behavior, options)).Should().Be("""[{"a":1,"i":{"Months":1,"Days":2},"n":[1,null],"z":"z"}]""");
    }

    [PostgresFact]
    public async Task WriteTo_queryThatFailsMidway_keepsCompleteRows()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand("select n, 10 / (20000 - n) as q from generate_series(1, 30000) n", connection);
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();
        using var stream = new MemoryStream();

        JsonRowException failure = (await FluentActions.Awaiting(() => JsonRows.From(reader).WriteToAsync(stream))
            .Should().ThrowAsync<JsonRowException>()).Which;

        failure.InnerException.Should().BeOfType<PostgresException>();
        failure.RowIndex.Should().BeLessThan(20_000);
        JsonDocument.Parse(Encoding.UTF8.GetString(stream.ToArray()) + "]").RootElement.GetArrayLength().Should().Be((int)failure.RowIndex);
    }

    [PostgresFact]
    public async Task WriteToAsync_cancelled_throwsAndLeavesTheConnectionUsable()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        using var cancellation = new CancellationTokenSource();
        await using (var command = new NpgsqlCommand("select n, pg_sleep(case when n = 1000 then 60 end) from generate_series(1, 2000) n", connection))
        await using (NpgsqlDataReader reader = await command.ExecuteReaderAsync())
        {
            cancellation.CancelAfter(200);
            await FluentActions.Awaiting(() => JsonRows.From(reader).WriteToAsync(Stream.Null, cancellationToken: cancellation.Token))
                .Should().ThrowAsync<OperationCanceledException>();
        }

        (await connection.ExecuteScalarAsync<int>("select 1")).Should().Be(1);
    }

    [PostgresFact]
    public async Task WriteToAsync_readerOfThePipeLeavesASilentQuery_endsAndLeavesTheConnectionUsable()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        var pipe = new Pipe();
        await using (var command = new NpgsqlCommand("select n, pg_sleep(case when n = 1000 then 60 end) from generate_series(1, 2000) n", connection))
        await using (NpgsqlDataReader reader = await command.ExecuteReaderAsync())
        {
            var options = new JsonRowOptions { FlushInterval = TimeSpan.FromMilliseconds(20) };
            Task<JsonRowResult> writing = JsonRows.From(reader).WriteToAsync(pipe.Writer, options);
            await pipe.Reader.ReadAsync();
            await pipe.Reader.CompleteAsync();

            (await writing.WaitAsync(Hang.Guard)).Should().BeLessThan(1000);
        }

        (await connection.ExecuteScalarAsync<int>("select 1")).Should().Be(1);
    }

    /// <summary>Its connection is its own: it is not shown, and it is free again after the rows, however they end.</summary>
    [PostgresTheory]
    [InlineData(false, 3)]
    [InlineData(true, 3)]
    [InlineData(false, 0)]
    [InlineData(true, 0)]
    public async Task Write_commandOfADataSource_returnsItsConnection(bool isAsync, int last)
    {
        await using NpgsqlDataSource database = server.CreateSource("Maximum Pool Size=1;Timeout=60");

        for (int i = 0; i < 3; i++)
        {
            await using NpgsqlCommand command = database.CreateCommand($"select n, 6 / (n - {last} - 1) as q from generate_series(1, 3) n");
            using var stream = new MemoryStream();
            Func<Task> write = async () => _ = isAsync ? await JsonRows.From(command).WriteToAsync(stream) : JsonRows.From(command).WriteTo(stream);

            if (last == 0) (await write.Should().ThrowAsync<JsonRowException>()).WithInnerException<PostgresException>();
            else await write.Should().NotThrowAsync();

            if (last > 0) Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"n":1,"q":-2},{"n":2,"q":-3},{"n":3,"q":-6}]""");
        }
    }

    /// <summary>What Dapper's parameters and types give is a reader like any other.</summary>
    [PostgresFact]
    public async Task WriteToAsync_dapperReader_writesItsRows()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        using var stream = new MemoryStream();

        await using DbDataReader reader = await connection.ExecuteReaderAsync("select n, @name as name from generate_series(1, 2) n", new { name = "Ada" });
        await JsonRows.From(reader).WriteToAsync(stream);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"n":1,"name":"Ada"},{"n":2,"name":"Ada"}]""");
    }

    [PostgresTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task WriteTo_dapperRows_equalsTheServersOwnJson(bool buffered)
    {
        const string query = """
            select n as id, 'é' || n as name, case when n % 2 = 0 then n * 1.5::float8 end as half, array[n] as list
            from generate_series(1, 100) n
            """;
        await using NpgsqlConnection connection = await server.OpenAsync();
        string expected = (await connection.ExecuteScalarAsync<string>($"select json_agg(t) from ({query}) t"))!;
        IEnumerable<dynamic> rows = connection.Query(query, buffered: buffered);

        string actual = JsonRows.From(rows).ToJsonString();

        JsonNode.DeepEquals(JsonNode.Parse(actual), JsonNode.Parse(expected)).Should().BeTrue($"{actual} should be {expected}");
    }

    [PostgresFact]
    public async Task WriteToAsync_dapperRowsUnbuffered_writesThemAll()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        IAsyncEnumerable<dynamic> rows = connection.QueryUnbufferedAsync("select n from generate_series(1, 3) n");
        using var stream = new MemoryStream();

        (await JsonRows.From(rows).WriteToAsync(stream)).Should().Be(3);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"n":1},{"n":2},{"n":3}]""");
    }

    [PostgresFact]
    [Trait("Speed", "Slow")]
    public async Task WriteToAsync_aMillionRows_needsNoMemoryForThem()
    {
        const int rows = 1_000_000;
        const long bound = 16 * 1024 * 1024;
        await using NpgsqlConnection connection = await server.OpenAsync();
        await WriteAsync(connection, Query(20_000), sink: Stream.Null);
        long before = GC.GetTotalMemory(forceFullCollection: true);
        var sink = new MeasuringStream();

        long start = Environment.TickCount64;
        (await WriteAsync(connection, Query(rows), sink: sink)).Should().Be(rows);

        output.WriteLine($"{rows:N0} rows, {sink.Written / 1e6:F0} MB in {(Environment.TickCount64 - start) / 1e3:F1} s; "
            + $"live memory grew by {(sink.PeakMemory - before) / 1024.0:F0} KiB at most.");
        sink.Written.Should().BeGreaterThan(50L * rows);
        (sink.PeakMemory - before).Should().BeLessThan(bound);

        static string Query(int count) =>
            $"""
            select n as id, 'name ' || n as name, n / 7.0::float8 as ratio, timestamp '2024-01-01' + n * interval '1 second' as at,
              n % 2 = 0 as even, case when n % 3 = 0 then n end as third
            from generate_series(1, {count}) n
            """;
    }

    private static async Task<string> WriteAsync(
        NpgsqlConnection connection, string query, CommandBehavior behavior = CommandBehavior.Default, JsonRowOptions? options = null)
    {
        using var stream = new MemoryStream();
        await WriteAsync(connection, query, stream, behavior, options);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static async Task<JsonRowResult> WriteAsync(
        NpgsqlConnection connection, string query, Stream sink, CommandBehavior behavior = CommandBehavior.Default,
        JsonRowOptions? options = null)
    {
        await using var command = new NpgsqlCommand(query, connection);
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync(behavior);
        return await JsonRows.From(reader).WriteToAsync(sink, options);
    }

    /// <summary>Discards, and looks every few megabytes at what is alive.</summary>
    private sealed class MeasuringStream : Stream
    {
        private const long Interval = 8 * 1024 * 1024;

        private long _nextSample = Interval;

        public long Written { get; private set; }

        public long PeakMemory { get; private set; }

        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => Written;

        public override long Position { get => Written; set => throw new NotSupportedException(); }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Written += buffer.Length;
            if (Written < _nextSample) return;
            _nextSample += Interval;
            PeakMemory = Math.Max(PeakMemory, GC.GetTotalMemory(forceFullCollection: true));
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Write(buffer.Span);
            return default;
        }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
