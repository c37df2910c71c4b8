namespace RowJson.Benchmarks;

/// <summary>Step 2: tokens are gathered in 4 KB, which go to the stream when they are full.</summary>
internal sealed class SmallBufferStep : StreamStep
{
    private readonly byte[] _buffer = new byte[4096];

    public override string Name => "buffer of 4 KB";

    public override string Description => "tokens gathered in 4 KB before they are written";

    protected override void Write(Stream stream, List<Dictionary<string, object?>> rows, TokenText text) =>
        TokenEncoder<Sink>.Write(new Sink(stream, _buffer), rows, text);

    private struct Sink(Stream stream, byte[] buffer) : ITokenSink
    {
        private int _position;

        public void Write(ReadOnlySpan<byte> token)
        {
            while (!token.TryCopyTo(buffer.AsSpan(_position)))
            {
                int part = Math.Min(token.Length, buffer.Length - _position);
                token[..part].CopyTo(buffer.AsSpan(_position));
                _position += part;
                token = token[part..];
                Flush();
            }
            _position += token.Length;
        }

        public void Flush()
        {
            stream.Write(buffer.AsSpan(0, _position));
            _position = 0;
        }
    }
}
