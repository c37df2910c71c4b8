using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>RowJson straight into a buffer.</summary>
internal sealed class RowJsonContender : IContender
{
    public string Name => "RowJson";

    public string Description => "JsonRows.From(rows).WriteTo(IBufferWriter<byte>)";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        JsonRowOptions options = settings.ToRowOptions();
        return rows switch
        {
            JsonDocument document => output => JsonRows.From(document).WriteTo(output, options),
            List<Dictionary<string, object?>> dictionaries => output => JsonRows.From(dictionaries).WriteTo(output, options),
            _ => null,
        };
    }
}
