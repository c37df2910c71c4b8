using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>Copies the document's text unchanged: the bound for all encoders of documents. Right only where the text is.</summary>
internal sealed class MemoryCopyContender : IContender
{
    public string Name => "MemoryCopy";

    public string Description => "a plain copy of the document's text: the bound, not an encoder (documents only)";

    public Agreement Agreement => Agreement.Bound;

    public EncodeRows? Prepare(object rows, EncodingSettings settings) => rows is JsonDocument document
        ? output => output.Write(JsonMarshal.GetRawUtf8Value(document.RootElement))
        : null;
}
