using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>The compact formats, said a second time: the values of the rows that the serializer writes as objects.</summary>
internal static class CompactRows
{
    /// <summary>What is expected; null where rows have not all the same names in the same order, or are no objects: that is not compared.</summary>
    public static Expected? Of(Oracle oracle, JsonWriterOptions style, JsonSerializerOptions options, RowSettings rows)
    {
        // In the compact formats nothing is left out.
        rows = rows with { OmitNulls = false };
        var output = new ArrayBufferWriter<byte>();
        var ends = new HashSet<int> { 0 };
        string? names = null;
        for (int i = 0; i < oracle.Count; i++)
        {
            using JsonDocument row = JsonDocument.Parse(
                TextOf(oracle, i, style, options, rows), new JsonDocumentOptions { MaxDepth = style.MaxDepth + 1 });
            if (NamesOf(row.RootElement) is not { } own || (names ??= own) != own) return null;
            if (i == 0) output.Write(Before(rows.Format, names, options));
            else if (rows.Format != JsonRowFormat.CompactLines) output.Write(","u8);
            WriteValues(row.RootElement, output);
            if (rows.Format == JsonRowFormat.CompactLines) output.Write("\n"u8);
            ends.Add(output.WrittenCount);
        }
        if (names is null) return null;
        output.Write(After(rows.Format));
        ends.Add(output.WrittenCount);
        return new Expected(output.WrittenSpan.ToArray(), null, ends);
    }

    private static ReadOnlyMemory<byte> TextOf(
        Oracle oracle, int index, JsonWriterOptions style, JsonSerializerOptions options, RowSettings rows)
    {
        var text = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(text, style))
        {
            if (rows.ChangesRows) oracle.WriteChangedRow(writer, index, options, rows);
            else oracle.WriteRow(writer, index, options);
        }
        return text.WrittenMemory;
    }

    private static byte[] Before(JsonRowFormat format, string names, JsonSerializerOptions options) => format switch
    {
        JsonRowFormat.CompactLines => [],
        JsonRowFormat.CompactColumns => System.Text.Encoding.UTF8.GetBytes(
            $$"""{"{{NameOf("columns", options)}}":[{{names}}],"{{NameOf("rows", options)}}":["""),
        _ => "["u8.ToArray(),
    };

    /// <summary>The name of one of the two properties: that of an object's property.</summary>
    private static JsonEncodedText NameOf(string name, JsonSerializerOptions options) =>
        JsonEncodedText.Encode(options.PropertyNamingPolicy?.ConvertName(name) ?? name, options.Encoder);

    private static byte[] After(JsonRowFormat format) => format switch
    {
        JsonRowFormat.CompactLines => [],
        JsonRowFormat.CompactColumns => "]}"u8.ToArray(),
        _ => "]"u8.ToArray(),
    };

    private static void WriteValues(JsonElement row, ArrayBufferWriter<byte> output)
    {
        bool isFirst = true;
        output.Write("["u8);
        foreach (JsonProperty cell in row.EnumerateObject())
        {
            if (!isFirst) output.Write(","u8);
            isFirst = false;
            output.Write(JsonMarshal.GetRawUtf8Value(cell.Value));
        }
        output.Write("]"u8);
    }

    /// <summary>The names as they are escaped, in quotes and with commas between; null if one comes twice, or there are none.</summary>
    private static string? NamesOf(JsonElement row)
    {
        if (row.ValueKind != JsonValueKind.Object) return null;
        var names = new List<string>();
        foreach (JsonProperty cell in row.EnumerateObject())
            names.Add($"\"{System.Text.Encoding.UTF8.GetString(JsonMarshal.GetRawUtf8PropertyName(cell))}\"");
        return names.Distinct().Count() == names.Count ? string.Join(',', names) : null;
    }
}
