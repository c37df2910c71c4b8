using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

// Strings that are long, or hold something to escape: blocks up to the first character of care, that character, blocks again.
internal static unsafe partial class StringEncoder
{
    /// <summary>
    /// Code units for which room is reserved at a time, at six bytes each: a string that grows sixfold still never makes
    /// the buffer grow far ahead of what is written.
    /// </summary>
    private const int ChunkLength = 512;

    /// <summary>A chunk's last block may take this many code units of the next: 64 (the widest block) - 1.</summary>
    private const int Overrun = 63;

    /// <summary>The widest store at a chunk's last byte: 64, more than a quote.</summary>
    private const int Slack = 64;

    /// <summary>Plain code units behind an escape before wide blocks are tried again: 4 × 16.</summary>
    private const int CalmLength = 64;

    // Not inlined: the compiler has a budget for a method and all that it inlines, and the loop over cells needs it for more.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteLong(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        position = output.Reserve(position, 1);
        output.At(position++) = (byte)'"';
        fixed (char* characters = value)
        {
            int i = 0;
            do
            {
                int end = Math.Min(value.Length, i + ChunkLength);
                int most = Math.Min(value.Length, end + Overrun) - i;
                int room = most * EscapeTable.MaxEscapeLength + Slack;
                position = output.Reserve(position, room);
                i = EncodeChunk((ushort*)characters, i, end, value.Length, ref output.At(position, room), out nint written, escapes);
                position += (int)written;
                Debug.Assert(position <= output.Limit - Slack);
            }
            while (i < value.Length);
        }
        output.At(position++) = (byte)'"';   // within the slack
        return position;
    }

    /// <summary>
    /// Encodes from <paramref name="i"/> until at least <paramref name="end"/>; returns where it stopped. It may go on up to
    /// <see cref="Overrun"/> units behind <paramref name="end"/>, never to <paramref name="length"/>.
    /// </summary>
    private static int EncodeChunk(
        ushort* source, int i, int end, int length, ref byte destination, out nint written, EscapeTable escapes)
    {
        nint at = 0;
        int wideFrom = i;
        while (i < end)
        {
            if (i >= wideFrom)
            {
                int plain = WritePlain(source + i, length - i, ref Unsafe.Add(ref destination, at), escapes);
                i += plain;
                at += plain;
                if (plain > 0) continue;
            }

            int count = Math.Min(length - i, 16);
            if (Vector128.IsHardwareAccelerated)
            {
                Vector128<byte> block = LoadNarrow16(source + i, count, i);
                block.StoreUnsafe(ref destination, (nuint)at);
                Vector128<byte> care = escapes.Care(block);
                if (care == Vector128<byte>.Zero)
                {
                    i += count;
                    at += count;
                    continue;
                }
                uint nonAscii = block.ExtractMostSignificantBits();
                uint escaped = ~Vector128.Equals(care, Vector128<byte>.Zero).ExtractMostSignificantBits() & ((1u << count) - 1);
                wideFrom = i + CalmLength;
                at += EscapeBlock(source + i, block, ref count, nonAscii, escaped, ref Unsafe.Add(ref destination, at), escapes);
            }
            else
            {
                count = 0;
                for (; i < end && source[i] < 0x80; i++) at += WriteAscii(source[i], ref Unsafe.Add(ref destination, at), escapes);
            }
            i += count;
            if (i < length && source[i] >= 0x80)
            {
                i = EncodeNonAscii(source, i, end, length, ref Unsafe.Add(ref destination, at), out nint more, escapes);
                at += more;
            }
        }
        written = at;
        return i;
    }

    /// <summary>
    /// Writes the next wide block if nothing in it needs care, the end of the string where the hardware can mask it; returns
    /// the units written, or 0. Touches up to 64 bytes in any case.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WritePlain(ushort* source, int rest, ref byte destination, EscapeTable escapes)
    {
        // Each length returned is a constant behind a branch: as the processor predicts that branch, it begins the next
        // block before this one is tested.
        if (Vector512.IsHardwareAccelerated && rest >= 64)
        {
            Vector512<byte> block = Vector512.NarrowWithSaturation(Vector512.Load(source), Vector512.Load(source + 32));
            block.StoreUnsafe(ref destination);
            return escapes.Care(block) == Vector512<byte>.Zero ? 64 : 0;
        }
        if (Avx2.IsSupported && rest >= 32)
        {
            Vector256<byte> block = NarrowSigned(source);
            block.StoreUnsafe(ref destination);
            if (rest < 64) return escapes.Care(block) == Vector256<byte>.Zero ? 32 : 0;
            Vector256<byte> next = NarrowSigned(source + 32);
            next.StoreUnsafe(ref destination, 32);
            return (escapes.Care(block) | escapes.Care(next)) == Vector256<byte>.Zero ? 64 : 0;
        }
        if (Avx512BW.IsSupported && NarrowMasked(source, Math.Min(rest, BlockLength), ref destination, escapes)) return rest;
        return 0;
    }

    /// <summary>
    /// Narrows 32 code units by the one instruction there is, which takes them as signed: from U+8000 on they become zero, a
    /// character that every encoder escapes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> NarrowSigned(ushort* source)
    {
        Vector256<byte> packed = Avx2.PackUnsignedSaturate(Vector256.Load((short*)source), Vector256.Load((short*)source + 16));
        return Avx2.Permute4x64(packed.AsUInt64(), 0b11_01_10_00).AsByte();   // it packs each half by itself
    }

    /// <summary>
    /// Narrows up to 16 code units, the last of the string among them if fewer: the load then steps back to units
    /// already done (<paramref name="before"/> of them are there), which are shifted out.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadNarrow16(ushort* source, int count, int before)
    {
        Debug.Assert(count is >= 1 and <= 16);
        if (count == 16) return Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + 8));
        if (count >= 8)
        {
            // The last 8 overlap the first 8 by 16 - count bytes.
            Vector128<byte> both = Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + count - 8));
            ulong last = both.AsUInt64().GetElement(1);
            ulong upper = count == 8 ? 0 : last >> (8 * (16 - count));
            return Vector128.Create(both.AsUInt64().ToScalar(), upper).AsByte();
        }
        Vector128<ushort> units;
        if (before + count < 8) units = LoadTo7(source, count, ' ');
        else
        {
            Vector128<ushort> last = Vector128.Load(source + count - 8);
            ulong shifted = Vector128.NarrowWithSaturation(last, last).AsUInt64().ToScalar() >> (8 * (8 - count));
            return Vector128.CreateScalar(shifted).AsByte();
        }
        return Vector128.NarrowWithSaturation(units, units);
    }

    /// <summary>
    /// Writes the escapes of a block that is stored already, up to its first non-ASCII unit, which becomes
    /// <paramref name="count"/>. What follows an escape is stored again from the register, so that the text is not tested
    /// twice and only the position depends on what was written before. Returns the bytes that count.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint EscapeBlock(
        ushort* source, Vector128<byte> block, ref int count, uint nonAscii, uint escaped, ref byte destination, EscapeTable escapes)
    {
        if (nonAscii != 0)
        {
            count = Math.Min(count, BitOperations.TrailingZeroCount(nonAscii));
            escaped &= (1u << count) - 1;
        }
        nint at = 0;
        int done = 0;
        for (; escaped != 0; escaped &= escaped - 1)
        {
            int next = BitOperations.TrailingZeroCount(escaped);
            at += next - done;
            at += WriteAscii(source[next], ref Unsafe.Add(ref destination, at), escapes);
            done = next + 1;

            // Indices from 16 on select anything: those bytes are behind the block's end.
            Vector128<byte> rest = Vector128.ShuffleNative(block, Vector128<byte>.Indices + Vector128.Create((byte)done));
            rest.StoreUnsafe(ref destination, (nuint)at);
        }
        return at + count - done;
    }

    /// <summary>One ASCII character, escaped or not; touches eight bytes. Returns the bytes that count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteAscii(uint unit, ref byte destination, EscapeTable escapes)
    {
        ulong word = escapes.AsciiWord(unit);
        Digits.Store(ref destination, word);
        return (int)(word >> EscapeTable.EscapeLengthShift);
    }
}
