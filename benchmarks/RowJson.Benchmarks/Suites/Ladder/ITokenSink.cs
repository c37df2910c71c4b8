namespace RowJson.Benchmarks;

/// <summary>Where the first three steps put their tokens: all that they differ in.</summary>
internal interface ITokenSink
{
    void Write(ReadOnlySpan<byte> token);

    void Flush();
}
