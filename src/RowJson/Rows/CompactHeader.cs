namespace RowJson;

// The columns that all rows of a compact output have, in the order in which their values are written.
internal sealed class CompactHeader
{
    private readonly string[] _names;
    private readonly byte[][] _escaped;

    public CompactHeader(string[] names, IEnumerable<byte[]> escaped)
    {
        _names = names;
        _escaped = [.. escaped.Select(static byte[] (name) => [(byte)'"', .. name, (byte)'"', (byte)':'])];
    }

    public CompactHeader(string[] names, EscapeTable escapes)
        : this(names, names.Select(name => EscapeTable.Encode(name, escapes.Encoder)))
    {
    }

    public string[] Names => _names;

    public static string[] NamesOf(RowColumns source)
    {
        var names = new string[source.Count];
        for (int i = 0; i < names.Length; i++) names[i] = source.NameOf(i).Name!;
        return names;
    }

    public int Count => _names.Length;

    public byte[] ToUtf8Json()
    {
        var text = new ArrayBufferWriter<byte>();
        text.Write("["u8);
        for (int i = 0; i < _escaped.Length; i++)
        {
            if (i > 0) text.Write(","u8);
            text.Write(_escaped[i].AsSpan(..^1));
        }
        text.Write("]"u8);
        return text.WrittenSpan.ToArray();
    }

    public ReadOnlySpan<byte> NameAndColon(int column) => _escaped[column];

    // The name that the reader is at is that of a column: mostly with the same bytes.
    public bool IsAt(ref readonly Utf8JsonReader reader, int column) =>
        reader.ValueSpan.SequenceEqual(_escaped[column].AsSpan(1..^2)) || reader.ValueTextEquals(_names[column]);
}
