using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>How a failure may differ from the serializer's.</summary>
internal enum FailureDifference
{
    None,

    /// <summary>The path begins at a row, or at the value that is taken over; the position is its own.</summary>
    PathBeginsLater,

    /// <summary>The text may be malformed: then the path, and the type that is named, end at the value that is taken over.</summary>
    PathEndsEarlier,

    /// <summary>What is read first decides, and which callback is first.</summary>
    Any,
}

/// <summary>What a caller has seen of a write, or of a read, whose bytes are what the application's options make of the result.</summary>
internal sealed record Observation(byte[] Bytes, Exception? Failure, int Writes, int Flushes, string[] Calls)
{
    private const string PathMark = " Path: ";

    private string? Path => Failure is JsonException json ? json.Path
        : Failure is NotSupportedException && PathAt is >= 0 and var at
            // A name in a path may have spaces.
            ? Failure.Message[(at + PathMark.Length)..].Split(" | LineNumber")[0].Split(". ")[0].TrimEnd('.')
        : null;

    /// <summary>The depth is too large, as the serializer or a writer says it.</summary>
    public bool IsTooDeep => Failure is JsonException or InvalidOperationException
        && (Failure.Message.Contains("object cycle", StringComparison.Ordinal)
            || (Failure.InnerException ?? Failure).Message.StartsWith("CurrentDepth", StringComparison.Ordinal));

    public bool IsJson
    {
        get
        {
            var reader = new Utf8JsonReader(Bytes, new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, MaxDepth = 1000 });
            try
            {
                return reader.Read() && reader.TrySkip();
            }
            catch (JsonException)
            {
                return false;
            }
        }
    }

    private int PathAt => Failure!.Message.IndexOf(PathMark, StringComparison.Ordinal);

    private string Message => PathAt >= 0 ? Failure!.Message[..PathAt] : Failure!.Message;

    private (long? Line, long? Position) Position => Failure is JsonException json ? (json.LineNumber, json.BytePositionInLine) : default;

    /// <summary>Enumerators that have not been disposed.</summary>
    private int Open => Calls.Count(call => call == "opened") - Calls.Count(call => call == "disposed");

    /// <summary>Does something, and takes down what can be seen of it.</summary>
    public static Observation Of(Action<Receiver> act)
    {
        Fuzz.Calls.Take();
        using var receiver = new Receiver();
        Exception? failure = null;
        try
        {
            act(receiver);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            failure = exception is JsonRowException { InnerException: { } reason } ? reason : exception;
        }
        return new Observation(receiver.Bytes, failure, receiver.Writes, receiver.Flushes, Fuzz.Calls.Take());
    }

    /// <summary>What is wrong with a write by other options: its kind and a colon first. Null if nothing is.</summary>
    public string? Compare(Observation actual)
    {
        if (CompareOutcome(actual, FailureDifference.PathBeginsLater) is { } fault) return fault;
        if (Failure is null)
        {
            // Fewer is better.
            if (actual.Writes > Writes || actual.Flushes > Flushes)
                return $"flushes: {actual.Writes} writes and {actual.Flushes} flushes instead of {Writes} and {Flushes}";
            return CompareCalls(actual, FailureDifference.None);
        }
        if (!Bytes.AsSpan().StartsWith(actual.Bytes)) return $"left behind: {Verdict.Compare(actual.Bytes, Bytes)}";
        return actual.Open < 0 || actual.Open > Open ? $"calls: {actual.Open} enumerators are left instead of {Open}" : null;
    }

    /// <summary>The same of a read.</summary>
    /// <param name="actual">What has been read.</param>
    /// <param name="difference">How a failure may differ.</param>
    public string? CompareRead(Observation actual, FailureDifference difference)
    {
        if (CompareOutcome(actual, difference) is { } fault) return fault;
        if (Failure is null) return CompareCalls(actual, difference);
        return Position == actual.Position || difference != FailureDifference.None ? null : $"position: {actual.Position} instead of {Position}";
    }

    private string? CompareOutcome(Observation actual, FailureDifference difference)
    {
        if (Failure is null && actual.Failure is null) return Verdict.Compare(actual.Bytes, Bytes) is { } wrong ? $"bytes: {wrong}" : null;
        if (Failure is null) return $"refused: {Verdict.Describe(actual.Failure!)}";
        if (actual.Failure is null) return $"accepted: instead of {Verdict.Describe(Failure)}";
        if (difference == FailureDifference.Any) return null;
        // The reader's own failure: it may come first, where a converter of RowJson reads on to the end of a value (docs/drop-in.md).
        if (difference == FailureDifference.PathEndsEarlier && actual.Failure is JsonException { InnerException: JsonException }) return null;
        if (Failure.GetType() != actual.Failure.GetType())
            return $"exception: {Verdict.Describe(actual.Failure)}instead of {Verdict.Describe(Failure)}";
        if (difference == FailureDifference.PathEndsEarlier && actual.Path is ['$', .. var start] && Path?.Contains(start, StringComparison.Ordinal) == true)
            return null;
        if (Message != actual.Message) return $"message: {actual.Message}\ninstead of {Message}\n{Verdict.Describe(actual.Failure)}";
        bool isPart = difference == FailureDifference.PathBeginsLater && actual.Path is ['$', .. var path] && Path?.EndsWith(path, StringComparison.Ordinal) == true;
        return Path == actual.Path || isPart ? null : $"path: {actual.Path} instead of {Path}";
    }

    private string? CompareCalls(Observation actual, FailureDifference difference) =>
        Calls.SequenceEqual(actual.Calls) || (difference == FailureDifference.Any && Calls.Order().SequenceEqual(actual.Calls.Order())) ? null
        : $"calls: {string.Join(", ", actual.Calls)} instead of {string.Join(", ", Calls)}";
}
