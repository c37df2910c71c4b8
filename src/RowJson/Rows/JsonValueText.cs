namespace RowJson;

// Finds where values end in the text of an object that is JSON; for other text the result is some position inside it.
internal static class JsonValueText
{
    private static readonly SearchValues<byte> EndsOfScalar = SearchValues.Create(",}"u8);
    private static readonly SearchValues<byte> Structure = SearchValues.Create("\"{}[]"u8);

    public static int LengthOf(ReadOnlySpan<byte> text) => text[0] switch
    {
        (byte)'"' => LengthOfString(text),
        (byte)'{' or (byte)'[' => LengthOfNested(text),
        _ => text.IndexOfAny(EndsOfScalar) is var end and >= 0 ? end : text.Length,
    };

    private static int LengthOfString(ReadOnlySpan<byte> text)
    {
        int length = 1;
        while (true)
        {
            int index = text[length..].IndexOfAny((byte)'"', (byte)'\\');
            if (index < 0) return text.Length;
            length += index + 1;
            if (text[length - 1] == '"') return length;
            if (++length >= text.Length) return text.Length;
        }
    }

    private static int LengthOfNested(ReadOnlySpan<byte> text)
    {
        int length = 0;
        int depth = 0;
        do
        {
            int index = text[length..].IndexOfAny(Structure);
            if (index < 0) return text.Length;
            length += index;
            byte found = text[length];
            length += found == '"' ? LengthOfString(text[length..]) : 1;
            if (found is (byte)'{' or (byte)'[') depth++;
            else if (found != '"') depth--;
        }
        while (depth > 0);
        return length;
    }
}
