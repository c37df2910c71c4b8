using RowJson;
using RowJson.EntityFrameworkCore;

namespace Microsoft.EntityFrameworkCore;

/// <summary>Queries of Entity Framework Core as JSON.</summary>
public static class RowJsonQueryExtensions
{
    /// <summary>
    /// The rows of a query. The output is that of <see cref="System.Text.Json.JsonSerializer"/> for the list of the query's results, which
    /// are not tracked.
    /// </summary>
    /// <typeparam name="T">The type of the query's results, and the declared type of the rows.</typeparam>
    /// <param name="query">
    /// The query. It is executed by each write, with the context's interceptors, logging and execution strategy, asynchronously by
    /// asynchronous writes.
    /// </param>
    /// <returns>The rows, not yet read.</returns>
    /// <remarks>
    /// <para>
    /// Where a query of a relational provider selects scalar values into an anonymous type, a record or an object with plain properties, no
    /// objects are created: values are read, converted and written one by one. Everything else is read as objects: entities, includes,
    /// nested objects, split queries, types and options whose values only the serializer can write.
    /// </para>
    /// <para>Tracking is turned off, unless the query itself says how its results are tracked.</para>
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="query"/> is null.</exception>
    /// <example><c>return Results.Extensions.Rows(shop.Orders.Select(order => new { order.Id, order.Total }).AsJsonRows());</c></example>
    public static JsonRows AsJsonRows<T>(this IQueryable<T> query)
    {
        ArgumentNullException.ThrowIfNull(query);
        return JsonRows.From(options => QueryRows.Choose(query, options));
    }

    /// <summary>Writes the rows of a query to a stream, which stays open: see <see cref="AsJsonRows"/>.</summary>
    /// <typeparam name="T">The type of the query's results, and the declared type of the rows.</typeparam>
    /// <param name="query">The query.</param>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Cancels the query; the output then ends after a complete row.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="query"/> or <paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonRowException">The query, a value or the stream failed; the output ends after the last complete row.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public static Task<JsonRowResult> WriteJsonAsync<T>(
        this IQueryable<T> query, Stream utf8Json, JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        query.AsJsonRows().WriteToAsync(utf8Json, options, cancellationToken: cancellationToken);
}
