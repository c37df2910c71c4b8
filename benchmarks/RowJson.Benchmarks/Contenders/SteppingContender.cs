namespace RowJson.Benchmarks;

/// <summary>Steps from row to row and reads no value: what the query itself takes.</summary>
internal sealed class SteppingContender : IContender
{
    public string Name => "Stepping";

    public string Description => "from row to row, no value read: what the query takes, not an encoder (providers only)";

    public Agreement Agreement => Agreement.Bound;

    public EncodeRows? Prepare(object rows, EncodingSettings settings) => rows is ProviderRows provider ? _ => provider.Step() : null;
}
