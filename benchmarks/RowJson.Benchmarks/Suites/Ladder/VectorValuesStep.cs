using System.Buffers;
using System.Text.Encodings.Web;

namespace RowJson.Benchmarks;

/// <summary>Step 6: texts and numbers are written by RowJson's own formatters, straight into its buffer.</summary>
internal sealed class VectorValuesStep : IContender
{
    // The longest number or literal is a double.
    private const int ValueRoom = DoubleFormatter.Room;

    public string Name => "vector values";

    public string Description => "texts checked and narrowed in vectors, numbers formatted in place";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (rows is not List<Dictionary<string, object?>> dictionaries)
            return null;
        JavaScriptEncoder encoder = settings.Encoder ?? JavaScriptEncoder.Default;
        var names = new PredictedNames(new NameText(new TokenText(encoder)));
        var escapes = new EscapeTable(encoder);
        var buffer = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Default);
        return output => Write(buffer, output, dictionaries, names, escapes);
    }

    private static void Write(
        Utf8Output buffer,
        ArrayBufferWriter<byte> output,
        List<Dictionary<string, object?>> rows,
        PredictedNames names,
        EscapeTable escapes)
    {
        int position = buffer.Open(output);
        ReadOnlySpan<byte> open = "[{"u8;
        foreach (Dictionary<string, object?> row in rows)
        {
            position = WriteText(buffer, position, open);
            open = "},{"u8;
            int column = 0;
            foreach ((string name, object? value) in row)
            {
                position = WriteText(buffer, position, names.Find(column, name).AsSpan(column == 0 ? 1 : 0));
                position = WriteValue(buffer, position, value, escapes);
                column++;
            }
            buffer.EndRow(position);
        }
        position = WriteText(buffer, position, rows.Count > 0 ? "}]"u8 : "[]"u8);
        buffer.EndRow(position);
        buffer.Commit();
        buffer.Close();
    }

    private static int WriteValue(Utf8Output buffer, int position, object? value, EscapeTable escapes)
    {
        if (value is string text)
            return StringEncoder.WriteQuoted(buffer, position, text, escapes);
        position = buffer.Reserve(position, ValueRoom);
        return value switch
        {
            long integer => position + IntegerFormatter.Format(ref buffer.At(position), integer),
            double number => position + DoubleFormatter.Format(ref buffer.At(position), number),
            bool boolean => WriteText(buffer, position, boolean ? "true"u8 : "false"u8),
            null => WriteText(buffer, position, "null"u8),
            _ => throw new NotSupportedException($"no generated row holds a {value.GetType()}"),
        };
    }

    private static int WriteText(Utf8Output buffer, int position, ReadOnlySpan<byte> text)
    {
        position = buffer.Reserve(position, text.Length);
        text.CopyTo(buffer.Buffer.AsSpan(position));
        return position + text.Length;
    }
}
