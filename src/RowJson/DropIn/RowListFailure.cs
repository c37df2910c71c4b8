using System.Buffers;
using System.Globalization;
using System.Text.Json;

namespace RowJson;

/// <summary>
/// Failures of rows as the callers of <see cref="JsonSerializer"/> know them: its own exceptions, with a path that begins at the list. What
/// else a getter or a converter throws passes as it is.
/// </summary>
internal static class RowListFailure
{
    private static readonly SearchValues<char> Special = SearchValues.Create(". []'\"");

    /// <summary>The exception is one to which the serializer gives a path.</summary>
    public static bool HasPath(Exception exception, RowEncoder encoder) =>
        !encoder.IsInSource && exception is JsonException or NotSupportedException;

    /// <summary>The same exception with a path from the list to the value.</summary>
    public static Exception Create(Exception exception, RowEncoder encoder)
    {
        string row = string.Create(CultureInfo.InvariantCulture, $"$[{encoder.RowsWritten}]");
        string? inner = exception is JsonException { Path: { } known } ? known : PathIn(exception.Message);
        string path = row + Join(encoder.Column, inner?[1..] ?? "");
        string message = inner is null
            ? $"{RowFailure.Sentence(exception)} Path: {path}."
            : exception.Message.Replace($"Path: {inner}", $"Path: {path}", StringComparison.Ordinal);
        return exception is JsonException json
            ? new JsonException(message, path, json.LineNumber, json.BytePositionInLine, json)
            : new NotSupportedException(message, exception);
    }

    /// <summary>The path that the serializer has put into a message: up to the full stop before a space or the end.</summary>
    private static string? PathIn(string message)
    {
        const string mark = "Path: $";
        int start = message.LastIndexOf(mark, StringComparison.Ordinal);
        if (start < 0) return null;
        string path = message[(start + mark.Length - 1)..];
        int end = path.IndexOf(". ", StringComparison.Ordinal);
        return end >= 0 ? path[..end] : path.TrimEnd('.');
    }

    /// <summary>A property that the serializer writes on its own has its name in the path already.</summary>
    private static string Join(string? column, string path)
    {
        if (column is null) return path;
        string step = column.AsSpan().ContainsAny(Special) ? $"['{column}']" : $".{column}";
        return path.StartsWith(step, StringComparison.Ordinal) ? path : step + path;
    }
}
