using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using RowJson.Tests;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>The examples of docs/entity-framework-core.md, compiled and run.</summary>
public class EntityFrameworkDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.EntityFrameworkCore.Tests", "EntityFrameworkDocumentTests.cs");

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "entity-framework-core.md").Should().Equal(Examples.All);

    private static void Map(WebApplication app)
    {
        // <endpoint>
        app.MapGet("/people", (Shop shop) =>
            Results.Extensions.Rows(shop.People.OrderBy(it => it.Id).Select(it => new { it.Id, it.Name }).AsJsonRows()));
        // [{"id":1,"name":"Ada"},{"id":2,"name":"Linus"}]
        // </endpoint>
    }

    [Fact]
    public async Task Example_endpoint_answersWithItsRows()
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        await using Shop people = await Shop.CreateAsync(connection);
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddDbContext<Shop>(options => options.UseSqlite(connection));
        await using WebApplication app = builder.Build();
        Map(app);
        await app.StartAsync();
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };

        using HttpResponseMessage response = await client.GetAsync(new Uri("/people", UriKind.Relative));

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        (await response.Content.ReadAsStringAsync()).Should().Be(Examples.Output("endpoint"));
    }

    [Fact]
    public async Task Example_file_hasItsRows()
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        await using Shop shop = await Shop.CreateAsync(connection);
        using var file = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <file>
        var lines = new JsonRowOptions { Format = JsonRowFormat.Lines }; // make one, keep it
        await shop.People.OrderBy(it => it.Id).Select(it => new { it.Name, it.Born }).WriteJsonAsync(file, lines, cancellationToken);
        // {"Name":"Ada","Born":1815}
        // {"Name":"Linus","Born":null}
        // </file>

        Encoding.UTF8.GetString(file.ToArray()).Should().Be(Examples.Output("file") + "\n");
    }

    /// <summary>The context of the examples.</summary>
    internal sealed class Shop(DbContextOptions<Shop> options) : DbContext(options)
    {
        public DbSet<Person> People => Set<Person>();

        public static async Task<Shop> CreateAsync(SqliteConnection connection)
        {
            var shop = new Shop(new DbContextOptionsBuilder<Shop>().UseSqlite(connection).Options);
            await shop.Database.EnsureCreatedAsync();
            shop.AddRange(new Person { Name = "Ada", Born = 1815 }, new Person { Name = "Linus" });
            await shop.SaveChangesAsync();
            return shop;
        }
    }

    internal sealed class Person
    {
        public int Id { get; init; }

        public required string Name { get; init; }

        public int? Born { get; init; }
    }
}
