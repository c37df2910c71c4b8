namespace RowJson.Benchmarks;

/// <summary>RowJson with a package for the provider, which reads the rows in a way of its own.</summary>
internal sealed class RowJsonPackageContender : IContender
{
    public string Name => "RowJsonPackage";

    public string Description => "JsonRows.From(reader) with RowReaders from the provider's package, such as RowJson.Sqlite (providers only)";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings) =>
        rows is ProviderRows { RowReader: { } rowReader } provider
            ? provider.Write(new JsonRowOptions(settings.ToRowOptions()) { RowReaders = [rowReader] })
            : null;
}
