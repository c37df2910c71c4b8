using System.Buffers;
using System.Text.Json;

namespace RowJson;

/// <content>Values that are JSON text already.</content>
internal sealed partial class RowEncoder
{
    /// <summary>Writes the text of a value as an element with this text would be.</summary>
    public int WriteRawJson(int position, RawJson json, int depth) => WriteJsonText(position, json.Utf8, depth);

    /// <summary>Writes a database's JSON, which comes as a string and is checked here.</summary>
    public int WriteJsonText(int position, string json, EncodedName name)
    {
        byte[] utf8 = ArrayPool<byte>.Shared.Rent(System.Text.Encoding.UTF8.GetByteCount(json));
        try
        {
            int length = System.Text.Encoding.UTF8.GetBytes(json, utf8);
            RawJson.Check(utf8.AsSpan(0, length));
            return WriteJsonText(position, utf8.AsMemory(0, length), RowDepth + 1);
        }
        catch (JsonException exception)
        {
            Column = name.Key;
            throw NoJson(exception);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(utf8);
        }
    }

    /// <summary>The same for the serializer to write.</summary>
    public static RawJson CheckJsonText(string json)
    {
        try
        {
            return new RawJson(System.Text.Encoding.UTF8.GetBytes(json));
        }
        catch (JsonException exception)
        {
            throw NoJson(exception);
        }
    }

    private static JsonException NoJson(JsonException exception) => new(
        $"The column's type says JSON, and its text is not: {RowFailure.Sentence(exception)} "
        + "Set JsonRowOptions.JsonColumnsAsText to write it as a string.",
        exception);

    private int WriteJsonText(int position, ReadOnlyMemory<byte> utf8, int depth)
    {
        int start = position - _output.RowStart;
        if (TryCopyText(ref position, utf8.Span, depth)) return position;
        using var document = JsonDocument.Parse(utf8, new JsonDocumentOptions { MaxDepth = RawJson.MaxDepth });
        return WriteThroughWriter(_output.RowStart + start, document.RootElement, depth);
    }
}
