namespace RowJson.Benchmarks;

/// <summary>Step 1: each token goes to the stream by itself.</summary>
internal sealed class UnbufferedStep : StreamStep
{
    public override string Name => "unbuffered";

    public override string Description => "a write to the stream for each brace, comma, name, colon and value";

    protected override void Write(Stream stream, List<Dictionary<string, object?>> rows, TokenText text) =>
        TokenEncoder<Sink>.Write(new Sink(stream), rows, text);

    private readonly struct Sink(Stream stream) : ITokenSink
    {
        public void Write(ReadOnlySpan<byte> token) => stream.Write(token);

        public void Flush()
        {
        }
    }
}
