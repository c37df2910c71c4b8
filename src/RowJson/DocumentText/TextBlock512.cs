using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

/// <summary>64 bytes of JSON text in one register: AVX-512 with VBMI, which looks bytes up in 128, and VBMI2, which packs them.</summary>
internal readonly struct TextBlock512 : ITextBlock<TextBlock512>
{
    private readonly Vector512<byte> _bytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private TextBlock512(Vector512<byte> bytes) => _bytes = bytes;

    public static bool IsSupported => Avx512BW.IsSupported && Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    public static bool JudgesPages => true;

    public ulong Whitespace
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.LessThanOrEqual(_bytes, Vector512.Create((byte)' ')).ExtractMostSignificantBits();
    }

    public ulong Slashes => Equal((byte)'/');

    public ulong Quotes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Equal((byte)'"');
    }

    public ulong Commas
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Equal((byte)',');
    }

    public ulong Opens
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Equals(_bytes | Vector512.Create(TextBlock.BracketCase), Vector512.Create((byte)'{')).ExtractMostSignificantBits();
    }

    public ulong Closes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Equals(_bytes | Vector512.Create(TextBlock.BracketCase), Vector512.Create((byte)'}')).ExtractMostSignificantBits();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TextBlock512 Load(ref byte source, TextBlockTables tables) => new(Vector512.LoadUnsafe(ref source));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Care(TextBlockTables tables)
    {
        // The look-up takes seven bits of each byte; the eighth says "not ASCII" by itself.
        return (Classes(tables) | _bytes).ExtractMostSignificantBits();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Allowed(in TextBlock512 block, Utf8AllowedPages pages, out int complete) => pages.Find(block._bytes, out complete);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Structure(TextBlockTables tables)
    {
        // The class below the highest bit moves there.
        Vector512<byte> classes = Classes(tables);
        return (classes + classes).ExtractMostSignificantBits();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(ref byte source, ref byte destination) => _bytes.StoreUnsafe(ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void StorePacked(ref byte source, ref byte destination, ulong keep)
    {
        // Byte n of the mask is bit n: each 16-byte lane spreads two of the word's bytes over eight each. The comparison stays in a mask register.
        Vector512<byte> spread = Avx512BW.Shuffle(Vector512.Create(keep).AsByte(), Vector512.Create(
            0x0000_0000_0000_0000UL, 0x0101_0101_0101_0101UL, 0x0202_0202_0202_0202UL, 0x0303_0303_0303_0303UL,
            0x0404_0404_0404_0404UL, 0x0505_0505_0505_0505UL, 0x0606_0606_0606_0606UL, 0x0707_0707_0707_0707UL).AsByte());
        Vector512<byte> bit = Vector512.Create(0x8040_2010_0804_0201UL).AsByte();
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, Vector512.Equals(spread & bit, bit), _bytes).StoreUnsafe(ref destination);
    }

    /// <summary>One look-up for both classes: the JIT sees that it is the same.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Vector512<byte> Classes(TextBlockTables tables) =>
        Avx512Vbmi.PermuteVar64x8x2(tables.ClassesFirstHalf, _bytes, tables.ClassesSecondHalf);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong Equal(byte value) => Vector512.Equals(_bytes, Vector512.Create(value)).ExtractMostSignificantBits();
}
