using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>Rows of a value arrive while their source waits for more, as they do without RowJson.</summary>
public sealed class LiveValuesTests
{
    public static TheoryData<string, string, bool> Entrances => new()
    {
        { "with", "application/json", false },
        { "with", "application/json", true },
        { "live/mvc", "application/json", false },
        { "live/mvc", "application/jsonl", false },
        { "live/mvc", "application/json-seq", true },
    };

    [Theory]
    [MemberData(nameof(Entrances))]
    public async Task Sequences_sourceWaits_sendTheRowsBefore(string path, string accept, bool http2)
    {
        using var source = new WaitingSource();
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.MapGet("with", source.ReadAsync).WithRowJson();
                app.MapControllers();
            },
            builder =>
            {
                builder.Services.AddSingleton(source);
                builder.Services.AddControllers().AddApplicationPart(typeof(LiveController).Assembly).AddRowJson();
            });
        using var request = new HttpRequestMessage(HttpMethod.Get, path)
        {
            Version = http2 ? new Version(2, 0) : new Version(1, 1),
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Headers = { Accept = { new(accept) } },
        };

        using HttpResponseMessage response = await service.Client(http2).SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());

        string text = "";
        for (int row = 1; row <= WaitingSource.Count; row++)
        {
            // The source waits until the row before has arrived.
            while (!text.Contains($"\"id\":{row}", StringComparison.Ordinal))
            {
                var buffer = new char[1000];
                int read = await reader.ReadAsync(buffer).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
                read.Should().BePositive();
                text += new string(buffer, 0, read);
            }
            source.Continue();
        }
        text += await reader.ReadToEndAsync();
        text.Should().EndWith(accept == "application/json" ? "}]" : "}\n");
    }
}
