namespace RowJson;

// A value that could not be written. The serializer is given it alone: what it throws has the message and the path that its callers know,
// and an asynchronous call can await what is in the value.
internal sealed class FailedValue(object? value, JsonTypeInfo contract)
{
    private static readonly string OurName = typeof(FailedValue).Assembly.GetName().Name + ',';

    // The serializer has to report such a failure: it adds the path from the root of its call, and messages of RowJson name options that a
    // caller of the serializer does not have. isRoot: the value is all that the caller writes, so that an exception of a source in it, to
    // which the serializer adds a path as well, gets the whole path.
    public static bool IsOfSerializer(Exception exception, RowEncoder encoder, bool isRoot = false) =>
        (encoder.Stage == JsonRowStage.Value
            && (exception is JsonException or NotSupportedException || IsOurs(exception) || IsRethrowable(exception)))
        || (encoder.Stage == JsonRowStage.Source && isRoot && HasNoPath(exception));

    // The serializer adds a path to such exceptions.
    public static bool HasNoPath(Exception exception) => exception switch
    {
        JsonException json => json.Path is null,
        NotSupportedException => !exception.Message.Contains(" Path: ", StringComparison.Ordinal),
        FormatException or InvalidOperationException => IsRethrowable(exception),
        _ => false,
    };

    // The value can be enumerated again: a sequence that is not a collection may exhaust its source.
    public static bool IsKept(Type type) => type == typeof(string) || !type.IsAssignableTo(typeof(IEnumerable))
        || type.IsAssignableTo(typeof(ICollection)) || ObjectContract.FormsOf(type, typeof(ICollection<>)).Any();

    // A value that fails once more: the value itself if it is kept, or a sequence in its place; null if that is not possible.
    public static object? Again<TValue, T>(TValue value, Exception exception) => value is null || IsKept(value.GetType()) ? value
        : typeof(TValue) == typeof(IEnumerable<T>) ? Enumerable.Repeat(exception, 1).Select(FailedConverter<T>.Rethrow)
        : null;

    // RowJson has thrown it. Exception.Source would show that as well, but not under Native AOT, where the rest of the name differs, too.
    private static bool IsOurs(Exception exception) =>
        new StackTrace(exception).GetFrame(0) is { } frame
        && DiagnosticMethodInfo.Create(frame)?.DeclaringAssemblyName?.StartsWith(OurName, StringComparison.Ordinal) == true;

    // The serializer turns such exceptions into a JsonException.
    public static bool IsRethrowable(Exception exception) => exception.Source == "System.Text.Json.Rethrowable";

    // Throws what the serializer throws for the value, if a caller's writer has failed: at its limit, or because it already has its value.
    // depth: how deep in the writer the value lies.
    public void ThrowAsSerializer(Exception exception, Utf8JsonWriter writer, int depth)
    {
        if (IsRethrowable(exception)
            && Repeat(writer.Options, depth) is { } limited && limited.InnerException?.Message == exception.Message)
            ExceptionDispatchInfo.Throw(limited);
        Throw(exception, Repeat(writer.Options with { MaxDepth = 0 }, depth), hasLimit: false);
    }

    // As above, if the value is all that a call writes to a stream.
    public void ThrowAsSerializer(Exception exception) =>
        Throw(exception, Quietly.FailureOf(() => JsonSerializer.Serialize(Stream.Null, value, contract)), hasLimit: true);

    public async Task ThrowAsSerializerAsync(Exception exception)
    {
        Exception? failure = await Quietly.RunAsync(() => new ValueTask(SerializeAsync(Stream.Null, default))).ConfigureAwait(false);
        Throw(exception, failure, hasLimit: true);
    }

    // Throws what the serializer throws for the value: the same type of exception, with its own message and path. Returns if it has no such
    // failure. The value is written once more, to nowhere: a path made of what is known here would lack members in the middle, and nobody
    // may set the path of an exception that a converter has made.
    private static void Throw(Exception exception, Exception? failure, bool hasLimit)
    {
        Type type = exception.GetType();
        // The inner one, too: the serializer turns an exception of a derived type into one of the base type, which has a path.
        bool isAlike = failure?.GetType() == type || failure?.InnerException?.GetType() == type
            // RowJson's own writer has the limit of the options, which another value may reach first.
            || (hasLimit && IsRethrowable(exception) && failure is JsonException)
            // A reader found invalid JSON, which the serializer reports as an exception of its own.
            || (exception is JsonException && failure is JsonException)
            // An exception of RowJson says nothing that the serializer's does not say.
            || IsOurs(exception);
        // If a value does not always fail alike, the first failure is the one that counts.
        if (failure is not null && isAlike) ExceptionDispatchInfo.Throw(failure);
    }

    // The serializer's failure; null if it has none.
    private Exception? Repeat(JsonWriterOptions style, int depth) =>
        Quietly.FailureOf(() => SerializerPath.Repeat(value, contract, style, depth));

    // Writes the value to a stream, and awaits what is in it.
    public Task SerializeAsync(Stream utf8Json, CancellationToken cancellationToken) =>
        JsonSerializer.SerializeAsync(utf8Json, value, contract, cancellationToken);
}
