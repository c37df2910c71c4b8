using Microsoft.AspNetCore.Http.Features;

namespace RowJson.NativeAot.Web;

/// <summary>
/// <c>--ratio</c>: how many times as fast as the framework an endpoint answers, without a connection and by processor time: the median of
/// alternating rounds.
/// </summary>
internal static class Ratio
{
    private const int Rounds = 31;
    private const int RequestsPerRound = 30;

    public static async Task PrintAsync(WebApplication app, IEnumerable<(string Path, string Same)> answers)
    {
        var endpoints = app.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .ToDictionary(it => it.RoutePattern.RawText!.TrimStart('/'), it => it.RequestDelegate!);
        foreach ((string path, string same) in answers)
        {
            var ratios = new List<double>();
            for (int round = 0; round < Rounds; round++)
            {
                double framework = await TimeAsync(app, endpoints[$"framework/{same}"]);
                double ours = await TimeAsync(app, endpoints[path]);
                if (round > Rounds / 5) ratios.Add(framework / ours);
            }
            ratios.Sort();
            Console.WriteLine($"{path}: {ratios[ratios.Count / 2]:F2} ({ratios[ratios.Count / 10]:F2}–{ratios[^(ratios.Count / 10)]:F2})");
        }
    }

    private static async Task<double> TimeAsync(WebApplication app, RequestDelegate answer)
    {
        var body = new MemoryStream();
        TimeSpan start = Environment.CpuUsage.TotalTime;
        for (int i = 0; i < RequestsPerRound; i++)
        {
            body.SetLength(0);
            var context = new DefaultHttpContext { RequestServices = app.Services };
            context.Request.Method = HttpMethods.Get;
            context.Features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(body));
            await answer(context);
            await context.Response.CompleteAsync();
        }
        return (Environment.CpuUsage.TotalTime - start).TotalMicroseconds;
    }
}
