using System.Data;
using System.Data.Common;
using RowJson;
using RowJson.AspNetCore;

namespace Microsoft.AspNetCore.Http;

/// <summary>Rows as results of endpoints: <c>Results.Extensions.Rows(…)</c> and <c>TypedResults.Extensions.Rows(…)</c>.</summary>
/// <remarks>
/// If <c>options</c> are null, or do not set <see cref="JsonRowOptions.SerializerOptions"/>, the application's own apply:
/// <c>ConfigureHttpJsonOptions</c>.
/// </remarks>
public static class RowsResultExtensions
{
    private const string ReaderIsClosed =
        "The reader is closed: a result is written after the handler has returned. Do not dispose of the reader, its command or its "
        + "connection in the handler (using, await using): Results.Extensions.Rows(reader).Disposing(reader, command, connection) does so.";

    /// <summary>
    /// Rows of any source: <c>Rows(JsonRows.From(table))</c>, <c>Rows(JsonRows.From(orders, typeInfo))</c>. If the source has to be
    /// disposed of, such as a document, pass it to <see cref="RowsHttpResult.Disposing"/>.
    /// </summary>
    /// <param name="extensions"><c>Results.Extensions</c>.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="options">How to write; null for the application's options.</param>
    /// <returns>The result.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public static RowsHttpResult Rows(this IResultExtensions extensions, JsonRows rows, JsonRowOptions? options = null) =>
        new(rows, options);

    /// <inheritdoc cref="Rows(IResultExtensions, JsonRows, JsonRowOptions)"/>
    public static RowsHttpResult Rows(this IResultExtensions extensions, AsyncJsonRows rows, JsonRowOptions? options = null) =>
        new(rows, options);

    /// <summary>The rows of a query: the command is executed when the response is written, and cancelled when the client leaves.</summary>
    /// <param name="extensions"><c>Results.Extensions</c>.</param>
    /// <param name="command">
    /// The command. The result disposes of it, so do not give it to <c>using</c>. A connection that is closed is opened, and closed after
    /// the rows; the command of a <see cref="DbDataSource"/> has one of its own.
    /// </param>
    /// <param name="options">How to write; null for the application's options.</param>
    /// <param name="behavior">
    /// What the command is executed with: <see cref="CommandBehavior.CloseConnection"/> closes a connection that the handler has opened.
    /// </param>
    /// <returns>The result.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="command"/> is null.</exception>
    /// <example>
    /// <code>
    /// app.MapGet("/people", (DbDataSource database) => Results.Extensions.Rows(database.CreateCommand("select id, name from people")));
    /// </code>
    /// </example>
    public static RowsHttpResult Rows(
        this IResultExtensions extensions,
        DbCommand command,
        JsonRowOptions? options = null,
        CommandBehavior behavior = CommandBehavior.Default) =>
        new RowsHttpResult(JsonRows.From(command, behavior), options).Disposing(new CommandResource(command, behavior));

    /// <summary>The rows of a reader's current result.</summary>
    /// <param name="extensions"><c>Results.Extensions</c>.</param>
    /// <param name="reader">
    /// The reader. It is read when the response is written, after the handler has returned: pass what has to be disposed of to
    /// <see cref="RowsHttpResult.Disposing"/>, not to <c>using</c>.
    /// </param>
    /// <param name="options">How to write; null for the application's options.</param>
    /// <returns>The result.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is null.</exception>
    public static RowsHttpResult Rows(this IResultExtensions extensions, DbDataReader reader, JsonRowOptions? options = null) =>
        new(RowsOf(reader), options);

    /// <summary>The rows of a sequence, by the contract of their type.</summary>
    /// <typeparam name="T">The declared type of the rows.</typeparam>
    /// <param name="extensions"><c>Results.Extensions</c>.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="options">How to write; null for the application's options.</param>
    /// <returns>The result.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public static RowsHttpResult<T> Rows<T>(this IResultExtensions extensions, IEnumerable<T> rows, JsonRowOptions? options = null) =>
        new(new RowsHttpResult(JsonRows.From(rows), options));

    /// <inheritdoc cref="Rows{T}(IResultExtensions, IEnumerable{T}, JsonRowOptions)"/>
    public static RowsHttpResult<T> Rows<T>(this IResultExtensions extensions, IAsyncEnumerable<T> rows, JsonRowOptions? options = null) =>
        new(new RowsHttpResult(JsonRows.From(rows), options));

    // The rows of a reader, which has to be open when they are written.
    internal static JsonRows RowsOf(DbDataReader reader)
    {
        var rows = JsonRows.From(reader);
        return JsonRows.From(_ =>
            reader.IsClosed ? throw new JsonRowException(ReaderIsClosed, 0, null, null) { Stage = JsonRowStage.Source } : rows);
    }
}
