using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore;

// Answers with a value that RowJson has nothing to write in, by the contract that the framework would choose without filters.
internal sealed class PlainHttpResult(object? value, JsonTypeInfo contract) : IResult
{
    public Task ExecuteAsync(HttpContext httpContext) => httpContext.Response.WriteAsJsonAsync(value, contract);
}
