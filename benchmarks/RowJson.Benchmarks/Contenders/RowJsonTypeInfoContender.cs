namespace RowJson.Benchmarks;

/// <summary>RowJson over objects for which there is generated metadata.</summary>
internal sealed class RowJsonTypeInfoContender : IContender
{
    public string Name => "RowJsonTypeInfo";

    public string Description => "JsonRows.From(rows, JsonTypeInfo<T>).WriteTo(IBufferWriter<byte>) (objects only)";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        JsonRowOptions options = settings.ToRowOptions();
        return (rows as ObjectRows)?.Describe(byMetadata: true) is { } describe ? output => describe().WriteTo(output, options) : null;
    }
}
