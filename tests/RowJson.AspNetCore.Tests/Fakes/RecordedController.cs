using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace RowJson.AspNetCore.Tests;

/// <summary>Actions over a <see cref="RecordingDatabase"/>.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
[Route("mvc/[action]")]
public sealed class RecordedController : ControllerBase
{
    [AcceptVerbs("GET", "HEAD")]
    public IResult Result([FromServices] IServiceProvider services, int status = 200) => Database(services, status).Result();

    [AcceptVerbs("GET", "HEAD")]
    public IEnumerable<RecordedRow> Rows([FromServices] IServiceProvider services, int status = 200) => Database(services, status).Rows();

    [AcceptVerbs("GET", "HEAD")]
    public IAsyncEnumerable<RecordedRow> Streamed([FromServices] IServiceProvider services, int status = 200) =>
        Database(services, status).RowsAsync();

    private RecordingDatabase Database(IServiceProvider services, int status)
    {
        Response.StatusCode = status;
        return (RecordingDatabase)services.GetService(typeof(RecordingDatabase))!;
    }
}
