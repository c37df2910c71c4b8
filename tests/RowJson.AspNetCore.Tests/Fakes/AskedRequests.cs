using Microsoft.AspNetCore.Builder;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

/// <summary>Counts the requests of a service that have been answered, or wait: for an entry of the output cache, for example.</summary>
internal sealed class AskedRequests
{
    private int _count;

    /// <summary>Call it before what is to be waited for.</summary>
    public void Use(WebApplication app) => app.Use((context, next) =>
    {
        Task answer = next(context);
        Interlocked.Increment(ref _count);
        return answer;
    });

    public Task UntilAsync(int count) => Hang.UntilAsync(() => Volatile.Read(ref _count) == count);
}
