using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

/// <summary>
/// 64 bytes of JSON text in the registers of one vector level, with a mask of each kind of byte: bit <em>n</em> is byte <em>n</em>.
/// </summary>
internal interface ITextBlock<TSelf> where TSelf : struct, ITextBlock<TSelf>
{
    /// <summary>Whether this processor has the instructions.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>Reads 64 bytes.</summary>
    static abstract TSelf Load(ref byte source, TextBlockTables tables);

    /// <summary>Bytes that may not stand in a string as they are, and all bytes outside ASCII; not the quote.</summary>
    ulong Care(TextBlockTables tables);

    /// <summary>Whether <see cref="Allowed"/> can tell anything at this level.</summary>
    static virtual bool JudgesPages => false;

    /// <inheritdoc cref="Utf8AllowedPages.Find"/>
    static virtual ulong Allowed(in TSelf block, Utf8AllowedPages pages, out int complete)
    {
        complete = TextBlock.Size;
        return 0;
    }

    /// <summary>Space and everything below: outside of strings space, tab, line feed and carriage return, for there is nothing else.</summary>
    ulong Whitespace { get; }

    /// <summary>Brackets, whitespace and slashes: in compact text most blocks have none outside of strings. ASCII only.</summary>
    ulong Structure(TextBlockTables tables);

    ulong Slashes { get; }

    ulong Quotes { get; }

    ulong Commas { get; }

    /// <summary><c>{</c> and <c>[</c>.</summary>
    ulong Opens { get; }

    /// <summary><c>}</c> and <c>]</c>.</summary>
    ulong Closes { get; }

    /// <summary>Writes the 64 bytes, which were read from <paramref name="source"/>.</summary>
    void Store(ref byte source, ref byte destination);

    /// <summary>
    /// Writes the bytes that <paramref name="keep"/> says, one behind the other. What is behind them, up to 64 bytes in all, is
    /// undefined.
    /// </summary>
    void StorePacked(ref byte source, ref byte destination, ulong keep);
}

/// <summary>What all the blocks share.</summary>
internal static class TextBlock
{
    /// <summary>Bytes of a block: one bit each in a word.</summary>
    public const int Size = 64;

    /// <summary>Turns <c>[</c> into <c>{</c> and <c>]</c> into <c>}</c>: no other byte becomes either.</summary>
    public const byte BracketCase = 0x20;

    /// <summary>
    /// Structure is a byte of which the entries at both nibbles share a bit: bit 0 for 09, 0A, 0D; bit 1 for 20, 2F; bit 2 for 5B, 5D, 7B, 7D.
    /// By the low nibble: 0 → 2, 9 → 1, A → 1, B → 4, D → 1 + 4, F → 2. Two words, lowest nibble lowest.
    /// </summary>
    public const ulong StructureLow0 = 0x0000_0000_0000_0002;

    /// <inheritdoc cref="StructureLow0"/>
    public const ulong StructureLow1 = 0x0200_0500_0401_0100;

    /// <summary>By the high nibble: 0 → 1, 2 → 2, 5 → 4, 7 → 4. From 8 on nothing.</summary>
    public const ulong StructureHigh = 0x0400_0400_0002_0001;

    /// <summary>
    /// Bit <em>n</em> of the result is the parity of bits 0 to <em>n</em>: from quotes, the bytes within strings, opening quotes included
    /// and closing quotes not. (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PrefixXor(ulong bits)
    {
        if (Pclmulqdq.IsSupported)
            return Pclmulqdq.CarrylessMultiply(Vector128.CreateScalarUnsafe(bits), Vector128<ulong>.AllBitsSet, 0).ToScalar();

        bits ^= bits << 1;
        bits ^= bits << 2;
        bits ^= bits << 4;
        bits ^= bits << 8;
        bits ^= bits << 16;
        return bits ^ (bits << 32);
    }
}
