using System.Data;
using System.Data.Common;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>The row readers that an application names once.</summary>
public class RowReadersTests
{
    private static readonly JsonRowOptions OfAllServices = new() { SerializerOptions = JsonSerializerOptions.Web, OmitNulls = true };

    public static TheoryData<string, string, string?> Answers => new()
    {
        { "/result", """[{"a":"application"}]""", null },
        { "/result", """{"a":"application"}""" + "\n", "application/jsonl" },
        { "/options", """[{"a":"application"}]""", null },
        { "/own", """[{"a":"own"}]""", null },
        { "/returned", """[{"a":"application"}]""", null },
        { "/row-readers", """[{"a":"application"}]""", null },
        { "/row-readers", """{"a":"application"}""" + "\n", "application/jsonl" },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task RowReaders_ofTheApplication_readWhatHasNone(string path, string expected, string? accept)
    {
        await using Service service = await StartAsync(new Constant("application"));
        await using Service other = await StartAsync(rowReader: null);

        (await BodyAsync(service, path, accept)).Should().Be(expected);
        (await BodyAsync(other, path, accept)).Should().Be(expected.Replace("\"application\"", "1", StringComparison.Ordinal));
        (await BodyAsync(service, path, accept)).Should().Be(expected);
    }

    private static async Task<string> BodyAsync(Service service, string path, string? accept) =>
        (await Exchange.GetAsync(service.Http1, path, accept)).Split("\n\n")[^1] is var body && accept is null ? body.TrimEnd('\n') : body;

    private static Task<Service> StartAsync(DbRowReader? rowReader) => Service.StartAsync(
        app =>
        {
            app.MapGet("/result", () => Results.Extensions.Rows(One()));
            app.MapGet("/options", () => Results.Extensions.Rows(One(), OfAllServices));
            app.MapGet("/own", () => Results.Extensions.Rows(One(), new JsonRowOptions { RowReaders = [new Constant("own")] }));
            app.MapGet("/returned", One).WithRowJson();
            app.MapControllers();
        },
        builder =>
        {
            builder.Services.AddControllers().AddApplicationPart(typeof(RowReadersTests).Assembly).AddRowJson();
            builder.Services.Configure<RowJsonHttpOptions>(options =>
            {
                if (rowReader is not null) options.RowReaders.Add(rowReader);
            });
        });

    internal static JsonRows One() => JsonRows.From(Table().CreateDataReader());

    private static DataTable Table()
    {
        var table = new DataTable { Columns = { { "a", typeof(long) } } };
        table.Rows.Add(1L);
        return table;
    }

    private sealed class Constant(string text) : DbRowReader
    {
        public override bool CanRead(DbDataReader reader) => true;

        public override bool CanRead(DbDataReader reader, int ordinal) => true;

        public override void WriteCells(DbDataReader reader, DbCellWriter cells)
        {
            while (cells.MoveNext(out int _)) cells.TryWriteText(System.Text.Encoding.UTF8.GetBytes(text));
        }
    }
}

/// <summary>Rows of a reader, which has one row.</summary>
[ApiController]
public class RowReadersController : ControllerBase
{
    [HttpGet("/row-readers")]
    public JsonRows Rows() => RowReadersTests.One();
}
