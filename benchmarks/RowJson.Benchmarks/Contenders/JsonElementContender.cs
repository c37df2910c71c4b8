using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The shortest way from a document back to text.</summary>
internal sealed class JsonElementContender : IContender
{
    public string Name => "JsonElement";

    public string Description => "JsonElement.WriteTo(Utf8JsonWriter), the writer reused (documents only)";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (rows is not JsonDocument document)
            return null;
        Utf8JsonWriter writer = settings.CreateWriter();
        return output =>
        {
            writer.Reset(output);
            document.RootElement.WriteTo(writer);
            writer.Flush();
        };
    }
}
