namespace RowJson;

// 64 bytes of JSON text in one register: AVX-512 with VBMI, which looks bytes up in 128, and VBMI2, which packs them.
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly struct TextBlock512(Vector512<byte> bytes) : ITextBlock<TextBlock512>
{
    private readonly Vector512<byte> _bytes = bytes;

    public static bool IsSupported => Avx512BW.IsSupported && Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    public static bool HasManyRegisters => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindWhitespace() => Vector512.LessThanOrEqual(_bytes, Vector512.Create((byte)' ')).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TextBlock512 Load(ref byte source, JsonTextEscapes escapes) => new(Vector512.LoadUnsafe(ref source));

    // The look-up takes seven bits of each byte; the eighth is set for what is not ASCII.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong NeedsEscaping(JsonTextEscapes escapes) => (Classes(escapes) | _bytes).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindAllowed(in TextBlock512 block, AllowedPages pages, out int complete) => pages.Find(block._bytes, out complete);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong CanonicalLettersOf(in TextBlock512 block, JsonTextEscapes table) =>
        (block.Classes(table).AsUInt16() << 2).AsByte().ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Structure(JsonTextEscapes escapes)
    {
        // The class below the highest bit moves there.
        Vector512<byte> classes = Classes(escapes);
        return (classes + classes).ExtractMostSignificantBits();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(ref byte destination) => _bytes.StoreUnsafe(ref destination);

    // The word becomes a mask of bytes: the shuffle spreads each byte of the word over eight, of which each tests a bit of its own. The
    // comparison stays in a mask register.
    //     keep, lowest byte      1101_0010
    //     spread                 11010010 11010010 11010010 11010010 11010010 11010010 11010010 11010010
    //     bit                    00000001 00000010 00000100 00001000 00010000 00100000 01000000 10000000
    //     equal                  .        1        .        .        1        .        1        1
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void StorePacked(ref byte destination, ulong keep)
    {
        Vector512<byte> spread = Avx512BW.Shuffle(Vector512.Create(keep).AsByte(), Vector512.Create(
            0x0000_0000_0000_0000UL, 0x0101_0101_0101_0101UL, 0x0202_0202_0202_0202UL, 0x0303_0303_0303_0303UL,
            0x0404_0404_0404_0404UL, 0x0505_0505_0505_0505UL, 0x0606_0606_0606_0606UL, 0x0707_0707_0707_0707UL).AsByte());
        Vector512<byte> bit = Vector512.Create(0x8040_2010_0804_0201UL).AsByte();
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, Vector512.Equals(spread & bit, bit), _bytes).StoreUnsafe(ref destination);
    }

    // One look-up for both classes: the JIT sees that it is the same.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Vector512<byte> Classes(JsonTextEscapes escapes) =>
        Avx512Vbmi.PermuteVar64x8x2(escapes.ClassesLow.Vector512, _bytes, escapes.ClassesHigh.Vector512);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Find(byte value) => Vector512.Equals(_bytes, Vector512.Create(value)).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindBrackets(byte brace) =>
        Vector512.Equals(_bytes | Vector512.Create(TextBlock.BracketCase), Vector512.Create(brace)).ExtractMostSignificantBits();
}
