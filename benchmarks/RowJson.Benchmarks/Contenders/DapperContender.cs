namespace RowJson.Benchmarks;

/// <summary>Dapper makes a list of objects, <c>JsonSerializer</c> writes it.</summary>
internal sealed class DapperContender : IContender
{
    public string Name => "Dapper";

    public string Description => "Dapper's Query<T>, then JsonSerializer with a source-generated context (providers only)";

    public EncodeRows? Prepare(object rows, EncodingSettings settings) =>
        (rows as ProviderRows)?.SerializeDapper(settings.CreateWriter(), settings.ToGeneratedOptions());
}
