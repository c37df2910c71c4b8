namespace RowJson;

// What a converter of the serializer has thrown that was called by itself: it lacks the path, which the serializer alone knows. The
// serializer is called once more, with the text of the value.
internal static class ReadFailure
{
    private const string PathPart = " Path: ";
    private const string LinePart = " LineNumber: ";

    // The serializer adds a path to such exceptions.
    public static bool HasNoPath(Exception exception) => exception switch
    {
        JsonException json => json.Path is null,
        NotSupportedException => !exception.Message.Contains(PathPart, StringComparison.Ordinal),
        FormatException or InvalidOperationException => FailedValue.IsRethrowable(exception),
        _ => false,
    };

    // Throws what the serializer would have thrown; returns if it cannot be found out.
    // start: at the first token of the value.
    // end: where reading failed.
    public static void Throw<T>(Exception failure, Utf8JsonReader start, ref Utf8JsonReader end, JsonTypeInfo<T> plain)
    {
        Exception? again = null;
        try
        {
            JsonSerializer.Deserialize(TextOf(start), plain);
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException)
        {
            again = exception;
        }
        (long? line, long? at) = PositionOf(ref end);
        string position = string.Create(CultureInfo.InvariantCulture, $"{LinePart}{line} | BytePositionInLine: {at}.");
        switch (again)
        {
            case JsonException { Path: { } path } when failure is JsonException { LineNumber: not null } syntax:
                string message = syntax.Message;
                int index = message.LastIndexOf(LinePart, StringComparison.Ordinal);
                message = $"{message[..index]}{PathPart}{path} |{message[index..]}";
                throw new JsonException(message, path, syntax.LineNumber, syntax.BytePositionInLine, syntax);
            case JsonException { Path: { } path } when !IsOfText(again) || IsOfText(failure):
                throw new JsonException(
                    WithPosition(again.Message, position), path, line, at, failure is JsonException ? failure.InnerException : failure);
            case NotSupportedException when failure is NotSupportedException:
                throw new NotSupportedException(WithPosition(again.Message, position), failure);
        }
    }

    // The exception reports invalid JSON. The text ends where the reader fails: if the first read failed for another reason, and only the
    // second one for that, the first exception is the one to throw.
    private static bool IsOfText(Exception exception) => exception.InnerException is JsonException { LineNumber: not null };

    // The message names a position in another text.
    private static string WithPosition(string message, string position)
    {
        int index = message.LastIndexOf(LinePart, StringComparison.Ordinal);
        return index < 0 ? message : string.Concat(message.AsSpan(0, index), position);
    }

    // Only the reader knows where it is, and it says so where it fails.
    private static (long? Line, long? At) PositionOf(ref Utf8JsonReader reader)
    {
        var probe = new Utf8JsonReader("?"u8, isFinalBlock: true, reader.CurrentState);
        try
        {
            probe.Read();
        }
        catch (JsonException exception)
        {
            return (exception.LineNumber, exception.BytePositionInLine);
        }
        return default;
    }

    // The tokens of the value that begins where the reader is, without white space: to its end, because the serializer may look ahead for a
    // discriminator.
    private static ReadOnlySpan<byte> TextOf(Utf8JsonReader reader)
    {
        int depth = reader.CurrentDepth;
        var text = new ArrayBufferWriter<byte>();
        bool needsComma = false, isOpening;
        do
        {
            isOpening = reader.TokenType is JsonTokenType.StartArray or JsonTokenType.StartObject;
            bool isEnd = reader.TokenType is JsonTokenType.EndArray or JsonTokenType.EndObject;
            if (needsComma && !isEnd) text.Write(","u8);
            bool isText = reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName;
            if (isText) text.Write("\""u8);
            if (reader.HasValueSequence) foreach (ReadOnlyMemory<byte> part in reader.ValueSequence) text.Write(part.Span);
            else text.Write(reader.ValueSpan);
            if (isText) text.Write("\""u8);
            if (reader.TokenType == JsonTokenType.PropertyName) text.Write(":"u8);
            needsComma = !isOpening && reader.TokenType != JsonTokenType.PropertyName;
        }
        while ((isOpening || reader.CurrentDepth > depth) && TryRead(ref reader));
        // A number that nothing follows has not ended.
        text.Write(" "u8);
        return text.WrittenSpan;
    }

    private static bool TryRead(ref Utf8JsonReader reader)
    {
        try
        {
            return reader.Read();
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
