using Microsoft.AspNetCore.Mvc;

namespace RowJson.AspNetCore.Tests;

/// <summary>An action whose rows have to be asked for one by one.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
public sealed class LiveController : ControllerBase
{
    [HttpGet("live/mvc")]
    public IAsyncEnumerable<Order> Get([FromServices] WaitingSource source) => source.ReadAsync();
}

/// <summary>Rows, each of which has to be asked for.</summary>
public sealed class WaitingSource : IDisposable
{
    public const int Count = 3;

    private readonly SemaphoreSlim _next = new(0);

    public void Continue() => _next.Release();

    public async IAsyncEnumerable<Order> ReadAsync()
    {
        foreach (Order order in Rows.Orders(Count + 1).Skip(1))
        {
            yield return order;
            await _next.WaitAsync();
        }
    }

    public void Dispose() => _next.Dispose();
}
