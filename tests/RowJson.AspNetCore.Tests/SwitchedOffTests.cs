using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore.Tests;

/// <summary>Options under which the framework writes everything are logged once, with the reason.</summary>
public sealed class SwitchedOffTests
{
    public static TheoryData<string, string> Reasons => new()
    {
        { "indented", "WriteIndented" },
        { "references", "ReferenceHandler" },
        { "members", "read-only members" },
    };

    [Theory]
    [MemberData(nameof(Reasons))]
    public async Task WithRowJson_optionsThatSwitchItOff_logsOnceWhy(string reason, string text)
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                RouteGroupBuilder all = app.MapGroup("").WithRowJson();
                all.MapGet("/a", () => Rows.Orders(1));
                all.MapGet("/b", () => Rows.Orders(1));
            },
            builder => builder.Services.Configure<Microsoft.AspNetCore.Http.Json.JsonOptions>(json => SwitchOff(json.SerializerOptions, reason)));

        await Exchange.GetAsync(service.Http1, "/a");
        await Exchange.GetAsync(service.Http1, "/b");

        LogEntry entry = service.RowLogs.Should().ContainSingle().Which;
        entry.Level.Should().Be(LogLevel.Warning);
        entry.Message.Should().StartWith("WithRowJson changes nothing").And.Contain(text);
    }

    [Fact]
    public async Task AddRowJson_optionsThatSwitchItOff_logsOnceWhy()
    {
        await using Service service = await Service.StartAsync(
            app => app.MapControllers(),
            builder => builder.Services.AddControllers().AddApplicationPart(typeof(OrdersController).Assembly).AddRowJson()
                .AddJsonOptions(json => json.JsonSerializerOptions.IgnoreReadOnlyProperties = true));

        await Exchange.GetAsync(service.Http1, "/List");
        await Exchange.GetAsync(service.Http1, "/Array");

        service.RowLogs.Should().ContainSingle().Which.Message.Should().StartWith("AddRowJson changes nothing").And.Contain("read-only members");
    }

    /// <summary>As <c>AddNewtonsoftJson</c> does.</summary>
    [Fact]
    public async Task AddRowJson_formatterOfTheFrameworkIsRemoved_logsOnceWhy()
    {
        await using Service service = await Service.StartAsync(
            app => app.MapControllers(),
            builder =>
            {
                builder.Services.AddControllers().AddApplicationPart(typeof(OrdersController).Assembly).AddRowJson();
                builder.Services.Configure<MvcOptions>(options => options.OutputFormatters.RemoveType<SystemTextJsonOutputFormatter>());
            });

        await Exchange.GetAsync(service.Http1, "/List");
        await Exchange.GetAsync(service.Http1, "/Array");

        LogEntry entry = service.RowLogs.Should().ContainSingle().Which;
        entry.Id.Should().Be(new EventId(4, "NothingTakenOver"));
        entry.Message.Should().StartWith("AddRowJson changes nothing").And.Contain("AddNewtonsoftJson");
    }

    [Fact]
    public async Task WithRowJson_defaultOptions_logsNothing()
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => Rows.Orders(1)).WithRowJson());

        await Exchange.GetAsync(service.Http1, "/");

        service.RowLogs.Should().BeEmpty();
    }

    private static void SwitchOff(JsonSerializerOptions options, string reason)
    {
        switch (reason)
        {
            case "indented":
                options.WriteIndented = true;
                options.ReferenceHandler = ReferenceHandler.IgnoreCycles;
                break;
            case "references":
                options.ReferenceHandler = ReferenceHandler.Preserve;
                break;
            default:
                options.IgnoreReadOnlyProperties = true;
                break;
        }
    }
}
