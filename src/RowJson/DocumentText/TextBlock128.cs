namespace RowJson;

// 64 bytes of JSON text in four registers: any processor with vectors of 128 bits and a byte shuffle.
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly struct TextBlock128(ref byte source) : ITextBlock<TextBlock128>
{
    private readonly Vector128<byte> _first = Vector128.LoadUnsafe(ref source);
    private readonly Vector128<byte> _second = Vector128.LoadUnsafe(ref source, 16);
    private readonly Vector128<byte> _third = Vector128.LoadUnsafe(ref source, 32);
    private readonly Vector128<byte> _fourth = Vector128.LoadUnsafe(ref source, 48);

    public static bool IsSupported => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindWhitespace() => Mask(IsWhitespace(_first), IsWhitespace(_second), IsWhitespace(_third), IsWhitespace(_fourth));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TextBlock128 Load(ref byte source, JsonTextEscapes escapes) => new(ref source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong NeedsEscaping(JsonTextEscapes escapes)
    {
        // The sign bit of each byte that is ASCII and needs no escaping.
        Vector128<byte> columns = escapes.EscapeColumns.Lower128;
        return ~Mask(
            Vector128.AndNot(IsOther(_first, columns), _first), Vector128.AndNot(IsOther(_second, columns), _second),
            Vector128.AndNot(IsOther(_third, columns), _third), Vector128.AndNot(IsOther(_fourth, columns), _fourth));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong CanonicalLettersOf(in TextBlock128 block, JsonTextEscapes table) => block.Find(table.CanonicalColumns.Lower128);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Structure(JsonTextEscapes escapes) => Find(escapes.StructureColumns.Lower128);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(ref byte destination)
    {
        _first.StoreUnsafe(ref destination);
        _second.StoreUnsafe(ref destination, 16);
        _third.StoreUnsafe(ref destination, 32);
        _fourth.StoreUnsafe(ref destination, 48);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void StorePacked(ref byte destination, ulong keep)
    {
        destination = ref StorePacked(_first, (uint)keep & 0xFFFF, ref destination);
        destination = ref StorePacked(_second, (uint)keep >> 16, ref destination);
        destination = ref StorePacked(_third, (uint)(keep >> 32) & 0xFFFF, ref destination);
        StorePacked(_fourth, (uint)(keep >> 48), ref destination);
    }

    // Writes those of 16 bytes that keep selects, and returns where the next one goes. Touches 8 bytes after that at most.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte StorePacked(Vector128<byte> bytes, uint keep, ref byte destination)
    {
        Debug.Assert(keep <= 0xFFFF);
        ref ulong shuffles = ref MemoryMarshal.GetArrayDataReference(TextBlockPacking.Shuffles);
        ulong low = Unsafe.Add(ref shuffles, keep & 0xFF);
        ulong high = Unsafe.Add(ref shuffles, keep >> 8) | TextBlockPacking.UpperHalf;
        Vector128<byte> packed = ByteShuffle.Select(bytes, Vector128.Create(low, high).AsByte());

        int count = BitOperations.PopCount(keep & 0xFF);
        Unsafe.WriteUnaligned(ref destination, packed.AsUInt64().ToScalar());
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, count), packed.AsUInt64().GetElement(1));
        return ref Unsafe.Add(ref destination, count + BitOperations.PopCount(keep >> 8));
    }

    // Bytes up to a space. (Comparisons of these vectors are signed, minima are not.)
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> IsWhitespace(Vector128<byte> bytes) =>
        Vector128.Equals(Vector128.Min(bytes, Vector128.Create((byte)' ')), bytes);

    // The bytes that are in a table of JsonTextEscapes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong Find(Vector128<byte> columns) =>
        ~Mask(IsOther(_first, columns), IsOther(_second, columns), IsOther(_third, columns), IsOther(_fourth, columns));

    // All ones where a byte is not in the table. (The upper nibbles outside ASCII select 0.)
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> IsOther(Vector128<byte> bytes, Vector128<byte> columns)
    {
        Vector128<byte> nibble = Vector128.Create((byte)0x0F);
        Vector128<byte> rows = Vector128.Create(EscapeTable.RowBits, 0).AsByte();
        Vector128<byte> found = ByteShuffle.Select(columns, bytes & nibble) & ByteShuffle.Select(rows, (bytes >>> 4) & nibble);
        return Vector128.Equals(found, Vector128<byte>.Zero);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Find(byte value)
    {
        Vector128<byte> values = Vector128.Create(value);
        return Mask(
            Vector128.Equals(_first, values), Vector128.Equals(_second, values),
            Vector128.Equals(_third, values), Vector128.Equals(_fourth, values));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindBrackets(byte brace)
    {
        Vector128<byte> values = Vector128.Create(brace);
        Vector128<byte> bracketCase = Vector128.Create(TextBlock.BracketCase);
        return Mask(
            Vector128.Equals(_first | bracketCase, values), Vector128.Equals(_second | bracketCase, values),
            Vector128.Equals(_third | bracketCase, values), Vector128.Equals(_fourth | bracketCase, values));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Mask(Vector128<byte> first, Vector128<byte> second, Vector128<byte> third, Vector128<byte> fourth)
    {
        uint low = first.ExtractMostSignificantBits() | (second.ExtractMostSignificantBits() << 16);
        uint high = third.ExtractMostSignificantBits() | (fourth.ExtractMostSignificantBits() << 16);
        return low | ((ulong)high << 32);
    }
}
