namespace RowJson.Benchmarks;

/// <summary>What the rows of an array look like in the other formats.</summary>
internal static class RowFormats
{
    public static byte[] Frame(byte[] array, JsonRowFormat format)
    {
        if (format == JsonRowFormat.Array) return array;
        using var document = JsonDocument.Parse(array);
        List<JsonElement> rows = [.. document.RootElement.EnumerateArray()];
        IEnumerable<string> objects = rows.Select(row => row.GetRawText());
        // All rows have the columns of the first one, in its order.
        string[] columns = rows.Count == 0 ? [] : [.. rows[0].EnumerateObject().Select(cell => cell.Name)];
        IEnumerable<string> values = rows.Select(row => $"[{string.Join(',', columns.Select(name => row.GetProperty(name).GetRawText()))}]");
        return Encoding.UTF8.GetBytes(format switch
        {
            JsonRowFormat.ArrayWithLineBreaks => $"[{string.Join(",\n", objects)}]",
            JsonRowFormat.Lines => string.Concat(objects.Select(row => $"{row}\n")),
            JsonRowFormat.TextSequence => string.Concat(objects.Select(row => $"\u001E{row}\n")),
            JsonRowFormat.CompactRows => $"[{string.Join(',', values)}]",
            JsonRowFormat.CompactLines => string.Concat(values.Select(row => $"{row}\n")),
            JsonRowFormat.CompactColumns => $$"""{"columns":[{{NamesOf(array)}}],"rows":[{{string.Join(',', values)}}]}""",
            _ => throw new BenchmarkException($"The format {format} is not compared."),
        });
    }

    // The names of the first row, as the array has them.
    private static string NamesOf(byte[] array)
    {
        var names = new List<string>();
        var reader = new Utf8JsonReader(array);
        while (reader.Read() && !(reader.TokenType == JsonTokenType.EndObject && reader.CurrentDepth == 1))
            if (reader.TokenType == JsonTokenType.PropertyName && reader.CurrentDepth == 2)
                names.Add($"\"{Encoding.UTF8.GetString(reader.ValueSpan)}\"");
        return string.Join(',', names);
    }
}

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
