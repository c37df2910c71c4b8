using System.Data.Common;
using System.IO.Compression;
using System.Net.Http.Headers;
using System.Net.Mime;
using ExportService.Diagnostics;
using ExportService.Flights;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Mvc;
using RowJson;

namespace ExportService.Endpoints;

/// <summary>
/// Rows as the body of a request: the flights of a query are sent to a bulk API while they are read, compressed, each after a line that
/// says what to do with it. The API is <c>Send:Address</c>; without it, the one of this service, which only counts.
/// </summary>
public static class SendEndpoint
{
    private static readonly JsonRowOptions Bulk = new()
    {
        Format = JsonRowFormat.Lines,
        RowPrefix = JsonRowPrefix.FromColumn("""{"index":{"_id":""", "id", "}}"),
    };

    public static void MapSend(this RouteGroupBuilder group) =>
        group.MapPost("/send", SendAsync).WithTags("Send").WithSummary("Flights, sent to a bulk API");

    public static void MapBulk(this RouteGroupBuilder group) =>
        group.MapPost("/bulk", ReceiveAsync).WithTags("Send").WithSummary("A bulk API that counts what it receives")
            .WithMetadata(new DisableRequestSizeLimitAttribute());

    private static async Task<IResult> SendAsync(
        [AsParameters] FlightQuery query, FlightStore store, RunningQueries running, IHttpClientFactory clients, IServer server,
        IConfiguration configuration, CancellationToken cancellationToken)
    {
        using IDisposable _ = running.Enter();
        await using DbConnection connection = store.CreateConnection();
        await using DbCommand command = (query with { Columns = null }).CreateCommand(connection);
        using HttpContent content = JsonRows.From(command).ToHttpContent(Bulk, JsonRowCompression.Gzip);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
        string address = configuration["Send:Address"] ?? $"{server.Features.Get<IServerAddressesFeature>()!.Addresses.First()}/api/bulk";
        using HttpResponseMessage response = await clients.CreateClient().PostAsync(new Uri(address), content, cancellationToken);
        string answer = await response.Content.ReadAsStringAsync(cancellationToken);
        return response.IsSuccessStatusCode
            ? Results.Text(answer, MediaTypeNames.Application.Json)
            : Results.Problem($"{address} answered {(int)response.StatusCode}.", statusCode: StatusCodes.Status502BadGateway);
    }

    private static async Task<Received> ReceiveAsync([FromBody] Stream body, HttpRequest request, CancellationToken cancellationToken)
    {
        var counting = new CountingStream(body);
        await using Stream text = request.Headers.ContentEncoding == "gzip"
            ? new GZipStream(counting, CompressionMode.Decompress) : counting;
        byte[] buffer = new byte[64 * 1024];
        long lines = 0, bytes = 0;
        for (int read; (read = await text.ReadAsync(buffer, cancellationToken)) > 0; bytes += read)
            lines += buffer.AsSpan(0, read).Count((byte)'\n');
        return new Received(lines / 2, bytes, counting.BytesRead);
    }

    /// <summary>What the bulk API answers.</summary>
    private sealed record Received(long Rows, long Bytes, long Compressed);
}
