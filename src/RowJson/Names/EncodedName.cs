namespace RowJson;

// A property name as in the output, ,"name": escaped once. Writing it is a copy. The opening brace overwrites the comma of the first name.
internal sealed class EncodedName
{
    // The bytes that one store writes: a 256-bit vector. Most names fit with their comma, quotes and colon.
    public const int HeadLength = VectorBytes32.Length;

    // Encodes name; null makes an entry for a column that is left out.
    public EncodedName(string key, string? name, int id, JavaScriptEncoder encoder)
        : this(key, name, id, [.. ",\""u8, .. EscapeTable.Encode(name ?? "", encoder), .. "\":"u8])
    {
    }

    // text: what is written, at least a comma.
    private EncodedName(string key, string? name, int id, byte[] text)
    {
        (Key, Name, Id) = (key, name, id);
        Length = text.Length;
        Room = RoomOf(Length);
        Array.Resize(ref text, Room);
        Head = VectorBytes32.Of(text);
        Tail = text[HeadLength..];
    }

    // The name as the source gives it, before any naming policy.
    public readonly string Key;

    // The name as the output has it, unescaped; null if the column is left out.
    public readonly string? Name;

    public bool IsExcluded => Name is null;

    // A small number, unique in its cache: an index for NamePredictor. A name that has left the cache shares it with the one that took its
    // place, so it says nothing about the text.
    public readonly int Id;

    // The hash of Key in its cache.
    public uint Hash { get; init; }

    // The bytes of ,"name":.
    public readonly int Length;

    // The bytes that writing this name may touch.
    public readonly int Room;

    // In the object itself, so that most names cost one load and one store.
    public readonly VectorBytes32 Head;

    // The bytes after the head, padded to whole vectors so that copying it needs no byte loop.
    public readonly byte[] Tail;

    // The room of a name of this length: whole vectors.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int RoomOf(int length) => (length + HeadLength - 1) & -HeadLength;

    // The name for compact rows: only a comma of it is written.
    public EncodedName WithoutText() => new(Key, Name, Id, [(byte)',']) { Hash = Hash };
}
