namespace RowJson;

// 64 bytes of JSON text in two registers: AVX2.
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly struct TextBlock256(Vector256<byte> low, Vector256<byte> high, JsonTextEscapes escapes) : ITextBlock<TextBlock256>
{
    private readonly Vector256<byte> _low = low;
    private readonly Vector256<byte> _high = high;

    private readonly Vector256<byte> _lowClasses = Classes(low, escapes);
    private readonly Vector256<byte> _highClasses = Classes(high, escapes);

    public static bool IsSupported => Avx2.IsSupported;

    // True only if no byte needs escaping, within strings or not.
    private bool NeedsNoEscaping
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx.TestZ(_lowClasses | _highClasses, Vector256.Create(NibbleClasses.AnyEscape));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindWhitespace() => Mask(IsWhitespace(_low), IsWhitespace(_high));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TextBlock256 Load(ref byte source, JsonTextEscapes escapes) =>
        new(Vector256.LoadUnsafe(ref source), Vector256.LoadUnsafe(ref source, 32), escapes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong NeedsEscaping(JsonTextEscapes escapes) => NeedsNoEscaping ? 0 : Find(escapes.EscapeColumns.Lower256);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong CanonicalLettersOf(in TextBlock256 block, JsonTextEscapes table) => block.Find(table.CanonicalColumns.Lower256);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindAllowedByLeads(in TextBlock256 block, AllowedPages pages)
    {
        // A continuation byte is 80 to BF, as a signed number below C0.
        Vector256<sbyte> firstLead = Vector256.Create(unchecked((sbyte)0xC0));
        ulong continuations = Mask(
            Vector256.LessThan(block._low.AsSByte(), firstLead).AsByte(), Vector256.LessThan(block._high.AsSByte(), firstLead).AsByte());
        Vector256<byte> columns = pages.Leads.Vector256;
        Vector256<byte> low = AllowedLeads(block._low, columns);
        Vector256<byte> high = AllowedLeads(block._high, columns);
        ulong three = Mask(low, high) & (continuations >> 1) & (continuations >> 2);
        ulong two = Mask(low + low, high + high) & (continuations >> 1);
        return three | (three << 1) | (three << 2) | two | (two << 1);
    }

    // Bit 7 is set in an allowed lead of three bytes, bit 6 in one of two.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> AllowedLeads(Vector256<byte> bytes, Vector256<byte> columns)
    {
        // By the upper nibble, C, D and E: the bits of AllowedPages.Leads. D's moves from bit 5 to bit 6.
        Vector256<byte> rows = Vector256.Create(0UL, 0x0080_2040_0000_0000, 0UL, 0x0080_2040_0000_0000).AsByte();
        Vector256<byte> leads = Avx2.Shuffle(columns, bytes & Vector256.Create((byte)0x0F)) & Avx2.Shuffle(rows, UpperNibbles(bytes));
        return leads | ((leads + leads) & Vector256.Create((byte)0x40));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Structure(JsonTextEscapes escapes)
    {
        Vector256<byte> toSign = Vector256.Create(NibbleClasses.StructureToSign);
        return Mask(Avx2.AddSaturate(_lowClasses, toSign), Avx2.AddSaturate(_highClasses, toSign));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsPlain(TextBlock256 block, ulong strings, JsonTextEscapes escapes) => block.NeedsNoEscaping;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong BracketsOf(TextBlock256 block, ulong structure) => Mask(block._lowClasses, block._highClasses) & structure;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasSlash(TextBlock256 block, ulong whitespace) => whitespace != 0 && (block.Find((byte)'/') & whitespace) != 0;

    // Bit 1 is set in the brackets that open (7B and 5B), and not in those that close (7D and 5D). It moves to the highest bit.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong OpensOf(TextBlock256 block, ulong brackets) =>
        Mask((block._low.AsUInt16() << 6).AsByte(), (block._high.AsUInt16() << 6).AsByte()) & brackets;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ClosesOf(TextBlock256 block, ulong brackets) => brackets ^ OpensOf(block, brackets);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(ref byte destination)
    {
        _low.StoreUnsafe(ref destination);
        _high.StoreUnsafe(ref destination, 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void StorePacked(ref byte destination, ulong keep)
    {
        // Brackets of compact text: nothing to leave out. Packing takes as long as finding the masks of a block.
        if (keep == ulong.MaxValue)
        {
            Store(ref destination);
            return;
        }
        destination = ref StorePacked(_low, (uint)keep, ref destination);
        StorePacked(_high, (uint)(keep >> 32), ref destination);
    }

    // Writes those of 32 bytes that keep selects, and returns where the next one goes. Touches 32 bytes at most.
    // Each place is counted from the first, so that no store waits for the one before.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte StorePacked(Vector256<byte> bytes, uint keep, ref byte destination)
    {
        ref ulong shuffles = ref MemoryMarshal.GetArrayDataReference(TextBlockPacking.Shuffles);
        Vector256<ulong> upperHalves = Vector256.Create(0, TextBlockPacking.UpperHalf, 0, TextBlockPacking.UpperHalf);
        Vector256<ulong> numbers = Vector256.Create(
            Unsafe.Add(ref shuffles, (nint)(byte)keep), Unsafe.Add(ref shuffles, (nint)(byte)(keep >> 8)),
            Unsafe.Add(ref shuffles, (nint)(byte)(keep >> 16)), Unsafe.Add(ref shuffles, (nint)(keep >> 24)));
        Vector256<ulong> packed = Avx2.Shuffle(bytes, (numbers | upperHalves).AsByte()).AsUInt64();

        Unsafe.WriteUnaligned(ref destination, packed.GetElement(0));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep & 0xFF)), packed.GetElement(1));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep & 0xFFFF)), packed.GetElement(2));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep & 0xFF_FFFF)), packed.GetElement(3));
        return ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep));
    }

    // Bytes up to a space. (Comparisons of these vectors are signed, minima are not.)
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> IsWhitespace(Vector256<byte> bytes) =>
        Vector256.Equals(Vector256.Min(bytes, Vector256.Create((byte)' ')), bytes);

    // The bytes that are in a table of JsonTextEscapes, and those outside ASCII.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong Find(Vector256<byte> columns) => ~Mask(IsOther(_low, columns), IsOther(_high, columns));

    // The sign bit of each byte that is ASCII and not in the table. (The shuffle gives 0 for bytes outside ASCII.)
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> IsOther(Vector256<byte> bytes, Vector256<byte> columns)
    {
        Vector256<byte> rows = Vector256.Create(EscapeTable.RowBits, 0, EscapeTable.RowBits, 0).AsByte();
        Vector256<byte> found = Avx2.Shuffle(columns, bytes) & Avx2.Shuffle(rows, UpperNibbles(bytes));
        return Vector256.AndNot(Vector256.Equals(found, Vector256<byte>.Zero), bytes);
    }

    // See NibbleClasses.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Classes(Vector256<byte> bytes, JsonTextEscapes escapes) =>
        Avx2.Shuffle(escapes.ByColumn.Vector256, bytes & Vector256.Create((byte)0x0F))
        & Avx2.Shuffle(escapes.ByRow.Vector256, UpperNibbles(bytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> UpperNibbles(Vector256<byte> bytes) => (bytes.AsUInt16() >>> 4).AsByte() & Vector256.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Find(byte value) =>
        Mask(Vector256.Equals(_low, Vector256.Create(value)), Vector256.Equals(_high, Vector256.Create(value)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindBrackets(byte brace)
    {
        Vector256<byte> bracketCase = Vector256.Create(TextBlock.BracketCase);
        return Mask(
            Vector256.Equals(_low | bracketCase, Vector256.Create(brace)), Vector256.Equals(_high | bracketCase, Vector256.Create(brace)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Mask(Vector256<byte> low, Vector256<byte> high) =>
        low.ExtractMostSignificantBits() | ((ulong)high.ExtractMostSignificantBits() << 32);
}
