namespace RowJson;

// The columns that all rows of a compact output have, in the order in which their values are written.
internal sealed class CompactHeader(string[] names, IEnumerable<byte[]> escaped)
{
    private readonly byte[][] _escaped = [.. escaped.Select(static byte[] (name) => [(byte)'"', .. name, (byte)'"', (byte)':'])];

    public string[] Names => names;

    public static string[] NamesOf(RowColumns source) => [.. Enumerable.Range(0, source.Count).Select(i => source.NameOf(i).Name!)];

    public int Count => names.Length;

    public byte[] ToUtf8Json() =>
        [(byte)'[', .. _escaped.SelectMany(static (name, i) => (byte[])[.. i == 0 ? ""u8 : ","u8, .. name.AsSpan(..^1)]), (byte)']'];

    public ReadOnlySpan<byte> NameAndColon(int column) => _escaped[column];

    // The name that the reader is at is that of a column: mostly with the same bytes.
    public bool IsAt(ref readonly Utf8JsonReader reader, int column) =>
        reader.ValueSpan.SequenceEqual(_escaped[column].AsSpan(1..^2)) || reader.ValueTextEquals(names[column]);
}
