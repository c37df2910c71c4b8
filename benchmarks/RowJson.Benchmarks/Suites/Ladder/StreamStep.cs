using System.Text.Encodings.Web;

namespace RowJson.Benchmarks;

/// <summary>A step that writes to a stream more than once.</summary>
internal abstract class StreamStep : IContender
{
    public abstract string Name { get; }

    public abstract string Description { get; }

    /// <summary>Calls of the stream's in the last write.</summary>
    public long Writes { get; private set; }

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (rows is not List<Dictionary<string, object?>> dictionaries)
            return null;
        var text = new TokenText(settings.Encoder ?? JavaScriptEncoder.Default);
        return output =>
        {
            var stream = new CountingStream(output);
            Write(stream, dictionaries, text);
            Writes = stream.Writes;
        };
    }

    protected abstract void Write(Stream stream, List<Dictionary<string, object?>> rows, TokenText text);
}
