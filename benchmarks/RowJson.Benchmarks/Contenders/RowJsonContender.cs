namespace RowJson.Benchmarks;

/// <summary>RowJson straight into a buffer.</summary>
internal sealed class RowJsonContender : IContender
{
    public string Name => "RowJson";

    public string Description => "JsonRows.From(rows).WriteTo(IBufferWriter<byte>); objects by a JsonRowShape<T>";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        JsonRowOptions options = settings.ToRowOptions();
        return RowJsonRows.Find(rows) is { } describe ? output => describe().WriteTo(output, options) : null;
    }
}
