using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Xunit.Abstractions;

namespace RowJson.AspNetCore.Tests;

[Collection(nameof(RunsAlone))]
public sealed class SlowClientTests(ITestOutputHelper output)
{
    private const int Clients = 1000;

    [Fact]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    public async Task Rows_thousandClientsThatDoNotRead_holdLittleMemoryEach()
    {
        // Rows that are made as they are read: what is held is the server's.
        await using Service service = await Service.StartAsync(
            app => app.MapGet("/", () => Results.Extensions.Rows(Endless())),
            // What the system's buffers take is not held by the process, and takes long to fill.
            builder => builder.Services.Configure<SocketTransportOptions>(options => options.CreateBoundListenSocket = endpoint =>
            {
                Socket socket = SocketTransportOptions.CreateDefaultBoundListenSocket(endpoint);
                socket.SendBufferSize = 8192;
                return socket;
            }));
        var sockets = new List<Socket>();
        try
        {
            long before = GC.GetTotalMemory(forceFullCollection: true);
            for (int i = 0; i < Clients; i++) sockets.Add(await ConnectAsync(service));
            // Each has an answer that waits for its client.
            foreach (Socket socket in sockets) (await socket.ReceiveAsync(new byte[16])).Should().BePositive();
            long held = (GC.GetTotalMemory(forceFullCollection: true) - before) / Clients;

            output.WriteLine($"{held / 1024.0:F0} KiB for each of {Clients} clients");
            held.Should().BeLessThan(256 * 1024);
        }
        finally
        {
            foreach (Socket socket in sockets) socket.Dispose();
        }
    }

    private static IEnumerable<Order> Endless()
    {
        Order order = Rows.Orders(1)[0];
        while (true) yield return order;
    }

    private static async Task<Socket> ConnectAsync(Service service)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 4096 };
        await socket.ConnectAsync(IPAddress.Loopback, service.Http1.BaseAddress!.Port);
        await socket.SendAsync(Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        return socket;
    }
}
