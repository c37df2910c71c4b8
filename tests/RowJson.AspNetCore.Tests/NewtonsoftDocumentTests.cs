using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>The example of docs/coming-from-newtonsoft.md for controllers. A test of RowJson.Tests compares it with the page.</summary>
public sealed class NewtonsoftDocumentTests
{
    [Fact]
    public async Task Example_controllers_answerWithoutNulls()
    {
        await using Service service = await Service.StartAsync(
            app => app.MapControllers(),
            builder =>
            {
                // <controllers>
                // Before: builder.Services.AddControllers().AddNewtonsoftJson(options =>
                //     options.SerializerSettings.NullValueHandling = NullValueHandling.Ignore);
                builder.Services.AddControllers()
                    .AddJsonOptions(options => options.JsonSerializerOptions.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)
                    .AddRowJson();
                // </controllers>
                builder.Services.AddControllers().AddApplicationPart(typeof(NewtonsoftDocumentTests).Assembly);
            });

        (await service.Http1.GetStringAsync("/moved")).Should().Be("""[{"id":1},{"id":2,"note":"x"}]""");
    }
}

[ApiController]
public sealed class MovedController : ControllerBase
{
    [HttpGet("/moved")]
    public List<MovedRow> Get() => [new(1, null), new(2, "x")];
}

public sealed record MovedRow(int Id, string? Note);
