using System.Runtime.CompilerServices;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

/// <summary>The client that fills an entry of the output cache leaves, while another one waits for that entry.</summary>
public sealed class OutputCacheLockTests
{
    private const int Count = 4000;

    [Theory]
    [InlineData(true, "500")]
    [InlineData(false, "200")]
    public async Task OutputCache_clientThatFillsAnEntryLeaves_thoseThatWaitDependOnLocking(bool isLocking, string status)
    {
        int read = 0;
        var asked = new AskedRequests();
        await using Service service = await Service.StartAsync(
            app =>
            {
                asked.Use(app);
                app.UseOutputCache();
                app.MapGet("/", Read).WithRowJson().CacheOutput(policy => policy.SetLocking(isLocking));
            },
            builder => builder.Services.AddOutputCache());
        Task<string> second;
        using (HttpResponseMessage first = await service.Http1.GetAsync("/", HttpCompletionOption.ResponseHeadersRead))
        {
            await (await first.Content.ReadAsStreamAsync()).ReadExactlyAsync(new byte[1000]);
            second = Exchange.GetAsync(service.Http1, "/");
            await asked.UntilAsync(2);
        }

        string answer = await second;

        answer.Should().StartWith(status);
        if (!isLocking) answer.Should().EndWith("\n\n" + JsonSerializer.Serialize(Rows.Orders(Count), Rows.Options));

        async IAsyncEnumerable<Order> Read([EnumeratorCancellation] CancellationToken cancellationToken)
        {
            bool isFirst = Interlocked.Increment(ref read) == 1;
            foreach (Order order in Rows.Orders(Count))
            {
                if (isFirst && order.Id == Count / 2) await Task.Delay(Hang.Guard, cancellationToken);
                yield return order;
            }
        }
    }
}
