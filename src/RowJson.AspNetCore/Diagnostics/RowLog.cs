using System.Runtime.CompilerServices;
using System.Text.Json;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore;

// What is logged, under the category RowJson.AspNetCore.
internal static partial class RowLog
{
    public const string Category = "RowJson.AspNetCore";

    private static readonly ConditionalWeakTable<JsonSerializerOptions, string> Reported = [];

    // Logs, once the response has begun, what is known of the rows, or of the value. The exception itself is logged by the application or
    // the server, whichever catches it.
    public static void Failed(ILogger logger, Type type, Exception exception, long bytes)
    {
        if (exception is JsonRowException rows) RowsFailed(logger, bytes, rows.Stage, rows.RowIndex, rows.ColumnName);
        else ValueFailed(logger, DeclaredTypeName.Of(type), bytes, exception.GetType(), ExceptionText.MessageOf(exception));
    }

    // Logs, once for each set of options, that an entrance has nothing to do, and why.
    // loggers: the application's loggers; null if it has none.
    // entrance: what the application has called.
    // options: the application's options, which become read-only.
    public static void NothingTakenOver(ILoggerFactory? loggers, string entrance, JsonSerializerOptions options)
    {
        if (loggers is null || JsonRowSerializer.WhyNothingIsTakenOver(options) is not { } reason) return;
        if (Reported.TryAdd(options, entrance)) NothingTakenOver(loggers, entrance, reason);
    }

    // Logs that an entrance has nothing to do.
    // loggers: the application's loggers; null if it has none.
    // entrance: what the application has called.
    // reason: why, as a clause after "because".
    public static void NothingTakenOver(ILoggerFactory? loggers, string entrance, string reason)
    {
        if (loggers is not null) NothingTakenOver(loggers.CreateLogger(Category), entrance, reason);
    }

    [LoggerMessage(1, LogLevel.Warning,
        "Rows could not be written after {Bytes} bytes of the body; the connection was aborted. "
        + "Stage {Stage}, row {Row}, column {Column}.")]
    private static partial void RowsFailed(ILogger logger, long bytes, JsonRowStage stage, long row, string? column);

    [LoggerMessage(1, LogLevel.Warning,
        "A value of type {Type} could not be written after {Bytes} bytes of the body; the connection was aborted. {Failure}: {Message}",
        EventName = nameof(RowsFailed))]
    private static partial void ValueFailed(ILogger logger, string type, long bytes, Type failure, string message);

    [LoggerMessage(2, LogLevel.Debug,
        "The request was aborted after {Bytes} bytes of the body: the client left, or the request timed out.")]
    public static partial void RequestAborted(ILogger logger, long bytes);

    [LoggerMessage(3, LogLevel.Warning, "A {Type} that the result had taken over could not be disposed.")]
    public static partial void DisposeFailed(ILogger logger, Exception exception, Type type);

    [LoggerMessage(4, LogLevel.Warning, "{Entrance} changes nothing, because {Reason}.")]
    private static partial void NothingTakenOver(ILogger logger, string entrance, string reason);
}
