namespace RowJson.Benchmarks;

/// <summary>RowJson straight into a buffer; asynchronous sequences through a stream.</summary>
/// <param name="name">The name on the command line.</param>
/// <param name="restrict">Keeps it from something; null for nothing.</param>
internal sealed class RowJsonContender(string name, Func<EncodingSettings, EncodingSettings>? restrict = null) : IContender
{
    public string Name => name;

    public string Description => "JsonRows.From(rows).WriteTo(IBufferWriter<byte>)";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        JsonRowOptions options = (restrict?.Invoke(settings) ?? settings).ToRowOptions();
        if (rows is ObjectRows objects) return objects.Write(options);
        if (rows is ProviderRows provider) return provider.Write(options);
        return RowJsonRows.Find(rows) is { } describe ? output => describe().WriteTo(output, options) : null;
    }
}
