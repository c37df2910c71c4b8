namespace RowJson.Benchmarks;

/// <summary>The fastest way of <c>JsonSerializer</c>: code that the compiler generated for the class.</summary>
internal sealed class SourceGeneratedContender : IContender
{
    public string Name => "JsonSerializerContext";

    public string Description => "JsonSerializer.Serialize with a source-generated JsonSerializerContext (objects only)";

    public EncodeRows? Prepare(object rows, EncodingSettings settings) =>
        rows is ObjectRows objects ? objects.Serialize(settings, settings.ToGeneratedOptions()) : null;
}
