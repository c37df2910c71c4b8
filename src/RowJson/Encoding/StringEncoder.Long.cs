using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
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

    private static int WriteLong(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        position = output.Reserve(position, 1);
        output.At(position++) = (byte)'"';
        fixed (char* characters = value)
        {
            var source = (ushort*)characters;
            int i = 0;
            while (i < value.Length)
            {
                int end = Math.Min(value.Length, i + ChunkLength);
                position = output.Reserve(position, (end - i + Overrun) * EscapeTable.MaxEscapeLength + Slack);
                i = EncodeChunk(source, i, end, value.Length, ref output.At(position), out nint written, escapes);
                position += (int)written;
                Debug.Assert(position <= output.Limit - Slack);
            }
        }
        position = output.Reserve(position, 1);
        output.At(position++) = (byte)'"';
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
        while (i < end)
        {
            // Each block is stored whole; what follows its first character of care is overwritten. A plain block moves on
            // by a constant: as the processor predicts that branch, it begins the next block before this one is tested.
            int rest = length - i;
            int plain;
            if (Vector512.IsHardwareAccelerated && rest >= 64)
            {
                Vector512<byte> block = Vector512.NarrowWithSaturation(Vector512.Load(source + i), Vector512.Load(source + i + 32));
                block.StoreUnsafe(ref destination, (nuint)at);
                Vector512<byte> care = escapes.Care(block);
                if (care == Vector512<byte>.Zero)
                {
                    i += 64;
                    at += 64;
                    continue;
                }
                plain = BitOperations.TrailingZeroCount(~Vector512.Equals(care, Vector512<byte>.Zero).ExtractMostSignificantBits());
            }
            else if (Avx2.IsSupported && rest >= 32)
            {
                Vector256<byte> block = Vector256.NarrowWithSaturation(Vector256.Load(source + i), Vector256.Load(source + i + 16));
                block.StoreUnsafe(ref destination, (nuint)at);
                Vector256<byte> care = escapes.Care(block);
                if (care == Vector256<byte>.Zero)
                {
                    i += 32;
                    at += 32;
                    continue;
                }
                plain = BitOperations.TrailingZeroCount(~Vector256.Equals(care, Vector256<byte>.Zero).ExtractMostSignificantBits());
            }
            else if (Avx512BW.IsSupported)
            {
                // The end of the string.
                Vector256<byte> block = Avx512BW.ConvertToVector256ByteWithSaturation(LoadMasked(source + i, rest));
                block.StoreUnsafe(ref destination, (nuint)at);
                Vector256<byte> care = escapes.Care(block);
                plain = BitOperations.TrailingZeroCount(~Vector256.Equals(care, Vector256<byte>.Zero).ExtractMostSignificantBits());
                if (plain >= rest)
                {
                    at += rest;
                    i = length;
                    break;
                }
            }
            else if (Vector128.IsHardwareAccelerated)
            {
                int count = Math.Min(rest, 16);
                Vector128<byte> block = LoadNarrow16(source + i, count, i);
                block.StoreUnsafe(ref destination, (nuint)at);
                plain = BitOperations.TrailingZeroCount(
                    ~Vector128.Equals(escapes.Care(block), Vector128<byte>.Zero).ExtractMostSignificantBits());
                if (plain >= count)
                {
                    i += count;
                    at += count;
                    continue;
                }
            }
            else plain = 0;

            i += plain;
            at += plain;
            uint unit = source[i];
            if (unit < 0x80)
            {
                at += WriteAscii(unit, ref Unsafe.Add(ref destination, at), escapes);
                i++;
            }
            else
            {
                i = EncodeNonAscii(source, i, end, length, ref Unsafe.Add(ref destination, at), out nint more, escapes);
                at += more;
            }
        }
        written = at;
        return i;
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

    /// <summary>One ASCII character, escaped or not; touches eight bytes. Returns the bytes that count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteAscii(uint unit, ref byte destination, EscapeTable escapes)
    {
        ulong word = escapes.AsciiEscapeWord(unit);
        if (word == 0) word = unit | (1UL << EscapeTable.EscapeLengthShift);
        Store(ref destination, word);
        return (int)(word >> EscapeTable.EscapeLengthShift);
    }

    /// <summary>Stores a word's bytes, the lowest first, on any machine.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(ref byte destination, ulong word) =>
        BinaryPrimitives.WriteUInt64LittleEndian(MemoryMarshal.CreateSpan(ref destination, sizeof(ulong)), word);
}
