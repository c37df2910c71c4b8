namespace RowJson;

// Which of 64 bytes of compact JSON text are of which kind: bit n is byte n.
internal readonly ref struct IndentBlock
{
    // The bytes of a block.
    public const int Size = 64;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public IndentBlock(ref byte source)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref source);
            Vector512<byte> bracketCase = bytes | Vector512.Create(TextBlock.BracketCase);
            Quotes = Vector512.Equals(bytes, Vector512.Create((byte)'"')).ExtractMostSignificantBits();
            Backslashes = Vector512.Equals(bytes, Vector512.Create((byte)'\\')).ExtractMostSignificantBits();
            Structure = (Vector512.Equals(bytes, Vector512.Create((byte)',')) | Vector512.Equals(bytes, Vector512.Create((byte)':'))
                | Vector512.Equals(bracketCase, Vector512.Create((byte)'{')) | Vector512.Equals(bracketCase, Vector512.Create((byte)'}')))
                .ExtractMostSignificantBits();
            return;
        }
        for (int i = 0; i < Size; i += Vector256<byte>.Count)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref source, (nuint)i);
            Vector256<byte> bracketCase = bytes | Vector256.Create(TextBlock.BracketCase);
            Quotes |= (ulong)Vector256.Equals(bytes, Vector256.Create((byte)'"')).ExtractMostSignificantBits() << i;
            Backslashes |= (ulong)Vector256.Equals(bytes, Vector256.Create((byte)'\\')).ExtractMostSignificantBits() << i;
            Structure |= (ulong)(Vector256.Equals(bytes, Vector256.Create((byte)',')) | Vector256.Equals(bytes, Vector256.Create((byte)':'))
                | Vector256.Equals(bracketCase, Vector256.Create((byte)'{')) | Vector256.Equals(bracketCase, Vector256.Create((byte)'}')))
                .ExtractMostSignificantBits() << i;
        }
    }

    // Quotes, those that are escaped among them.
    public ulong Quotes { get; }

    public ulong Backslashes { get; }

    // Brackets, commas and colons, those in strings among them.
    public ulong Structure { get; }
}
