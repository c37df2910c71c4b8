using System.Text;
using Microsoft.AspNetCore.Http;

namespace RowJson.Conformance;

/// <summary>An endpoint that returns rows: the body of its response.</summary>
internal sealed class EndpointImplementation() : Implementation("endpoint")
{
    public override async Task<string> WriteAsync<T>(IEnumerable<T> rows, JsonRowOptions options)
    {
        using var body = new MemoryStream();
        var context = new DefaultHttpContext();
        context.Response.Body = body;
        await Results.Extensions.Rows(rows, options).ExecuteAsync(context);
        await context.Response.CompleteAsync();
        return Encoding.UTF8.GetString(body.ToArray());
    }
}
