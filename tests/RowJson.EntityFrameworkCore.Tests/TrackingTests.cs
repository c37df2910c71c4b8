using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>Entities that refer to each other, by each way to track them: later ones complete earlier ones, which a list shows.</summary>
public sealed class TrackingTests : IDisposable
{
    private static readonly JsonSerializerOptions Cycles = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles };

    private readonly SqliteConnection _connection = new("Data Source=:memory:");

    public TrackingTests()
    {
        _connection.Open();
        using Tree tree = Open();
        tree.Database.EnsureCreated();
        tree.Nodes.Add(new Node { Name = "root", Kids = [new Node { Name = "k1", Kids = [new Node { Name = "g1" }] }, new Node { Name = "k2" }] });
        tree.SaveChanges();
    }

    public void Dispose() => _connection.Dispose();

    public static TheoryData<QueryTrackingBehavior, string> Ways()
    {
        var ways = new TheoryData<QueryTrackingBehavior, string>();
        foreach (QueryTrackingBehavior behavior in Enum.GetValues<QueryTrackingBehavior>())
            foreach (string query in Queries.Keys)
                ways.Add(behavior, query);
        return ways;
    }

    private static Dictionary<string, Func<IQueryable<Node>, IQueryable<Node>>> Queries => new()
    {
        ["as it is"] = nodes => nodes.Include(it => it.Kids).OrderBy(it => it.Id),
        ["cycle"] = nodes => nodes.Include(it => it.Kids).ThenInclude(it => it.Parent).OrderBy(it => it.Id),
        ["tracking"] = nodes => nodes.AsTracking().Include(it => it.Kids).OrderBy(it => it.Id),
        ["no tracking"] = nodes => nodes.AsNoTracking().Include(it => it.Kids).OrderBy(it => it.Id),
        ["identity"] = nodes => nodes.Include(it => it.Kids).OrderBy(it => it.Id).AsNoTrackingWithIdentityResolution(),
        ["the last call"] = nodes => nodes.AsNoTracking().Include(it => it.Kids).OrderBy(it => it.Id).AsTracking(),
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task AsJsonRows_queryOfEntities_equalsTheSerializersList(QueryTrackingBehavior behavior, string query)
    {
        // What tracks by default is not tracked: that is so for the list as well.
        bool isTurnedOff = behavior == QueryTrackingBehavior.TrackAll && query is "as it is" or "cycle";
        string expected = await OutcomeAsync(async tree =>
        {
            IQueryable<Node> nodes = Queries[query](tree.Nodes);
            return JsonSerializer.Serialize(await (isTurnedOff ? nodes.AsNoTracking() : nodes).ToListAsync(), Cycles);
        });

        (await OutcomeAsync(tree => Task.FromResult(Queries[query](tree.Nodes).AsJsonRows().ToJsonString(Cycles)))).Should().Be(expected);
        (await OutcomeAsync(async tree =>
        {
            using var stream = new MemoryStream();
            await Queries[query](tree.Nodes).WriteJsonAsync(stream, new JsonRowOptions(Cycles));
            return Encoding.UTF8.GetString(stream.ToArray());
        })).Should().Be(expected);

        async Task<string> OutcomeAsync(Func<Tree, Task<string>> write)
        {
            await using Tree tree = Open(behavior);
            try
            {
                return await write(tree);
            }
            catch (Exception exception)
            {
                return (exception is JsonRowException ? exception.InnerException! : exception).Message;
            }
        }
    }

    [Fact]
    public async Task AsJsonRows_trackedQuery_isCancelledAndExecutedAgain()
    {
        await using Tree tree = Open();
        JsonRows rows = tree.Nodes.AsTracking().OrderBy(it => it.Id).AsJsonRows();

        await rows.Awaiting(it => it.WriteToAsync(Stream.Null, new JsonRowOptions(Cycles), cancellationToken: new CancellationToken(canceled: true)))
            .Should().ThrowAsync<OperationCanceledException>();
        rows.ToJsonString(Cycles).Should().StartWith("""[{"Id":1,"Name":"root",""");
        tree.Nodes.Add(new Node { Name = "another" });
        await tree.SaveChangesAsync();

        rows.ToJsonString(Cycles).Should().Contain("another");
    }

    private Tree Open(QueryTrackingBehavior behavior = QueryTrackingBehavior.TrackAll) =>
        new(new DbContextOptionsBuilder<Tree>().UseSqlite(_connection).UseQueryTrackingBehavior(behavior).Options);

    public sealed class Tree(DbContextOptions<Tree> options) : DbContext(options)
    {
        public DbSet<Node> Nodes => Set<Node>();
    }

    public sealed class Node
    {
        public int Id { get; set; }

        public string? Name { get; set; }

        public Node? Parent { get; set; }

        public List<Node> Kids { get; set; } = [];
    }
}
