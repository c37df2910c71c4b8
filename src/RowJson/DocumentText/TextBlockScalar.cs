using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>64 bytes of JSON text without vectors: a table has each byte's classes, one bit in each of eight lanes.</summary>
internal struct TextBlockScalar : ITextBlock<TextBlockScalar>
{
    public const ulong CareBit = 1;
    public const ulong WhitespaceBit = 1UL << 8;
    public const ulong SlashBit = 1UL << 16;
    public const ulong QuoteBit = 1UL << 24;
    public const ulong CommaBit = 1UL << 32;
    public const ulong OpenBit = 1UL << 40;
    public const ulong CloseBit = 1UL << 48;

    private ulong _care;

    public static bool IsSupported => true;

    public ulong Whitespace { get; private set; }

    public ulong Slashes { get; private set; }

    public ulong Quotes { get; private set; }

    public ulong Commas { get; private set; }

    public ulong Opens { get; private set; }

    public ulong Closes { get; private set; }

    public readonly ulong Care(TextBlockTables tables) => _care;

    public readonly ulong Structure(TextBlockTables tables) => Whitespace | Slashes | Opens | Closes;

    public static TextBlockScalar Load(ref byte source, TextBlockTables tables)
    {
        ref ulong classes = ref MemoryMarshal.GetArrayDataReference(tables.Scalar);
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
            block._care |= (word & 0xFF) << i;
            block.Whitespace |= ((word >> 8) & 0xFF) << i;
            block.Slashes |= ((word >> 16) & 0xFF) << i;
            block.Quotes |= ((word >> 24) & 0xFF) << i;
            block.Commas |= ((word >> 32) & 0xFF) << i;
            block.Opens |= ((word >> 40) & 0xFF) << i;
            block.Closes |= ((word >> 48) & 0xFF) << i;
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
