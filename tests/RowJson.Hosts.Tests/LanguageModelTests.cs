using System.ComponentModel;
using System.Data.Common;
using System.IO.Pipelines;
using System.Text.Encodings.Web;
using System.Text.Json;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;
using RowJson.Tests;

namespace RowJson.Hosts.Tests;

/// <summary>The tool of docs/language-models.md, called by a client of the Model Context Protocol.</summary>
public sealed class LanguageModelTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Hosts.Tests", "LanguageModelTests.cs");

    // <tool>
    [McpServerToolType]
    public sealed class OrderTools(DbConnection database)
    {
        private static readonly JsonSerializerOptions Relaxed = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        private static readonly JsonRowOptions Compact = new(Relaxed) { Format = JsonRowFormat.CompactColumns };

        [McpServerTool(Name = "orders", ReadOnly = true)]
        [Description("Orders of a city. 'columns' has the names of the values that each array in 'rows' holds.")]
        public async Task<string> FindAsync(string city, [Description("1 to 200")] int limit, CancellationToken cancellationToken)
        {
            await using DbCommand command = database.CreateCommand();
            command.CommandText = "select id, customer, total from orders where city = @city order by id limit @limit";
            command.Parameters.Add(new SqliteParameter("@city", city));
            command.Parameters.Add(new SqliteParameter("@limit", Math.Clamp(limit, 1, 200)));
            return await JsonRows.From(command).ToJsonStringAsync(Compact, cancellationToken);
        }
    }
    // {"columns":["id","customer","total"],"rows":[[1,"Ada",11.9],[3,"Zoë",120]]}
    // </tool>

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "language-models.md").Should().Equal(Examples.All);

    [Fact]
    public async Task Tool_calledByAClient_returnsCompactColumns()
    {
        await using var database = new SqliteConnection("Data Source=:memory:");
        await database.OpenAsync();
        await using SqliteCommand create = database.CreateCommand();
        create.CommandText = "create table orders (id integer, customer text, total real, city text);"
            + "insert into orders values (1, 'Ada', 11.9, 'Cádiz'), (2, 'Linus', 5, 'Turku'), (3, 'Zoë', 120, 'Cádiz');";
        await create.ExecuteNonQueryAsync();

        CallToolResult result = await CallAsync(database, "orders", new() { ["city"] = "Cádiz", ["limit"] = 100 });

        result.IsError.Should().NotBe(true);
        result.Content.Should().ContainSingle().Which.Should().BeOfType<TextContentBlock>().Which.Text.Should().Be(Examples.Output("tool"));
    }

    private static async Task<CallToolResult> CallAsync(DbConnection database, string tool, Dictionary<string, object?> arguments)
    {
        Pipe requests = new(), responses = new();
        IServiceCollection services = new ServiceCollection().AddLogging().AddSingleton(database);
        services.AddMcpServer().WithStreamServerTransport(requests.Reader.AsStream(), responses.Writer.AsStream()).WithTools<OrderTools>();
        await using ServiceProvider provider = services.BuildServiceProvider();
        await using McpServer server = provider.GetRequiredService<McpServer>();
        using var stop = new CancellationTokenSource();
        Task running = server.RunAsync(stop.Token);

        CallToolResult result;
        await using (McpClient client = await McpClient.CreateAsync(
            new StreamClientTransport(requests.Writer.AsStream(), responses.Reader.AsStream())))
            result = await client.CallToolAsync(tool, arguments);

        await stop.CancelAsync();
        await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return result;
    }
}
