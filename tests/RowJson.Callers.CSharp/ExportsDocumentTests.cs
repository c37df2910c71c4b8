using System.Collections.Concurrent;
using System.Data.Common;
using System.IO.Compression;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Apache.Arrow;
using DuckDB.NET.Data;
using Microsoft.Data.Sqlite;
using Parquet.Serialization;
using RowJson.Tests;
using Sylvan.Data.Csv;
using CsvDataReader = Sylvan.Data.Csv.CsvDataReader;

namespace RowJson.Callers;

/// <summary>The examples of docs/exports.md, compiled and run.</summary>
public sealed class ExportsDocumentTests
{
    private const string Csv = "id,name,price\n1,Tea,3.20\n2,\"Oat, rolled\",1.10\n";

    private static readonly CodeExamples Examples = new("tests", "RowJson.Callers.CSharp", "ExportsDocumentTests.cs");

    private static string Text(MemoryStream stream) => Encoding.UTF8.GetString(stream.ToArray());

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "exports.md").Should().Equal(Examples.All);

    [Fact]
    public async Task Example_file_hasTheRows()
    {
        CancellationToken cancellationToken = CancellationToken.None;
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using DuckDBCommand command = connection.CreateCommand();
        command.CommandText = "select * from (values (1, 'Bär'), (2, '<Öl>')) as t(id, name)";
        string path = Path.GetTempFileName();

        // <file>
        var relaxed = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        var options = new JsonRowOptions(relaxed) { Format = JsonRowFormat.ArrayWithLineBreaks }; // make one, keep it
        JsonRowResult result = await JsonRows.From(command).WriteToFileAsync(path, options, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Bär"},
        // {"id":2,"name":"<Öl>"}]
        // </file>

        string text = await File.ReadAllTextAsync(path, cancellationToken);
        File.Delete(path);
        text.Should().Be(Examples.Output("file"));
        result.Rows.Should().Be(2);
    }

    [Fact]
    public async Task Example_compressed_isLinesThatWereCounted()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using DuckDBCommand command = connection.CreateCommand();
        command.CommandText = "select range as id from range(100000)";
        await using DbDataReader reader = await command.ExecuteReaderAsync(cancellationToken);
        string path = Path.GetTempFileName();
        var reports = new ConcurrentQueue<string>();
        void Show(string report) => reports.Enqueue(report);

        // <compressed>
        var lines = new JsonRowOptions { Format = JsonRowFormat.Lines }; // make one, keep it
        var progress = new Progress<JsonRowProgress>(it => Show($"{it.Rows:N0} rows, {it.Bytes:N0} bytes"));
        await JsonRows.From(reader).WriteToFileAsync(path, lines, JsonRowCompression.Gzip, progress, cancellationToken);
        // </compressed>

        await using (var unzip = new GZipStream(File.OpenRead(path), CompressionMode.Decompress)) await unzip.CopyToAsync(stream, cancellationToken);
        File.Delete(path);
        Text(stream).Should().Be(string.Concat(Enumerable.Range(0, 100_000).Select(i => $"{{\"id\":{i}}}\n")));
        // Reports are posted: the last one may come after the write.
        SpinWait.SpinUntil(() => reports.Any(it => it.StartsWith("100,000 rows", StringComparison.Ordinal)), TimeSpan.FromSeconds(30)).Should().BeTrue();
    }

    /// <summary>From nothing, after a whole line, and after half a line.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("{\"id\":1,\"name\":\"opened\"}\n")]
    [InlineData("{\"id\":1,\"name\":\"opened\"}\n{\"id\":2,\"na")]
    public async Task Example_append_continuesAfterTheLastWholeRow(string before) =>
        (await AppendAsync(before)).Should().Be(Examples.Output("append") + "\n");

    /// <summary>Nothing is known about what the rows before it are: the file is left alone.</summary>
    [Fact]
    public async Task Example_appendAfterAPartOfAVeryLongRow_throws() =>
        await FluentActions.Awaiting(() => AppendAsync("{\"id\":1,\"name\":\"" + new string('x', 1 << 20)))
            .Should().ThrowAsync<InvalidDataException>();

    private static async Task<string> AppendAsync(string before)
    {
        CancellationToken cancellationToken = CancellationToken.None;
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = "create table events (id integer, name text); insert into events values (1, 'opened'), (2, 'closed')";
        command.ExecuteNonQuery();
        string path = Path.GetTempFileName();
        await File.WriteAllTextAsync(path, before, cancellationToken);
        try
        {
            await WriteAsync();
            return await File.ReadAllTextAsync(path, cancellationToken);
        }
        finally
        {
            File.Delete(path);
        }

        async Task WriteAsync()
        {
            // <append>
            // The last whole line. What follows it, after a crash in the middle of a row, is cut off.
            static string? LastLine(FileStream file)
            {
                byte[] tail = new byte[Math.Min(file.Length, 1 << 20)]; // more than a row takes
                file.Seek(-tail.Length, SeekOrigin.End);
                file.ReadExactly(tail);
                int end = tail.AsSpan().LastIndexOf((byte)'\n') + 1;
                if (end == 0 && file.Length > tail.Length) throw new InvalidDataException("The last row is longer than that.");
                file.SetLength(file.Length - tail.Length + end);
                file.Seek(0, SeekOrigin.End);
                int begin = tail.AsSpan(0, Math.Max(end - 1, 0)).LastIndexOf((byte)'\n') + 1;
                return end == 0 ? null : Encoding.UTF8.GetString(tail, begin, end - begin);
            }

            var lines = new JsonRowOptions { Format = JsonRowFormat.Lines }; // make one, keep it
            await using var file = new FileStream(path, FileMode.OpenOrCreate);
            long last = LastLine(file) is { } line ? JsonElement.Parse(line).GetProperty("id").GetInt64() : 0;
            command.CommandText = "select id, name from events where id > @last order by id";
            command.Parameters.Add(new SqliteParameter("@last", last));
            await JsonRows.From(command).WriteToAsync(file, lines, cancellationToken: cancellationToken);
            // {"id":1,"name":"opened"}
            // {"id":2,"name":"closed"}
            // </append>
        }
    }

    [Fact]
    public async Task Example_csv_hasTypedColumns()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        using var text = new StringReader(Csv);

        // <csv>
        // class Column : DbColumn { public Column(string name, Type type) => (ColumnName, DataType) = (name, type); }
        var schema = new CsvSchema([new Column("id", typeof(int)), new Column("name", typeof(string)), new Column("price", typeof(decimal))]);
        await using CsvDataReader csv = await CsvDataReader.CreateAsync(text, new CsvDataReaderOptions { Schema = schema });
        await JsonRows.From(csv).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Tea","price":3.20},{"id":2,"name":"Oat, rolled","price":1.10}]
        // </csv>

        Text(stream).Should().Be(Examples.Output("csv"));
    }

    [Fact]
    public async Task Example_duckdb_queriesFiles()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        string folder = Directory.CreateTempSubdirectory().FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "prices.csv"), Csv, cancellationToken);

        // <duckdb>
        await using var duckdb = new DuckDBConnection("Data Source=:memory:");
        await duckdb.OpenAsync(cancellationToken);
        using DuckDBCommand command = duckdb.CreateCommand();
        command.CommandText = $"select name, price * 2 as price from '{folder}/*.csv' order by id";
        await using DbDataReader reader = await command.ExecuteReaderAsync(cancellationToken);
        await JsonRows.From(reader).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
        // [{"name":"Tea","price":6.4},{"name":"Oat, rolled","price":2.2}]
        // </duckdb>

        Directory.Delete(folder, recursive: true);
        Text(stream).Should().Be(Examples.Output("duckdb"));
    }

    [Fact]
    public async Task Example_parquet_writesItsObjects()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        using var parquet = new MemoryStream();
        await ParquetSerializer.SerializeAsync([new Price { Id = 1, Name = "Tea" }, new Price { Id = 2, Name = "Oats" }], parquet);
        parquet.Position = 0;

        // <parquet>
        // class Price { public int Id { get; set; } public string? Name { get; set; } }
        var prices = await ParquetSerializer.DeserializeAsync<Price>(parquet, cancellationToken: cancellationToken);
        await JsonRows.From(prices.Data).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Tea"},{"id":2,"name":"Oats"}]
        // </parquet>

        Text(stream).Should().Be(Examples.Output("parquet"));
    }

    [Fact]
    public async Task Example_arrow_readsColumnsByIndex()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        using RecordBatch batch = new RecordBatch.Builder()
            .Append("id", nullable: false, new Int64Array.Builder().Append(1).Append(2).Build())
            .Append("name", nullable: true, new StringArray.Builder().Append("Tea").AppendNull().Build())
            .Build();

        // <arrow>
        var ids = (Int64Array)batch.Column("id");
        var names = (StringArray)batch.Column("name");
        JsonRowShape<int> columns = new JsonRowShape<int>()
            .Column("id", i => ids.GetValue(i))
            .Column("name", i => names.GetString(i));
        await JsonRows.From(Enumerable.Range(0, batch.Length), columns).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Tea"},{"id":2,"name":null}]
        // </arrow>

        Text(stream).Should().Be(Examples.Output("arrow"));
    }

    private sealed class Column : DbColumn
    {
        public Column(string name, Type type) => (ColumnName, DataType) = (name, type);
    }

    private sealed class Price
    {
        public int Id { get; set; }

        public string? Name { get; set; }
    }
}
