namespace RowJson.Benchmarks;

/// <summary>Rows that follow one another without an array around them.</summary>
internal static class JsonLines
{
    private static readonly JsonReaderOptions Several = new() { AllowMultipleValues = true };

    /// <summary>The text begins with an object, and something follows that is no end.</summary>
    public static bool HoldsSeveralObjects(ReadOnlySpan<byte> text)
    {
        if (!text.TrimStart(" \t\r\n"u8).StartsWith("{"u8)) return false;
        try
        {
            var reader = new Utf8JsonReader(text, Several);
            reader.Read();
            reader.Skip();
            return reader.Read();
        }
        catch (JsonException)
        {
            // What is wrong with it is said where it is parsed.
            return false;
        }
    }

    /// <summary>The same rows as one array.</summary>
    public static byte[] ToArray(string path, ReadOnlySpan<byte> text)
    {
        var output = new ArrayBufferWriter<byte>(text.Length + 2);
        var reader = new Utf8JsonReader(text, Several);
        byte separator = (byte)'[';
        try
        {
            while (reader.Read())
            {
                int start = (int)reader.TokenStartIndex;
                reader.Skip();
                output.Write([separator]);
                output.Write(text[start..(int)reader.BytesConsumed]);
                separator = (byte)',';
            }
        }
        catch (JsonException exception)
        {
            throw new BenchmarkException($"{path}: not JSON Lines: {exception.Message}", exception);
        }
        output.Write(separator == (byte)'[' ? "[]"u8 : "]"u8);
        return output.WrittenSpan.ToArray();
    }
}
