using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

/// <summary>
/// Writes .NET strings as quoted JSON strings in UTF-8, with the bytes of <c>Utf8JsonWriter.WriteStringValue</c>.
/// </summary>
/// <remarks>
/// Checking and narrowing are one pass: a block of characters is narrowed to bytes, stored, and tested by two look-ups
/// (<see cref="EscapeTable"/>). Cells are mostly short and mostly plain, so that case is one test without a loop; everything
/// else restarts in <see cref="WriteLong"/>.
/// </remarks>
internal static unsafe partial class StringEncoder
{
    /// <summary>The widest vector of narrowed text on the short path.</summary>
    private const int BlockLength = 32;

    /// <summary>The longest string taken by the short path: two blocks that overlap, of 32 bytes or of 16.</summary>
    private static int ShortLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx2.IsSupported ? 2 * BlockLength : BlockLength;
    }

    /// <summary>
    /// Room for a plain short string: 1 (quote) + 64 (every store ends by the 32nd byte, or at the end of the text) + 1 (quote).
    /// </summary>
    private const int ShortRoom = 1 + 2 * BlockLength + 1;

    /// <summary>Room for any short string: 1 (quote) + 64 × 6 (escapes) + 64 (the widest store, which may begin at their end).</summary>
    private const int UnusualRoom = 1 + 2 * BlockLength * EscapeTable.MaxEscapeLength + 64;

    /// <summary>Writes <paramref name="value"/> in quotes at <paramref name="position"/>; returns the position behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteQuoted(Utf8Output output, int position, string value, EscapeTable escapes) =>
        WriteQuoted(output, position, value.AsSpan(), escapes);

    /// <summary>Writes <paramref name="value"/> in quotes at <paramref name="position"/>; returns the position behind it.</summary>
    public static int WriteQuoted(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        int length = value.Length;
        if (!escapes.WritesHexEscapes) return WriteCustom(output, position, value, escapes);
        if (length > ShortLength || !Vector128.IsHardwareAccelerated) return WriteLong(output, position, value, escapes);

        position = output.Reserve(position, ShortRoom);
        ref byte quote = ref output.At(position, ShortRoom);
        ref byte text = ref Unsafe.Add(ref quote, 1);
        fixed (char* source = value)
        {
            bool plain;
            if (length == 0) plain = true;
            else if (length > BlockLength) plain = Narrow33To64((ushort*)source, length, ref text, escapes);
            else if (Avx512BW.IsSupported) plain = NarrowMasked((ushort*)source, length, ref text, escapes);
            else if (length >= 16) plain = Narrow16To32((ushort*)source, length, ref text, escapes);
            else if (length >= 8) plain = Narrow8To15((ushort*)source, length, ref text, escapes);
            else plain = NarrowTo7((ushort*)source, length, ref text, escapes);
            if (!plain) return WriteUnusual(output, position, value, escapes);
        }
        quote = (byte)'"';
        Unsafe.Add(ref text, length) = (byte)'"';
        return position + length + 2;
    }

    /// <summary>A short string that is not plain.</summary>
    private static int WriteUnusual(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        if (Avx512Vbmi2.IsSupported)
        {
            position = output.Reserve(position, UnusualRoom);
            ref byte quote = ref output.At(position, UnusualRoom);
            fixed (char* source = value)
            {
                int length = EncodeShort((ushort*)source, value.Length, ref Unsafe.Add(ref quote, 1), escapes);
                if (length >= 0)
                {
                    quote = (byte)'"';
                    Unsafe.Add(ref quote, 1 + length) = (byte)'"';
                    return position + length + 2;
                }
            }
        }
        return WriteLong(output, position, value, escapes);
    }

    /// <summary>Any length up to 32 at once: what the mask leaves out is neither read nor able to fault.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool NarrowMasked(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length <= BlockLength);
        Vector512<ushort> loaded = LoadMasked(source, length);
        Vector256<byte> narrowed = Avx512BW.ConvertToVector256ByteWithSaturation(loaded);
        narrowed.StoreUnsafe(ref text);
        return escapes.Care(narrowed) == Vector256<byte>.Zero;
    }

    /// <summary>Loads up to 32 code units; the rest is spaces, which hardly any encoder escapes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ushort> LoadMasked(ushort* source, int length)
    {
        Vector512<ushort> mask = Vector512.LessThan(Vector512<ushort>.Indices, Vector512.Create((ushort)length));
        return Avx512BW.MaskLoad(source, mask, Vector512.Create((ushort)' '));
    }

    /// <summary>Two blocks of 32 that overlap.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow33To64(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(Avx2.IsSupported && length is >= BlockLength and <= 2 * BlockLength);
        Vector256<byte> first = NarrowSigned(source);
        Vector256<byte> last = NarrowSigned(source + length - BlockLength);
        first.StoreUnsafe(ref text);
        last.StoreUnsafe(ref text, (nuint)(length - BlockLength));
        return (escapes.Care(first) | escapes.Care(last)) == Vector256<byte>.Zero;
    }

    /// <summary>Two blocks of 16 that overlap.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow16To32(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length is >= 16 and <= BlockLength);
        ushort* tail = source + length - 16;
        Vector128<byte> first = Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + 8));
        Vector128<byte> last = Vector128.NarrowWithSaturation(Vector128.Load(tail), Vector128.Load(tail + 8));
        first.StoreUnsafe(ref text);
        last.StoreUnsafe(ref text, (nuint)(length - 16));
        return (escapes.Care(first) | escapes.Care(last)) == Vector128<byte>.Zero;
    }

    /// <summary>Two blocks of 8 that overlap, tested as one vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow8To15(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length is >= 8 and <= 15);
        Vector128<byte> both = Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + length - 8));
        Unsafe.WriteUnaligned(ref text, both.AsUInt64().ToScalar());
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref text, length - 8), both.AsUInt64().GetElement(1));
        return escapes.Care(both) == Vector128<byte>.Zero;
    }

    /// <summary>Up to 7 code units, gathered into one vector by overlapping loads.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool NarrowTo7(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length <= 7);
        Vector128<ushort> units = LoadTo7(source, length, ' ');
        Vector128<byte> narrowed = Vector128.NarrowWithSaturation(units, units);
        Unsafe.WriteUnaligned(ref text, narrowed.AsUInt64().ToScalar());
        return escapes.Care(narrowed) == Vector128<byte>.Zero;
    }

    /// <summary>Loads up to 7 code units without reading behind them; <paramref name="filler"/> is in the other places.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> LoadTo7(ushort* source, int length, char filler)
    {
        Debug.Assert(length <= 7);
        ulong filling = filler * 0x0001_0001_0001_0001UL;
        if (length >= 4)
        {
            // 4 from the front, and the last 4 moved down over the 8 - length that both hold.
            ulong first = *(ulong*)source;
            ulong last = *(ulong*)(source + length - 4);
            int shared = 8 - length;
            ulong rest = length == 4 ? filling : (last >> (16 * shared)) | (filling << (64 - 16 * shared));
            return Vector128.Create(first, rest).AsUInt16();
        }
        ulong units = filling;
        if (length > 0)
        {
            // 1: the same one three times; 2: the first, the last twice; 3: each once.
            int middle = length >> 1;
            int last = length - 1;
            units = source[0] | ((ulong)source[middle] << (16 * middle)) | ((ulong)source[last] << (16 * last)) | (filling << (16 * length));
        }
        return Vector128.Create(units, filling).AsUInt16();
    }
}
