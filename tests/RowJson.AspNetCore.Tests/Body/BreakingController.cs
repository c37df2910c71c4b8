using Microsoft.AspNetCore.Mvc;

namespace RowJson.AspNetCore.Tests;

/// <summary>Actions whose rows break.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
[Route("mvc/[action]/{name}")]
public sealed class BreakingController : ControllerBase
{
    [HttpGet]
    public IEnumerable<Order> List([FromServices] IServiceProvider services) => Source(services).Read(Name, HttpContext);

    [HttpGet]
    public IAsyncEnumerable<Order> Streamed([FromServices] IServiceProvider services) =>
        Source(services).ReadAsync(Name, HttpContext);

    [HttpGet]
    public BreakingPage Page([FromServices] IServiceProvider services) =>
        new(Breaking.Count, Source(services).Read(Name, HttpContext));

    private string Name => Request.Path.Value!.TrimStart('/');

    private static Breaking Source(IServiceProvider services) => (Breaking)services.GetService(typeof(Breaking))!;
}

/// <summary>A list in an object.</summary>
public sealed record BreakingPage(int Total, IEnumerable<Order> Items);
