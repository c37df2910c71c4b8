using System.Buffers;
using System.Text;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>Makes sure, before anything is timed, that all contenders of a race write the same.</summary>
internal static class OutputCheck
{
    /// <summary>Compares each contender's output with that of <see cref="JsonSerializer"/>.</summary>
    /// <exception cref="BenchmarkException">A contender failed, or wrote something else.</exception>
    public static void Check(Race race, RaceRows rows, ArrayBufferWriter<byte> output)
    {
        byte[] array = EncodeByBaseline(race, rows, output);
        byte[] framed = Frame(array, race.Settings.Format);
        foreach (RaceEntry entry in rows.Entries)
        {
            Encode(race, entry.Contender, entry.Encode, output);
            byte[] expected = entry.Contender.KnowsFormats ? framed : array;
            Compare(race, entry.Contender, expected, output.WrittenSpan);
        }
    }

    private static byte[] EncodeByBaseline(Race race, RaceRows rows, ArrayBufferWriter<byte> output)
    {
        EncodeRows encode = Contenders.Baseline.Prepare(rows.Rows, race.Settings)
            ?? throw new BenchmarkException($"{race.Name}: {Contenders.Baseline.Name} cannot encode these rows");
        Encode(race, Contenders.Baseline, encode, output);
        return output.WrittenSpan.ToArray();
    }

    private static void Encode(Race race, IContender contender, EncodeRows encode, ArrayBufferWriter<byte> output)
    {
        output.ResetWrittenCount();
        try
        {
            encode(output);
        }
        catch (Exception exception)
        {
            string reason = $"{exception.GetType().Name}: {exception.Message}";
            throw new BenchmarkException($"{race.Name}: {contender.Name} failed: {reason}", exception);
        }
    }

    // What the rows of an array look like in the other formats.
    private static byte[] Frame(byte[] array, JsonRowFormat format)
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
            JsonRowFormat.Arrays => $"[{string.Join(',', values)}]",
            JsonRowFormat.ArrayLines => string.Concat(values.Select(row => $"{row}\n")),
            JsonRowFormat.Columns => $$"""{"columns":[{{NamesOf(array)}}],"rows":[{{string.Join(',', values)}}]}""",
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

    private static void Compare(Race race, IContender contender, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        switch (contender.Agreement)
        {
            case Agreement.SameBytes when !expected.SequenceEqual(actual):
                throw new BenchmarkException($"{race.Name}: {contender.Name} writes other bytes: {DescribeDifference(expected, actual)}");
            case Agreement.SameValues when !JsonValues.AreEqual(expected, actual):
                throw new BenchmarkException($"{race.Name}: {contender.Name} writes other values than {Contenders.Baseline.Name}");
        }
    }

    private static string DescribeDifference(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        int position = expected.CommonPrefixLength(actual);
        return $"at byte {position} of {expected.Length} {Excerpt(expected, position)} is expected, "
            + $"{Excerpt(actual, position)} was written";
    }

    private static string Excerpt(ReadOnlySpan<byte> text, int position)
    {
        const int before = 20, after = 20;
        int start = Math.Max(0, position - before);
        int end = Math.Min(text.Length, position + after);
        return JsonSerializer.Serialize(Encoding.UTF8.GetString(text[start..end]));
    }
}
