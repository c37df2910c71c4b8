using System.Buffers;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>RowJson as one value of a larger document: into a reused <see cref="Utf8JsonWriter"/>.</summary>
internal sealed class RowJsonWriterContender : IContender
{
    public string Name => "RowJsonWriter";

    public string Description => "JsonRows.From(rows).WriteTo(Utf8JsonWriter), the writer reused";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        // A Utf8JsonWriter takes one value; these are several.
        if (settings.Format is JsonRowFormat.Lines or JsonRowFormat.ArrayLines or JsonRowFormat.TextSequence)
            return null;
        Utf8JsonWriter writer = settings.CreateWriter();
        JsonRowOptions options = settings.ToRowOptions();
        return RowJsonRows.Find(rows) is { } describe ? output => Write(describe(), writer, output, options) : null;
    }

    private static void Write(JsonRows rows, Utf8JsonWriter writer, ArrayBufferWriter<byte> output, JsonRowOptions options)
    {
        writer.Reset(output);
        rows.WriteTo(writer, options);
        writer.Flush();
    }
}
