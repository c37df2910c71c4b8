using System.Buffers;
using System.Text.Encodings.Web;

namespace RowJson.Benchmarks;

/// <summary>Step 3: everything goes into one buffer that grows and is kept: no stream until the end.</summary>
internal sealed class GrowingBufferStep : IContender
{
    public string Name => "growing buffer";

    public string Description => "one buffer for all";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (rows is not List<Dictionary<string, object?>> dictionaries)
            return null;
        var text = new TokenText(settings.Encoder ?? JavaScriptEncoder.Default);
        return output => TokenEncoder<Sink>.Write(new Sink(output), dictionaries, text);
    }

    private readonly struct Sink(ArrayBufferWriter<byte> output) : ITokenSink
    {
        public void Write(ReadOnlySpan<byte> token)
        {
            token.CopyTo(output.GetSpan(token.Length));
            output.Advance(token.Length);
        }

        public void Flush()
        {
        }
    }
}
