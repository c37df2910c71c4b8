namespace RowJson.Benchmarks;

/// <summary>Rows to measure with: a JSON array of objects as UTF-8 text, and the name it has in the output.</summary>
internal sealed class Sample
{
    private Sample(string name, ReadOnlyMemory<byte> utf8Json, int rowCount, long cellCount, Type? rowType)
    {
        Name = name;
        Utf8Json = utf8Json;
        RowCount = rowCount;
        CellCount = cellCount;
        RowType = rowType;
    }

    public string Name { get; }
    public ReadOnlyMemory<byte> Utf8Json { get; }
    public int RowCount { get; }
    /// <summary>How many properties the rows have together.</summary>
    public long CellCount { get; }
    /// <summary>The class that has the rows' columns as its properties; null where there is none.</summary>
    public Type? RowType { get; }

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

    public override string ToString() => Name;

    private static string Article(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Object or JsonValueKind.Array => $"an {element.ValueKind}".ToLowerInvariant(),
        JsonValueKind.String or JsonValueKind.Number => $"a {element.ValueKind}".ToLowerInvariant(),
        _ => $"{element.ValueKind}".ToLowerInvariant(),
    };

    private static (int Rows, long Cells) Count(JsonElement root, string origin)
    {
        if (root.ValueKind != JsonValueKind.Array)
            throw new BenchmarkException($"{origin}: not an array of rows: its root is {Article(root)}");
        int index = 0;
        long cells = 0;
        foreach (JsonElement row in root.EnumerateArray())
        {
            if (row.ValueKind != JsonValueKind.Object)
                throw new BenchmarkException($"{origin}: not an array of rows (objects): item {index} is {Article(row)}");
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
