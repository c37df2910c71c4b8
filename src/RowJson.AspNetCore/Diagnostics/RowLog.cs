using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore;

/// <summary>What is logged, under the category <c>RowJson.AspNetCore</c>.</summary>
internal static partial class RowLog
{
    public const string Category = "RowJson.AspNetCore";

    /// <summary>
    /// The answer had begun: what is known of the rows. The exception itself is logged by who catches it, the application or the server.
    /// </summary>
    public static void Failed(ILogger logger, Exception exception, long bytes)
    {
        var failure = exception as JsonRowException;
        RowsFailed(logger, bytes, failure?.Stage ?? JsonRowStage.Unknown, failure?.RowIndex ?? -1, failure?.ColumnName);
    }

    [LoggerMessage(1, LogLevel.Warning,
        "Rows could not be written after {Bytes} bytes of the body; the connection was aborted. "
        + "Stage {Stage}, row {Row}, column {Column}.")]
    private static partial void RowsFailed(ILogger logger, long bytes, JsonRowStage stage, long row, string? column);

    [LoggerMessage(2, LogLevel.Debug,
        "The request was aborted after {Bytes} bytes of the body: the client left, or the request timed out.")]
    public static partial void RequestAborted(ILogger logger, long bytes);

    [LoggerMessage(3, LogLevel.Warning, "A {Type} that the result had taken over could not be disposed.")]
    public static partial void DisposeFailed(ILogger logger, Exception exception, Type type);
}
