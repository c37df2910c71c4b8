namespace RowJson.Benchmarks;

/// <summary>RowJson straight into a buffer.</summary>
internal sealed class RowJsonContender : IContender
{
    public string Name => "RowJson";

    public string Description => "JsonRows.From(rows).WriteTo(IBufferWriter<byte>)";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings) => null;
}

internal sealed class RowJsonWriterContender : IContender
{
    public string Name => "RowJsonWriter";
    public string Description => "JsonRows.From(rows).WriteTo(Utf8JsonWriter), the writer reused";
    public EncodeRows? Prepare(object rows, EncodingSettings settings) => null;
}
