using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>Actions that answer in XML: types that have no contract of the serializer need none.</summary>
public sealed class XmlTests
{
    [Theory]
    [InlineData("Refused", "application/xml")]
    [InlineData("Refused", "application/json")]
    [InlineData("Written", "application/xml")]
    [InlineData("Written", "application/json")]
    public async Task Action_ofXmlAndJson_answersAsWithoutRowJson(string action, string accept)
    {
        await using Service plain = await StartAsync(withRowJson: false);
        await using Service fast = await StartAsync(withRowJson: true);
        string expected = await Exchange.GetAsync(plain.Http1, $"/xml/{action}", accept);

        string actual = await Exchange.GetAsync(fast.Http1, $"/xml/{action}", accept);

        actual.Replace("Vary: Accept\n", "", StringComparison.Ordinal).Should().Be(expected)
            .And.StartWith(action == "Refused" && accept == "application/json" ? "500" : "200");
    }

    private static Task<Service> StartAsync(bool withRowJson) => Service.StartAsync(app => app.MapControllers(), builder =>
    {
        IMvcBuilder mvc = builder.Services.AddControllers().AddApplicationPart(typeof(XmlController).Assembly).AddXmlSerializerFormatters();
        if (withRowJson) mvc.AddRowJson();
    });
}

/// <summary>Actions whose rows XML can write; the serializer refuses some of them.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
[Route("xml/[action]")]
public sealed class XmlController : ControllerBase
{
    [HttpGet]
    public IEnumerable<RefusedRow> Refused() => [new RefusedRow()];

    [HttpGet]
    public IEnumerable<WrittenRow> Written() => [new WrittenRow()];

    /// <summary>Two properties of one name.</summary>
    public class RefusedRow
    {
        [JsonPropertyName("id")]
        public int One { get; set; } = 1;

        [JsonPropertyName("id")]
        public int Two { get; set; } = 2;
    }

    public class WrittenRow
    {
        public int One { get; set; } = 1;
    }
}
