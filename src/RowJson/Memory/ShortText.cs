namespace RowJson;

// Up to four bytes in a register: one store writes them, and the length says how many count.
internal readonly struct ShortText
{
    public const int MaxLength = sizeof(uint);

    public ShortText(ReadOnlySpan<byte> text)
    {
        Debug.Assert(text.Length <= MaxLength);
        Span<byte> bytes = stackalloc byte[MaxLength];
        bytes.Clear();
        text.CopyTo(bytes);
        Bytes = BitConverter.ToUInt32(bytes);
        Length = text.Length;
    }

    public readonly uint Bytes;

    public readonly int Length;
}
