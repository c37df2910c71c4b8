using System.Text.Encodings.Web;

namespace RowJson;

/// <summary>
/// A property name as it is in the output: <c>,"name":</c>, escaped once. Writing it is a copy; the comma of a row's
/// first name is overwritten with the opening brace.
/// </summary>
internal sealed class EncodedName
{
    /// <summary>The bytes that one store writes: a 256-bit vector. Most names fit with their comma, quotes and colon.</summary>
    public const int HeadLength = VectorBytes32.Length;

    /// <summary>What is written before the escaped name.</summary>
    private static ReadOnlySpan<byte> Before => ",\""u8;

    /// <summary>What is written after it.</summary>
    private static ReadOnlySpan<byte> After => "\":"u8;

    /// <summary>Encodes <paramref name="name"/>; null makes an entry for a column that is left out.</summary>
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

    /// <summary>This name where only the comma before its value is written.</summary>
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

    /// <summary>The name as the source gives it, before any naming policy.</summary>
    public readonly string Key;

    /// <summary>The name as the output has it, unescaped; null if the column is left out.</summary>
    public readonly string? Name;

    /// <summary>The column is not written.</summary>
    public readonly bool IsExcluded;

    /// <summary>
    /// A small number, unique in its cache: an index for <see cref="NamePredictor"/>. A name that has left the cache shares it with the
    /// one that took its place, so it says nothing about the text.
    /// </summary>
    public readonly int Id;

    /// <summary>The hash of <see cref="Key"/> in its cache.</summary>
    public uint Hash { get; init; }

    /// <summary>The name has been looked up since its cache last asked. Any thread may set it, and losing a write does no harm.</summary>
    public bool IsUsed { get; set; }

    /// <summary>The bytes of <c>,"name":</c>.</summary>
    public readonly int Length;

    /// <summary>The bytes that writing this name may touch: <see cref="Length"/> rounded up to whole vectors.</summary>
    public readonly int Room;

    /// <summary>In the object itself, so that the common name costs one load and one store.</summary>
    public readonly VectorBytes32 Head;

    /// <summary>The bytes after the head, padded to whole vectors so that copying it needs no byte loop.</summary>
    public readonly byte[] Tail;

    /// <summary>The name for compact rows: a comma is all that is written of it.</summary>
    public EncodedName WithoutText() => new(this);

    private static int PaddedLength(int length) => checked(length + HeadLength - 1) / HeadLength * HeadLength;
}
