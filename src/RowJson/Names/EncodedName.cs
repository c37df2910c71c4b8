namespace RowJson;

// A property name as it is in the output: ,"name":, escaped once. Writing it is a copy; the comma of a row's first name is overwritten with
// the opening brace.
internal sealed class EncodedName
{
    // The bytes that one store writes: a 256-bit vector. Most names fit with their comma, quotes and colon.
    public const int HeadLength = VectorBytes32.Length;

    private static ReadOnlySpan<byte> Before => ",\""u8;

    private static ReadOnlySpan<byte> After => "\":"u8;

    // Encodes name; null makes an entry for a column that is left out.
    public EncodedName(string key, string? name, int id, JavaScriptEncoder encoder)
    {
        Key = key;
        Name = name;
        Id = id;
        IsExcluded = name is null;
        byte[] text = EscapeTable.Encode(name ?? "", encoder);
        Length = checked(Before.Length + text.Length + After.Length);
        byte[] padded = new byte[PaddedLength(Length)]; // a whole number of vectors, one at least
        Before.CopyTo(padded);
        text.CopyTo(padded, Before.Length);
        After.CopyTo(padded.AsSpan(Before.Length + text.Length));
        Room = padded.Length;
        Head = VectorBytes32.Of(padded);
        Tail = padded.Length > HeadLength ? padded[HeadLength..] : [];
    }

    // This name where only the comma before its value is written.
    private EncodedName(EncodedName name)
    {
        (Key, Name, Id, IsExcluded, Hash) = (name.Key, name.Name, name.Id, name.IsExcluded, name.Hash);
        Length = 1;
        Room = HeadLength;
        byte[] comma = new byte[HeadLength];
        comma[0] = (byte)',';
        Head = VectorBytes32.Of(comma);
        Tail = [];
    }

    // The name as the source gives it, before any naming policy.
    public readonly string Key;

    // The name as the output has it, unescaped; null if the column is left out.
    public readonly string? Name;

    public readonly bool IsExcluded;

    // A small number, unique in its cache: an index for NamePredictor. A name that has left the cache shares it with the one that took its
    // place, so it says nothing about the text.
    public readonly int Id;

    // The hash of Key in its cache.
    public uint Hash { get; init; }

    // The name has been looked up in its cache's generation. Any thread may set it, and losing a write does no harm.
    public bool IsUsed { get; set; } = true;

    // The bytes of ,"name":.
    public readonly int Length;

    // The bytes that writing this name may touch: Length rounded up to whole vectors.
    public readonly int Room;

    // In the object itself, so that the common name costs one load and one store.
    public readonly VectorBytes32 Head;

    // The bytes after the head, padded to whole vectors so that copying it needs no byte loop.
    public readonly byte[] Tail;

    // The name for compact rows: a comma is all that is written of it.
    public EncodedName WithoutText() => new(this);

    private static int PaddedLength(int length) => checked(length + HeadLength - 1) / HeadLength * HeadLength;
}
