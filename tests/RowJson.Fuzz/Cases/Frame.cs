using System.Text;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>What comes before, between and after rows, said a second time.</summary>
internal static class Frame
{
    /// <summary>The envelope of every case that has one.</summary>
    public static JsonRowEnvelope Envelope { get; } = new JsonRowEnvelope("rowsOf")
        .Before("isFirst", true)
        .After("isLast", written => written.Rows >= 0);

    /// <summary>The name of a property of the envelope.</summary>
    public static string Name(string name, JsonSerializerOptions options) => options.PropertyNamingPolicy?.ConvertName(name) ?? name;

    public static byte[] Before(RowSettings rows, JsonSerializerOptions options)
    {
        if (HasNoArray(rows)) return [];
        if (!rows.IsInEnvelope) return "["u8.ToArray();
        return Encoding.UTF8.GetBytes($$"""{"{{Escaped("isFirst", options)}}":true,"{{Escaped("rowsOf", options)}}":[""");
    }

    public static byte[] After(RowSettings rows, JsonSerializerOptions options)
    {
        if (HasNoArray(rows)) return [];
        return Encoding.UTF8.GetBytes(rows.IsInEnvelope ? $$"""],"{{Escaped("isLast", options)}}":true}""" : "]");
    }

    public static ReadOnlySpan<byte> BeforeRow(RowSettings rows, int index) => rows.Format switch
    {
        JsonRowFormat.Lines => [],
        JsonRowFormat.TextSequence => "\u001e"u8,
        _ when index == 0 => [],
        JsonRowFormat.Array => ","u8,
        _ => ",\n"u8,
    };

    public static ReadOnlySpan<byte> AfterRow(RowSettings rows) => HasNoArray(rows) ? "\n"u8 : [];

    private static bool HasNoArray(RowSettings rows) => rows.Format is JsonRowFormat.Lines or JsonRowFormat.TextSequence;

    private static string Escaped(string name, JsonSerializerOptions options) =>
        JsonEncodedText.Encode(Name(name, options), options.Encoder).ToString();
}
