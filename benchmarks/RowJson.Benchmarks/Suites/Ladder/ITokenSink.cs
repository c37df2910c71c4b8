namespace RowJson.Benchmarks;

/// <summary>Where the first three steps write their tokens: the only difference between them.</summary>
internal interface ITokenSink
{
    void Write(ReadOnlySpan<byte> token);

    void Flush();
}
