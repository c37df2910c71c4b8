using System.Text.Json;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>Models with filters that read a member of the context: each context gets its own rows, though all share what EF Core compiles.</summary>
public class QueryFilterTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task AsJsonRows_filterReadsTheContext_equalsTheSerializersList(bool isAsync)
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        DbContextOptions<Tenants> options = new DbContextOptionsBuilder<Tenants>().UseSqlite(connection).Options;
        await using (var all = new Tenants(options))
        {
            await all.Database.EnsureCreatedAsync();
            all.AddRange(Enumerable.Range(1, 6).Select(i => new Note { Id = i, Tenant = i % 3, Text = $"note {i}" }));
            await all.SaveChangesAsync();
        }
        foreach (int tenant in (int[])[1, 2, 0, 1])
        {
            await using var notes = new Tenants(options) { Tenant = tenant };
            int least = tenant;
            var query = notes.Notes.Where(it => it.Id > least).OrderBy(it => it.Id).Select(it => new { it.Id, it.Tenant, it.Text });
            string expected = JsonSerializer.Serialize(await query.ToListAsync());
            expected.Should().Contain($"\"Tenant\":{tenant},").And.NotContain($"\"Tenant\":{(tenant + 1) % 3},");

            QueryRows.FromReader(query, new JsonRowOptions(), out _).Should().NotBeNull();
            JsonRows rows = query.AsJsonRows();
            (isAsync ? await rows.ToJsonStringAsync() : rows.ToJsonString()).Should().Be(expected);

            // The context is asked again by each write.
            notes.Tenant = (tenant + 1) % 3;
            string other = JsonSerializer.Serialize(await query.ToListAsync());
            (isAsync ? await rows.ToJsonStringAsync() : rows.ToJsonString()).Should().Be(other).And.NotBe(expected);
            var indented = new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true });
            rows.ToJsonString(indented).Should().Be(JsonSerializer.Serialize(await query.ToListAsync(), indented.SerializerOptions));
        }
    }

    private sealed class Tenants(DbContextOptions<Tenants> options) : DbContext(options)
    {
        public int Tenant { get; set; }

        public DbSet<Note> Notes => Set<Note>();

        protected override void OnModelCreating(ModelBuilder modelBuilder) =>
            modelBuilder.Entity<Note>().HasQueryFilter(it => it.Tenant == Tenant);
    }

    private sealed class Note
    {
        public int Id { get; init; }

        public int Tenant { get; init; }

        public required string Text { get; init; }
    }
}
