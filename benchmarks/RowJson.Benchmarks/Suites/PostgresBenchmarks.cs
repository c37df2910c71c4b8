using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;
using Dapper;
using Npgsql;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>
/// From a table on a PostgreSQL server to a stream that drops what it is given: how much of a whole request is the JSON? The outputs
/// are compared before any is timed. Figures are for one row, the server's work and the connection's included.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
[SuppressMessage("Design", "CA1001", Justification = "Disposed by Cleanup, as BenchmarkDotNet wants it.")]
public class PostgresBenchmarks
{
    private const int Rows = 100_000;

    // When a hand-written loop hands on what it has: as often as RowJson does by default.
    private static readonly int FlushThreshold = JsonRowOptions.Default.FlushThreshold;

    private readonly PostgresServer _server = new();
    private readonly Utf8JsonWriter _writer = EncodingSettings.Default.CreateWriter();
    private readonly JsonRowOptions _options = new();
    private NpgsqlConnection _connection = new();

    [GlobalSetup]
    public async Task Setup()
    {
        try
        {
            await _server.InitializeAsync();
            _connection = await _server.OpenAsync();
            await _connection.ExecuteAsync(FlightTable.Create(Rows));
            await CheckAsync();
        }
        catch
        {
            await Cleanup();
            throw;
        }
    }

    [GlobalCleanup]
    public async Task Cleanup()
    {
        await _connection.DisposeAsync();
        await _server.DisposeAsync();
    }

    /// <summary>All rows as dictionaries, then as JSON: the usual way.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Rows)]
    public Task Dictionaries() => WriteDictionaries(Stream.Null);

    /// <summary>Typed getters, encoded names, no validation.</summary>
    [Benchmark(OperationsPerInvoke = Rows)]
    public Task HandWritten() => WriteByHand(Stream.Null);

    [Benchmark(OperationsPerInvoke = Rows)]
    public Task RowJson() => WriteRowJson(Stream.Null);

    [Benchmark(OperationsPerInvoke = Rows)]
    public Task DapperJsonSerializer() => WriteDapperJsonSerializer(Stream.Null);

    [Benchmark(OperationsPerInvoke = Rows)]
    public Task DapperRowJson() => WriteDapperRowJson(Stream.Null);

    /// <summary>The server makes one text of all rows, which is passed on as it comes.</summary>
    [Benchmark(OperationsPerInvoke = Rows)]
    public Task ServerJson() => WriteServerJson(Stream.Null);

    /// <summary>Every value read, none written.</summary>
    [Benchmark(OperationsPerInvoke = Rows)]
    public async Task<long> Reading()
    {
        await using NpgsqlDataReader reader = await ReadAsync(FlightTable.Query);
        ReaderLoops.Column[] columns = ReaderLoops.Column.Of(reader, encoder: null);
        long sum = 0;
        while (await reader.ReadAsync())
            sum += ReaderLoops.ReadRow(reader, columns);
        return sum;
    }

    private async Task WriteDictionaries(Stream stream)
    {
        await using NpgsqlDataReader reader = await ReadAsync(FlightTable.Query);
        await JsonSerializer.SerializeAsync(stream, ReaderLoops.Materialise(reader));
    }

    private async Task WriteByHand(Stream stream)
    {
        await using NpgsqlDataReader reader = await ReadAsync(FlightTable.Query);
        ReaderLoops.Column[] columns = ReaderLoops.Column.Of(reader, encoder: null);
        _writer.Reset(stream);
        _writer.WriteStartArray();
        while (await reader.ReadAsync())
        {
            ReaderLoops.WriteTypedRow(_writer, reader, columns);
            if (_writer.BytesPending >= FlushThreshold)
                await _writer.FlushAsync();
        }
        _writer.WriteEndArray();
        await _writer.FlushAsync();
    }

    private async Task WriteRowJson(Stream stream)
    {
        await using NpgsqlDataReader reader = await ReadAsync(FlightTable.Query);
        await JsonRows.From(reader).WriteToAsync(stream, _options);
    }

    private Task WriteDapperJsonSerializer(Stream stream) =>
        JsonSerializer.SerializeAsync(stream, _connection.Query(FlightTable.Query));

    private Task<JsonRowResult> WriteDapperRowJson(Stream stream) => JsonRows.From(_connection.Query(FlightTable.Query)).WriteToAsync(stream, _options);

    private async Task WriteServerJson(Stream stream)
    {
        await using NpgsqlDataReader reader = await ReadAsync(FlightTable.JsonQuery, CommandBehavior.SequentialAccess);
        await reader.ReadAsync();
        await using Stream text = await reader.GetStreamAsync(0);
        await text.CopyToAsync(stream);
    }

    private async Task<NpgsqlDataReader> ReadAsync(string query, CommandBehavior behavior = CommandBehavior.Default)
    {
        await using var command = new NpgsqlCommand(query, _connection);
        return await command.ExecuteReaderAsync(behavior);
    }

    private async Task CheckAsync()
    {
        byte[] expected = await WriteAndReadAsync(WriteDictionaries);
        Func<Stream, Task>[] same = [WriteByHand, WriteRowJson, WriteDapperJsonSerializer, WriteDapperRowJson];
        foreach (Func<Stream, Task> write in same)
        {
            byte[] written = await WriteAndReadAsync(write);
            SuiteCheck.SameBytes(write.Method.Name, expected, written);
        }
        // The server puts spaces and line breaks.
        byte[] byServer = await WriteAndReadAsync(WriteServerJson);
        if (!JsonValues.AreEqual(expected, byServer))
            throw new BenchmarkException($"{nameof(ServerJson)} writes other values");
    }

    private static async Task<byte[]> WriteAndReadAsync(Func<Stream, Task> write)
    {
        using var stream = new MemoryStream();
        await write(stream);
        return stream.ToArray();
    }

    /// <summary>Without a server there are no cases; <see cref="BenchmarkSuites"/> says why.</summary>
    private sealed class Config : ManualConfig
    {
        public Config() => AddFilter(new SimpleFilter(_ => PostgresServer.SkipReason is null));
    }
}
