namespace RowJson;

// Exceptions of a converter of the serializer that was called directly: they lack the path, which only a call of the serializer finds.
internal static class ReadFailure
{
    private const string LinePart = " LineNumber: ";

    // Reads the value once more, and throws what the serializer throws; returns if it fails only because the JSON is invalid.
    // start: at the first token of the value; end: where reading failed.
    public static void Throw<T>(Utf8JsonReader start, in Utf8JsonReader end, JsonTypeInfo<T> plain)
    {
        try
        {
            JsonSerializer.Deserialize(ref start, plain);
        }
        catch (JsonException exception) when (exception.InnerException is JsonException { LineNumber: not null })
        {
            // The text is read to the end of the value, and invalid there.
        }
        catch (JsonException exception)
        {
            JsonException at = PositionOf(end);
            throw new JsonException(
                WithPosition(exception.Message, at), exception.Path, at.LineNumber, at.BytePositionInLine, exception.InnerException);
        }
        catch (NotSupportedException exception)
        {
            throw new NotSupportedException(WithPosition(exception.Message, PositionOf(end)), exception.InnerException);
        }
    }

    // The message counts lines from the beginning of the value.
    private static string WithPosition(string message, JsonException at)
    {
        int index = message.LastIndexOf(LinePart, StringComparison.Ordinal);
        if (index < 0) return message;
        return string.Create(
            CultureInfo.InvariantCulture, $"{message[..index]}{LinePart}{at.LineNumber} | BytePositionInLine: {at.BytePositionInLine}.");
    }

    // Only a reader that fails tells its position.
    private static JsonException PositionOf(in Utf8JsonReader reader)
    {
        JsonReaderState state = reader.CurrentState;
        return (JsonException)Quietly.FailureOf(() => new Utf8JsonReader("?"u8, isFinalBlock: true, state).Read())!;
    }
}
