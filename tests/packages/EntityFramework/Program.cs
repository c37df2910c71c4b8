using System.Text;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

using var connection = new SqliteConnection("Data Source=:memory:");
connection.Open();
using var shop = new Shop(new DbContextOptionsBuilder<Shop>().UseSqlite(connection).Options);
shop.Database.EnsureCreated();
shop.AddRange(new Person { Id = 1, Name = "Ada <3" }, new Person { Id = 2 });
shop.SaveChanges();
using var stream = new MemoryStream();
await shop.People.OrderBy(it => it.Id).Select(it => new { it.Id, it.Name }).WriteJsonAsync(stream);
string json = Encoding.UTF8.GetString(stream.ToArray());

const string Expected = """[{"Id":1,"Name":"Ada \u003C3"},{"Id":2,"Name":null}]""";
if (json == Expected) return 0;
Console.Error.WriteLine($"expected: {Expected}\nactual:   {json}");
return 1;

internal sealed class Shop(DbContextOptions<Shop> options) : DbContext(options)
{
    public DbSet<Person> People => Set<Person>();
}

internal sealed class Person
{
    public int Id { get; init; }

    public string? Name { get; init; }
}
