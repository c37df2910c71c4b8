namespace RowJson.Benchmarks;

/// <summary>Compares JSON by value: escapes and the text of numbers may differ, the order of names may not.</summary>
internal static class JsonValues
{
    public static bool AreEqual(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        var leftReader = new Utf8JsonReader(left);
        var rightReader = new Utf8JsonReader(right);
        // Token by token: deep or long input needs no memory.
        while (leftReader.Read())
        {
            if (!rightReader.Read() || leftReader.TokenType != rightReader.TokenType || !SameToken(ref leftReader, ref rightReader))
                return false;
        }
        return !rightReader.Read();
    }

    private static bool SameToken(ref Utf8JsonReader left, ref Utf8JsonReader right) => left.TokenType switch
    {
        JsonTokenType.PropertyName or JsonTokenType.String => left.GetString() == right.GetString(),
        JsonTokenType.Number => left.ValueSpan.SequenceEqual(right.ValueSpan) || left.GetDouble().Equals(right.GetDouble()),
        _ => true,
    };
}
