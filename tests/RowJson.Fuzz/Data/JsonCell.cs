using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>
/// A cell that holds JSON: a reader declares its column as <c>json</c>. For the serializer it is the JSON itself.
/// </summary>
[JsonConverter(typeof(JsonCellConverter))]
public sealed class JsonCell
{
    /// <summary>The text as the database has it; need not be JSON.</summary>
    public string Text { get; set; } = "null";

    internal static JsonCell Next(Draw draw)
    {
        string text = draw.Chance(8) ? Encoding.UTF8.GetString(JsonTexts.Row(draw)) : JsonTexts.Element(draw).GetRawText();
        if (draw.Chance(3)) text = " \n" + text + "\t ";
        if (draw.Chance(500)) text = text.Remove(draw.Below(text.Length), 1);
        return new JsonCell { Text = text };
    }
}

/// <summary>Writes what the text says.</summary>
internal sealed class JsonCellConverter : JsonConverter<JsonCell>
{
    public override JsonCell Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, JsonCell value, JsonSerializerOptions options)
    {
        using JsonDocument document = JsonDocument.Parse(Encoding.UTF8.GetBytes(value.Text));
        document.RootElement.WriteTo(writer);
    }
}
