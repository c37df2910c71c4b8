using System.Runtime.ExceptionServices;

namespace RowJson;

// Failures of rows as callers of JsonSerializer know them: its own exceptions, with a path that begins at the row. Anything else that a
// getter or a converter throws passes as it is.
internal static class RowListFailure
{
    private static readonly string? OurName = typeof(RowListFailure).Assembly.GetName().Name;

    // The serializer would say it in its own words: it gives such exceptions a path, and ours name options that a caller of the serializer
    // does not have. A row that it has written as a whole has its exception already.
    public static bool IsOfSerializer(Exception exception, RowEncoder encoder) =>
        encoder.Stage != JsonRowStage.Source
        && (exception.Source == OurName || (exception is JsonException or NotSupportedException && !encoder.RowIsSerialized));

    // Throws what the serializer throws for the failed row: the same type of exception, with its own message and path. Returns where it has
    // no such failure.
    // The row is written once more, to nowhere: a path made of what is known here would lack members in the middle, and nobody may set the
    // path of an exception that a converter has made.
    // exception: the failure.
    // writer: where the row was to be.
    // depth: how deep the row was to be.
    // serialize: has the serializer write the row.
    public static void ThrowAsSerializer(Exception exception, Utf8JsonWriter writer, int depth, Action<Utf8JsonWriter> serialize)
    {
        Exception? failure = null;
        try
        {
            using var discarded = new Utf8JsonWriter(Stream.Null, writer.Options with { SkipValidation = true });
            // MaxDepth counts from the beginning of the document.
            for (int i = 0; i < depth; i++) discarded.WriteStartArray();
            serialize(discarded);
        }
        // An exception of ours says nothing that the serializer's does not say.
        catch (Exception ofSerializer) when (
            IsTypeOf(exception, ofSerializer) || IsTypeOf(exception, ofSerializer.InnerException)
            || (exception.Source == OurName && ofSerializer is not OutOfMemoryException))
        {
            failure = ofSerializer;
        }
        catch (Exception other) when (other is not OutOfMemoryException)
        {
            // A row that does not always fail alike: the first failure is the one that counts.
        }
        if (failure is not null) ExceptionDispatchInfo.Throw(failure);
    }

    // Of the inner one: an exception that is derived from another becomes that one with a path.
    private static bool IsTypeOf(Exception exception, Exception? other) => other?.GetType() == exception.GetType();
}
