using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.AspNetCore.SignalR.Protocol;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace RowJson.Hosts.Tests;

/// <summary>SignalR over a socket: server and client write and read by <see cref="RowJsonOptionsExtensions.WithRowJson"/>.</summary>
public class SignalRHostTests
{
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task AddJsonProtocol_serverAndClient_understandEachOther(bool isServerOurs, bool isClientOurs)
    {
        await using RunningHost host = await RunningHost.StartAsync(
            builder => builder.Services.AddSignalR().AddJsonProtocol(json => json.PayloadSerializerOptions = Of(isServerOurs)),
            application => application.MapHub<HostHub>("/hub"));
        await using HubConnection connection = new HubConnectionBuilder()
            .WithUrl(new Uri(host.Client.BaseAddress!, "hub"))
            .AddJsonProtocol(json => json.PayloadSerializerOptions = Of(isClientOurs))
            .Build();
        await connection.StartAsync();
        HostOptions.ShouldBePage(await connection.InvokeAsync<HostPage>(nameof(HostHub.Echo), HostPage.Make()));
        int count = 0;
        await foreach (HostRow[] rows in connection.StreamAsync<HostRow[]>(nameof(HostHub.Stream), HostPage.Make())) count += rows.Length;
        count.Should().Be(30);
        await connection.Invoking(it => it.InvokeAsync<HostPage>(nameof(HostHub.Echo), "no page")).Should().ThrowAsync<HubException>();
    }

    [Fact]
    public void AddJsonProtocol_messages_haveTheSameBytes()
    {
        HubMessage[] messages = [new InvocationMessage("1", "echo", [HostPage.Make(), HostPage.Make().Rows, 5]), CompletionMessage.WithResult("1", HostPage.Make())];
        foreach (HubMessage message in messages) Bytes(HostOptions.Both, message).Should().Be(Bytes(HostOptions.Plain, message));

        static string Bytes(JsonSerializerOptions options, HubMessage message) => Encoding.UTF8.GetString(
            new JsonHubProtocol(Options.Create(new JsonHubProtocolOptions { PayloadSerializerOptions = options })).GetMessageBytes(message).Span);
    }

    private static JsonSerializerOptions Of(bool isOurs) => isOurs ? HostOptions.Both : HostOptions.Plain;
}

/// <summary>Answers with what it gets, at once and in parts.</summary>
public sealed class HostHub : Hub
{
    public HostPage Echo(HostPage page) => page;

    public async IAsyncEnumerable<HostRow[]> Stream(HostPage page)
    {
        foreach (HostRow[] rows in page.Rows.Chunk(7))
        {
            await Task.Yield();
            yield return rows;
        }
    }
}
