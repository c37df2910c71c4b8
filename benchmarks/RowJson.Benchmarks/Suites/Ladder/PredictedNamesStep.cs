using System.Buffers;
using System.Text.Encodings.Web;

namespace RowJson.Benchmarks;

/// <summary>Step 5: a name is first compared, by reference, with the one at its position in the row before.</summary>
internal sealed class PredictedNamesStep : IContender
{
    public string Name => "predicted names";

    public string Description => "the name at a position compared with that of the row before";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (rows is not List<Dictionary<string, object?>> dictionaries)
            return null;
        var text = new TokenText(settings.Encoder ?? JavaScriptEncoder.Default);
        var names = new PredictedNames(new NameText(text));
        return output => Write(output, dictionaries, names, text);
    }

    private static void Write(ArrayBufferWriter<byte> output, List<Dictionary<string, object?>> rows, PredictedNames names, TokenText text)
    {
        ReadOnlySpan<byte> open = "[{"u8;
        foreach (Dictionary<string, object?> row in rows)
        {
            output.Write(open);
            open = "},{"u8;
            int position = 0;
            foreach ((string name, object? value) in row)
            {
                output.Write(names.Find(position, name).AsSpan(position == 0 ? 1 : 0));
                output.Write(text.Encode(value));
                position++;
            }
        }
        output.Write(rows.Count > 0 ? "}]"u8 : "[]"u8);
    }
}
