using System.Data.Common;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace RowJson.Callers;

/// <summary>Entity Framework Core: sets, queries, asynchronous ones, over SQLite and over a PostgreSQL server.</summary>
public class EntityFrameworkTests(PostgresFixture server) : IClassFixture<PostgresFixture>
{
    private static readonly JsonRowOptions Cycles = new() { SerializerOptions = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles } };

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task From_sqlite_equalsSerializer()
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        await CheckAsync(new DbContextOptionsBuilder<Shop>().UseSqlite(connection));
    }

    [PostgresFact]
    [Trait("Speed", "Slow")]
    public async Task From_postgres_equalsSerializer()
    {
        await using Npgsql.NpgsqlConnection connection = await server.OpenAsync();
        await CheckAsync(new DbContextOptionsBuilder<Shop>().UseNpgsql(connection));
    }

    private static async Task CheckAsync(DbContextOptionsBuilder<Shop> builder)
    {
        var reads = new Reads();
        await using var shop = new Shop(builder.AddInterceptors(reads).Options);
        // Never committed: a server that is given keeps nothing.
        await using IDbContextTransaction transaction = await shop.Database.BeginTransactionAsync();
        await shop.GetService<IRelationalDatabaseCreator>().CreateTablesAsync();
        shop.AddRange(Enumerable.Range(1, 300).Select(i => new Buyer { Name = "é" + i, Orders = [new() { Price = i * 1.5 }, new() { Price = -i }] }));
        await shop.SaveChangesAsync();
        shop.ChangeTracker.Clear();

        IQueryable<Buyer> buyers = shop.Buyers.AsNoTracking().OrderBy(buyer => buyer.Id);
        List<Buyer> list = await buyers.ToListAsync();
        Judge.Check(JsonRows.From(buyers), list);
        Judge.Check(JsonRows.From(list), list);
        await Judge.CheckAsync(JsonRows.From(buyers.AsAsyncEnumerable()), list);
        var names = buyers.Select(buyer => new { buyer.Id, buyer.Name });
        Judge.Check(JsonRows.From(names), await names.ToListAsync());

        // The command of a query that selects columns, without an object for each row.
        string expected = JsonSerializer.Serialize(await names.ToListAsync());
        await using (DbCommand command = names.CreateDbCommand())
            (await Judge.WriteAsync(JsonRows.From(command).WriteToAsync)).Should().Be(expected);

        // A query is read asynchronously where the write is.
        reads.Clear();
        (await Judge.WriteAsync(JsonRows.From(buyers).WriteToAsync)).Should().Be(JsonSerializer.Serialize(list));
        reads.Should().BeEquivalentTo(new { Synchronous = 0, Asynchronous = 1 });
        (await Judge.WriteAsync(JsonRows.From(shop.Buyers).WriteToAsync)).Should().Be(JsonSerializer.Serialize(shop.Buyers.AsEnumerable()));

        // Objects that point at each other.
        List<Buyer> tracked = await shop.Buyers.Include(buyer => buyer.Orders).OrderBy(buyer => buyer.Id).ToListAsync();
        JsonRows.From(tracked).ToJsonString(Cycles).Should().Be(JsonSerializer.Serialize(tracked, Cycles.SerializerOptions));
    }

    internal sealed class Shop(DbContextOptions<Shop> options) : DbContext(options)
    {
        public DbSet<Buyer> Buyers => Set<Buyer>();
    }

    internal sealed class Buyer
    {
        public int Id { get; init; }

        public string Name { get; init; } = "";

        public List<Purchase>? Orders { get; init; }
    }

    internal sealed class Purchase
    {
        public int Id { get; init; }

        public double Price { get; init; }

        public Buyer? Buyer { get; init; }
    }

    /// <summary>Counts how commands are executed.</summary>
    private sealed class Reads : DbCommandInterceptor
    {
        public int Synchronous { get; private set; }

        public int Asynchronous { get; private set; }

        public void Clear() => Synchronous = Asynchronous = 0;

        public override InterceptionResult<System.Data.Common.DbDataReader> ReaderExecuting(
            System.Data.Common.DbCommand command, CommandEventData eventData, InterceptionResult<System.Data.Common.DbDataReader> result)
        {
            Synchronous++;
            return result;
        }

        public override ValueTask<InterceptionResult<System.Data.Common.DbDataReader>> ReaderExecutingAsync(
            System.Data.Common.DbCommand command, CommandEventData eventData, InterceptionResult<System.Data.Common.DbDataReader> result,
            CancellationToken cancellationToken = default)
        {
            Asynchronous++;
            return new(result);
        }
    }
}
