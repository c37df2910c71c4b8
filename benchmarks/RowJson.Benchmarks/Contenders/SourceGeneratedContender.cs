namespace RowJson.Benchmarks;

/// <summary>The fastest way of <c>JsonSerializer</c>: code that the compiler generated for the class.</summary>
internal sealed class SourceGeneratedContender : IContender
{
    public string Name => "JsonSerializerContext";

    public string Description => "JsonSerializer.Serialize with a source-generated JsonSerializerContext (objects, and rows of a provider as objects)";

    public EncodeRows? Prepare(object rows, EncodingSettings settings) =>
        rows switch
        {
            ObjectRows objects => objects.Serialize(settings, settings.ToGeneratedOptions()),
            ProviderRows provider => provider.Serialize(settings.CreateWriter(), settings.ToGeneratedOptions()),
            _ => null,
        };
}
