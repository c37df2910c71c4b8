using System.IO.Pipelines;
using Microsoft.EntityFrameworkCore;
using Npgsql;
using RowJson.Tests;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>
/// A write that ends early ends its query in the server, too. The query is so long that to read the rest of its rows would take hours.
/// </summary>
[Trait("Speed", "Slow")]
public sealed class EndedRowsTests(PostgresFixture server) : IClassFixture<PostgresFixture>
{
    private const string Rows = """select i::bigint as "Id", 'some text' as "Text" from (select generate_series(1, 1000000000000) as i) rows""";

    /// <summary>Longer than a server needs to confirm a cancellation on a busy machine.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(90);

    [PostgresTheory]
    [InlineData("sink fails")]
    [InlineData("sink fails synchronously")]
    [InlineData("reader leaves")]
    [InlineData("cancelled between batches")]
    public async Task AsJsonRows_columnsOfAWriteThatEndsEarly_endTheQuery(string ending)
    {
        await using NpgsqlConnection connection = await server.OpenAsync("Command Timeout=0");
        await using var numbers = new Numbers(new DbContextOptionsBuilder<Numbers>().UseNpgsql(connection).Options);
        JsonRows rows = numbers.Rows.FromSqlRaw(Rows).Select(it => new { it.Id, it.Text }).AsJsonRows();

        await WriteAsync(rows, ending).WaitAsync(Longest);

        (await numbers.Rows.FromSqlRaw("""select 1::bigint as "Id", 'x' as "Text" """).SingleAsync()).Text.Should().Be("x", "the connection is free");
    }

    private static async Task WriteAsync(JsonRows rows, string ending)
    {
        var options = new JsonRowOptions { FlushThreshold = 1000 };
        switch (ending)
        {
            case "sink fails":
                await rows.Awaiting(it => it.WriteToAsync(FullStream(), options)).Should().ThrowAsync<JsonRowException>();
                break;
            case "sink fails synchronously":
                await Task.Run(() => rows.Invoking(it => it.WriteTo(FullStream(), options)).Should().Throw<JsonRowException>());
                break;
            case "reader leaves":
                var pipe = new Pipe();
                await pipe.Reader.CompleteAsync();
                (await rows.WriteToAsync(pipe.Writer, options)).IsComplete.Should().BeFalse();
                break;
            default:
                using (var cancellation = new CancellationTokenSource())
                {
                    await rows.Awaiting(it => it.WriteToAsync(Stream.Null, options, new CancelAt(cancellation), cancellation.Token))
                        .Should().ThrowAsync<OperationCanceledException>();
                }
                break;
        }
    }

    private static ScriptedStream FullStream() => new(new SinkScript { FailAt = 10 }, isAsynchronous: false);

    private sealed class CancelAt(CancellationTokenSource cancellation) : IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value)
        {
            if (value.Rows >= 1000) cancellation.Cancel();
        }
    }

    public sealed class Numbers(DbContextOptions<Numbers> options) : DbContext(options)
    {
        public DbSet<Number> Rows => Set<Number>();
    }

    public sealed class Number
    {
        public long Id { get; set; }

        public string Text { get; set; } = "";
    }
}
