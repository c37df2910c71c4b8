using System.Data;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace RowJson.AspNetCore.Tests;

/// <summary>Results that are executed by hand: no server, and no services.</summary>
public sealed class ExecuteAsyncTests
{
    private const string Expected = """[{"Id":1},{"Id":2}]""";

    private static readonly Numbered[] List = [new(1), new(2)];
    private static readonly JsonSerializerOptions Plain = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
    private static readonly JsonTypeInfo<Numbered> Contract = (JsonTypeInfo<Numbered>)Plain.GetTypeInfo(typeof(Numbered));
    private static readonly JsonRowOptions Options = new(Plain);

    public static TheoryData<string> Overloads => ["rows", "async rows", "contract", "async contract", "view"];

    [Theory]
    [MemberData(nameof(Overloads))]
    public async Task Rows_overload_writesTheRows(string overload)
    {
        IResultExtensions extensions = Results.Extensions;
        RowsHttpResult result = overload switch
        {
            "rows" => extensions.Rows(JsonRows.From(List), Options),
            "async rows" => extensions.Rows(JsonRows.From(Async()), Options),
            "contract" => extensions.Rows(JsonRows.From(List, Contract), Options),
            "async contract" => extensions.Rows(JsonRows.From(Async(), Contract), Options),
            _ => extensions.Rows(JsonRows.From(View()), Options),
        };

        (await BodyOfAsync(result)).Should().Be(Expected);
    }

    [Theory]
    [InlineData(JsonRowFormat.Array, "application/json; charset=utf-8")]
    [InlineData(null, null)]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks, "application/json; charset=utf-8")]
    [InlineData(JsonRowFormat.Lines, "application/jsonl")]
    [InlineData(JsonRowFormat.TextSequence, "application/json-seq")]
    public void ContentType_ofAFormat_isItsMediaType(JsonRowFormat? format, string? expected)
    {
        RowsHttpResult<Numbered> result = Results.Extensions.Rows(List, format is { } set ? new JsonRowOptions { Format = set } : new JsonRowOptions());

        result.ContentType.Should().Be(expected);
        result.StatusCode.Should().BeNull();
    }

    [Fact]
    public void Rows_noRows_areRefused()
    {
        FluentActions.Invoking(() => Results.Extensions.Rows((JsonRows)null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => Results.Extensions.Rows((AsyncJsonRows)null!)).Should().Throw<ArgumentNullException>();
    }

    /// <summary>What is negotiated is not known before.</summary>
    [Fact]
    public void ContentType_withoutOptions_isNotKnown() => Results.Extensions.Rows(JsonRows.From(List)).ContentType.Should().BeNull();

    /// <summary>Services that know nothing of JSON: the framework's own defaults.</summary>
    [Fact]
    public async Task ExecuteAsync_servicesWithoutOptions_writesByTheDefaults()
    {
        await using ServiceProvider services = new ServiceCollection().BuildServiceProvider();

        (await BodyOfAsync(Results.Extensions.Rows(List), services)).Should().Be("""[{"id":1},{"id":2}]""");
        await FluentActions.Awaiting(() => BodyOfAsync(Results.Extensions.Rows(Failing()), services)).Should().ThrowAsync<JsonRowException>();
    }

    [Fact]
    public async Task ExecuteAsync_rowsThatFail_cancelsAndDisposesItsCommand()
    {
        var command = new SqliteCommand("select 1");
        bool isDisposed = false;
        command.Disposed += (_, _) => isDisposed = true;
        RowsHttpResult<Numbered> result = Results.Extensions.Rows(Failing(), Options).Disposing(command);

        await FluentActions.Awaiting(() => BodyOfAsync(result)).Should().ThrowAsync<JsonRowException>();

        isDisposed.Should().BeTrue();
    }

    [Fact]
    public void AddRowJson_ofMvcCore_putsItsFormattersAroundTheFrameworks()
    {
        string[] names = Formatters(_ => { });

        int at = Array.IndexOf(names, nameof(SystemTextJsonOutputFormatter));
        names[(at - 2)..(at + 2)].Should().Equal(
            "RowFormatsOutputFormatter", "RowJsonOutputFormatter", nameof(SystemTextJsonOutputFormatter), "RowFormatsOutputFormatter");
    }

    [Fact]
    public void AddRowJson_withoutTheFrameworksFormatter_addsNone() =>
        Formatters(options => options.OutputFormatters.RemoveType<SystemTextJsonOutputFormatter>())
            .Should().NotContain(name => name.Contains("Row", StringComparison.Ordinal));

    [Fact]
    public void AddRowJson_noBuilder_isRefused()
    {
        FluentActions.Invoking(() => ((IMvcCoreBuilder)null!).AddRowJson()).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => ((IMvcBuilder)null!).AddRowJson()).Should().Throw<ArgumentNullException>();
    }

    private static string[] Formatters(Action<MvcOptions> configure)
    {
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddMvcCore(configure).AddRowJson();
        using ServiceProvider provider = services.BuildServiceProvider();
        MvcOptions options = provider.GetRequiredService<IOptions<MvcOptions>>().Value;
        return [.. options.OutputFormatters.Select(formatter => formatter.GetType().Name)];
    }

    private static async Task<string> BodyOfAsync(IResult result, IServiceProvider? services = null)
    {
        using var body = new MemoryStream();
        var context = new DefaultHttpContext { RequestServices = services! };
        context.Response.Body = body;
        await result.ExecuteAsync(context);
        await context.Response.CompleteAsync();
        return Encoding.UTF8.GetString(body.ToArray());
    }

    private static async IAsyncEnumerable<Numbered> Async()
    {
        foreach (Numbered row in List)
        {
            await Task.Yield();
            yield return row;
        }
    }

    private static IEnumerable<Numbered> Failing()
    {
        yield return List[0];
        throw new TimeoutException();
    }

    private static DataView View()
    {
        var table = new DataTable();
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(2);
        table.Rows.Add(1);
        return new DataView(table, null, "Id", DataViewRowState.CurrentRows);
    }

    private sealed record Numbered(int Id);
}
