using System.Buffers;
using System.Text.Encodings.Web;

namespace RowJson.Benchmarks;

/// <summary>Step 4: a name is escaped when it is first met, and looked up from then on; comma and colon come with it.</summary>
internal sealed class CachedNamesStep : IContender
{
    public string Name => "cached names";

    public string Description => "each name escaped once, found in a dictionary";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (rows is not List<Dictionary<string, object?>> dictionaries)
            return null;
        var text = new TokenText(settings.Encoder ?? JavaScriptEncoder.Default);
        var names = new NameText(text);
        return output => Write(output, dictionaries, names, text);
    }

    private static void Write(ArrayBufferWriter<byte> output, List<Dictionary<string, object?>> rows, NameText names, TokenText text)
    {
        ReadOnlySpan<byte> open = "[{"u8;
        foreach (Dictionary<string, object?> row in rows)
        {
            output.Write(open);
            open = "},{"u8;
            int comma = 1;
            foreach ((string name, object? value) in row)
            {
                output.Write(names.Find(name).AsSpan(comma));
                output.Write(text.Encode(value));
                comma = 0;
            }
        }
        output.Write(rows.Count > 0 ? "}]"u8 : "[]"u8);
    }
}
