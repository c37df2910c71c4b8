using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace RowJson.Tests;

/// <summary>Sources × sinks, each compared with <see cref="JsonSerializer"/> over the same rows and options.</summary>
internal static class Matrix
{
    private static readonly Dictionary<string, JavaScriptEncoder?> EncodersByName = new()
    {
        ["default"] = null,
        ["relaxed"] = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        ["all"] = JavaScriptEncoder.Create(UnicodeRanges.All),
    };

    /// <summary>Longer rows are written in usual buffers only, for time's sake.</summary>
    private const int LongestInTinyBuffers = 200_000;

    public static IReadOnlyCollection<string> Encoders => EncodersByName.Keys;

    public static JsonSerializerOptions Options(string encoder) => new() { Encoder = EncodersByName[encoder] };

    /// <summary>Compares every source that the document's rows can be brought into with every sink.</summary>
    public static async Task CheckAsync(JsonDocument document, JsonRowOptions options)
    {
        foreach (ComparedRows source in ComparedRows.Of(document)) await CheckAsync(source, options, RowTarget.All);
    }

    public static async Task CheckAsync(ComparedRows source, JsonRowOptions options, IReadOnlyList<RowTarget> targets)
    {
        byte[] compact = JsonSerializer.SerializeToUtf8Bytes(source.Value, ComparedRows.DeclaredType(source.Value), options.SerializerOptions);
        // In tiny buffers a row of a few bytes grows and moves as else one of kilobytes does.
        JsonRowOptions[] sizes = compact.Length > LongestInTinyBuffers
            ? [options]
            : [options, new JsonRowOptions(options) { Sizes = BufferSizes.Tiny }];
        foreach (RowTarget target in targets)
        {
            byte[] expected = target.Expect?.Invoke(source.Value, options.SerializerOptions) ?? compact;
            foreach (JsonRowOptions sized in sizes)
            {
                (byte[] actual, long rows) = await target.Write(source.Rows, sized);
                Same.Rows(actual, expected, source.Each.Count, $"{source.Name} to {target.Name}");
                if (rows >= 0) rows.Should().Be(source.Each.Count, "that many rows go from {0} to {1}", source.Name, target.Name);
            }
        }
    }

    /// <summary>Compares formats that <see cref="JsonSerializer"/> does not have with what it writes row by row.</summary>
    public static async Task CheckFormatAsync(ComparedRows source, JsonSerializerOptions serializer, JsonRowFormat format)
    {
        byte[] expected = Compose(source.Each, serializer, format);
        var options = new JsonRowOptions { SerializerOptions = serializer, Format = format };
        foreach (RowTarget target in RowTarget.Bytes)
        {
            (byte[] actual, _) = await target.Write(source.Rows, options);
            Same.Rows(actual, expected, source.Each.Count, $"{source.Name} to {target.Name} as {format}");
        }
    }

    public static byte[] Compose(IReadOnlyList<object?> rows, JsonSerializerOptions serializer, JsonRowFormat format)
    {
        var text = new MemoryStream();
        if (format != JsonRowFormat.Lines) text.Write("["u8);
        for (int i = 0; i < rows.Count; i++)
        {
            if (i > 0 && format != JsonRowFormat.Lines) text.Write(format == JsonRowFormat.Array ? ","u8 : ",\n"u8);
            JsonSerializer.Serialize(text, rows[i], serializer);
            if (format == JsonRowFormat.Lines) text.Write("\n"u8);
        }
        if (format != JsonRowFormat.Lines) text.Write("]"u8);
        return text.ToArray();
    }
}
