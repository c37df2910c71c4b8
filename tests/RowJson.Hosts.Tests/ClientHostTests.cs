using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Refit;

namespace RowJson.Hosts.Tests;

/// <summary>Clients that send and receive by <see cref="RowJsonOptionsExtensions.WithRowJson"/>: the bytes on the wire are the same.</summary>
public class ClientHostTests
{
    [Fact]
    public async Task HttpClient_postAndRead_sendsTheSameBytes()
    {
        await using RunningHost host = await StartAsync();
        foreach (JsonSerializerOptions options in new[] { HostOptions.Plain, HostOptions.Both })
        {
            using HttpResponseMessage response = await host.Client.PostAsJsonAsync("echo", HostPage.Make(), options);
            (await response.Content.ReadAsStringAsync()).Should().Be(HostOptions.Text);
            HostOptions.ShouldBePage(await response.Content.ReadFromJsonAsync<HostPage>(options));
            HostOptions.ShouldBePage(await host.Client.GetFromJsonAsync<HostPage>("page", options));
        }
    }

    [Fact]
    public async Task Refit_postAndRead_sendsTheSameBytes()
    {
        await using RunningHost host = await StartAsync();
        foreach (JsonSerializerOptions options in new[] { HostOptions.Plain, HostOptions.Both })
        {
            IHostApi api = RestService.For<IHostApi>(host.Client, new RefitSettings(new SystemTextJsonContentSerializer(options)));
            HostOptions.ShouldBePage(await api.Echo(HostPage.Make()));
            (await api.EchoText(HostPage.Make())).Should().Be(HostOptions.Text);
        }
    }

    [Fact]
    public async Task Refit_optionsOfItsOwn_sendTheSameBytes()
    {
        await using RunningHost host = await StartAsync();
        var day = new { Days = new[] { DayOfWeek.Sunday } };
        var texts = new List<string>();
        JsonSerializerOptions own = SystemTextJsonContentSerializer.GetDefaultJsonSerializerOptions();
        foreach (JsonSerializerOptions options in new[] { own, own.WithRowJson() })
            texts.Add(await new SystemTextJsonContentSerializer(options).ToHttpContent(day).ReadAsStringAsync());

        texts.Should().Equal("""{"days":["sunday"]}""", """{"days":["sunday"]}""");
    }

    /// <summary>Answers with the bytes that it gets.</summary>
    private static Task<RunningHost> StartAsync() => RunningHost.StartAsync(
        _ => { },
        application =>
        {
            application.MapPost("/echo", async (HttpRequest request, HttpResponse response) =>
            {
                response.ContentType = "application/json";
                await request.Body.CopyToAsync(response.Body);
            });
            application.MapGet("/page", () => Results.Text(HostOptions.Text, "application/json"));
        });
}

public interface IHostApi
{
    [Post("/echo")]
    Task<HostPage> Echo([Body] HostPage page);

    [Post("/echo")]
    Task<string> EchoText([Body] HostPage page);
}
