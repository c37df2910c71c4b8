namespace RowJson;

// 64 bytes of JSON text without vectors: a table has each byte's classes, one bit in each of eight lanes.
internal struct TextBlockScalar : ITextBlock<TextBlockScalar>
{
    // A class is the number of a lane, which is a byte; its bit is the lowest of the lane.
    private const int WhitespaceLane = 8 * 1, SlashLane = 8 * 2, QuoteLane = 8 * 3, CommaLane = 8 * 4, OpenLane = 8 * 5, CloseLane = 8 * 6;

    public const ulong EscapeBit = 1;
    public const ulong WhitespaceBit = 1UL << WhitespaceLane;
    public const ulong SlashBit = 1UL << SlashLane;
    public const ulong QuoteBit = 1UL << QuoteLane;
    public const ulong CommaBit = 1UL << CommaLane;
    public const ulong OpenBit = 1UL << OpenLane;
    public const ulong CloseBit = 1UL << CloseLane;

    // The lowest bit of every lane: eight bytes of text are shifted by 0 to 7 and still in their lanes.
    public const ulong AllBits = 0x0101_0101_0101_0101;

    private ulong _needsEscaping;

    public static bool IsSupported => true;

    public ulong Whitespace { get; private set; }

    public ulong Slashes { get; private set; }

    public ulong Quotes { get; private set; }

    public ulong Commas { get; private set; }

    // Not asked for: strings with escapes are copied byte by byte.
    public readonly ulong Backslashes => 0;

    public ulong Opens { get; private set; }

    public ulong Closes { get; private set; }

    public readonly ulong NeedsEscaping(TextEscapeTable escapes) => _needsEscaping;

    public readonly ulong Structure(TextEscapeTable escapes) => Whitespace | Slashes | Opens | Closes;

    // Eight bytes at a time, each shifted to its own bit of every lane:
    //     text                     {  "  a  "  :     1  ,
    //     lane of quotes           .  1  .  1  .  .  .  .
    //     lane of whitespace       .  .  .  .  .  1  .  .
    //     lane of commas           .  .  .  .  .  .  .  1
    public static TextBlockScalar Load(ref byte source, TextEscapeTable escapes)
    {
        ref ulong classes = ref MemoryMarshal.GetArrayDataReference(escapes.Classes);
        TextBlockScalar block = default;
        for (int i = 0; i < TextBlock.Size; i += 8)
        {
            // Lane k of the word gets bit j when byte j is of class k: eight bytes fill each lane's eight bits.
            ref byte eight = ref Unsafe.Add(ref source, i);
            ulong word = Unsafe.Add(ref classes, eight)
                | (Unsafe.Add(ref classes, Unsafe.Add(ref eight, 1)) << 1)
                | (Unsafe.Add(ref classes, Unsafe.Add(ref eight, 2)) << 2)
                | (Unsafe.Add(ref classes, Unsafe.Add(ref eight, 3)) << 3)
                | (Unsafe.Add(ref classes, Unsafe.Add(ref eight, 4)) << 4)
                | (Unsafe.Add(ref classes, Unsafe.Add(ref eight, 5)) << 5)
                | (Unsafe.Add(ref classes, Unsafe.Add(ref eight, 6)) << 6)
                | (Unsafe.Add(ref classes, Unsafe.Add(ref eight, 7)) << 7);
            block._needsEscaping |= (word & 0xFF) << i;
            block.Whitespace |= ((word >> WhitespaceLane) & 0xFF) << i;
            block.Slashes |= ((word >> SlashLane) & 0xFF) << i;
            block.Quotes |= ((word >> QuoteLane) & 0xFF) << i;
            block.Commas |= ((word >> CommaLane) & 0xFF) << i;
            block.Opens |= ((word >> OpenLane) & 0xFF) << i;
            block.Closes |= ((word >> CloseLane) & 0xFF) << i;
        }
        return block;
    }

    public readonly void Store(ref byte source, ref byte destination) =>
        MemoryMarshal.CreateSpan(ref source, TextBlock.Size).CopyTo(MemoryMarshal.CreateSpan(ref destination, TextBlock.Size));

    public readonly void StorePacked(ref byte source, ref byte destination, ulong keep)
    {
        // Run by run.
        while (keep != 0)
        {
            int start = BitOperations.TrailingZeroCount(keep);
            int length = BitOperations.TrailingZeroCount(~(keep >> start));
            MemoryMarshal.CreateSpan(ref Unsafe.Add(ref source, start), length).CopyTo(MemoryMarshal.CreateSpan(ref destination, length));
            destination = ref Unsafe.Add(ref destination, length);
            if (start + length >= TextBlock.Size) return;
            keep &= ulong.MaxValue << (start + length);
        }
    }
}
