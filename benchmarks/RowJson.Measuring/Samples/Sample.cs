namespace RowJson.Benchmarks;

/// <summary>Rows to measure with: a JSON array of objects as UTF-8 text, and the name it has in the output; the number of their properties, and
/// the class that has these as its own, where there is one.</summary>
internal sealed record Sample(string Name, ReadOnlyMemory<byte> Utf8Json, int RowCount, long CellCount, Type? RowType)
{
    /// <summary>Checks that the text is an array of rows.</summary>
    public static Sample Parse(string name, ReadOnlyMemory<byte> utf8Json, string? origin = null, Type? rowType = null)
    {
        origin ??= name;
        try
        {
            using var document = JsonDocument.Parse(utf8Json);
            (int rows, long cells) = Count(document.RootElement, origin);
            return new Sample(name, utf8Json, rows, cells, rowType);
        }
        catch (JsonException exception)
        {
            throw new BenchmarkException($"{origin}: not JSON: {exception.Message}", exception);
        }
    }

    /// <summary>The first rows as a sample of their own.</summary>
    public Sample Take(int rowCount)
    {
        if (rowCount >= RowCount) return this;
        var output = new ArrayBufferWriter<byte>();
        using var document = JsonDocument.Parse(Utf8Json);
        byte separator = (byte)'[';
        long cells = 0;
        foreach (JsonElement row in document.RootElement.EnumerateArray().Take(rowCount))
        {
            output.Write([separator]);
            output.Write(JsonMarshal.GetRawUtf8Value(row));
            separator = (byte)',';
            cells += row.GetPropertyCount();
        }
        output.Write("]"u8);
        return new Sample(Name, output.WrittenMemory, rowCount, cells, RowType);
    }

    private static (int Rows, long Cells) Count(JsonElement root, string origin)
    {
        if (root.ValueKind != JsonValueKind.Array)
            throw new BenchmarkException($"{origin}: not an array of rows: its root is of the kind {root.ValueKind}");
        int index = 0;
        long cells = 0;
        foreach (JsonElement row in root.EnumerateArray())
        {
            if (row.ValueKind != JsonValueKind.Object)
                throw new BenchmarkException($"{origin}: not an array of rows (objects): item {index} is of the kind {row.ValueKind}");
            index++;
            cells += row.GetPropertyCount();
        }
        return index > 0 ? (index, cells) : throw new BenchmarkException($"{origin}: the array has no rows, so there is nothing to measure");
    }
}

/// <summary>Says where two outputs differ.</summary>
internal static class Differences
{
    public static string Describe(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        int position = expected.CommonPrefixLength(actual);
        return $"at byte {position} of {expected.Length} {Excerpt(expected, position)} is expected, {Excerpt(actual, position)} was written, "
            + $"{actual.Length} bytes in all";
    }

    private static string Excerpt(ReadOnlySpan<byte> text, int position)
    {
        const int before = 20, after = 20;
        return JsonSerializer.Serialize(Encoding.UTF8.GetString(text[Math.Max(0, position - before)..Math.Min(text.Length, position + after)]));
    }
}

/// <summary>An error that the user can correct: its message is printed as one line on standard error, and the exit code is 1.</summary>
internal sealed class BenchmarkException(string message, Exception? innerException = null) : Exception(message, innerException);
