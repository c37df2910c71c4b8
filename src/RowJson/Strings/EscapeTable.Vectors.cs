using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

/// <content>Which bytes of a vector need escaping, by vector level.</content>
/// <remarks>
/// ASCII is a table of 8 rows (the upper nibble of a byte) and 16 columns (the lower nibble). One vector has for each column a bit
/// for every row that needs escaping, the other has for each row its bit. With the default encoder:
/// <code>
/// byte                            a = 0x61    " = 0x22    > = 0x3E
/// _escapeLow[lower nibble]        00000011    00000111    00001011    columns 1, 2, E: rows 0 and 1 are control characters
/// _escapeHigh[upper nibble]       01000000    00000100    00001000    rows 6, 2, 3
/// both: not 0 if escaped          00000000    00000100    00001000
/// </code>
/// The shuffles give 0 for bytes of 0x80 and above, or anything: these need a test of their own, which is their highest bit.
/// </remarks>
internal sealed partial class EscapeTable
{
    private const int NibbleCount = 16;
    private const int AsciiRowCount = AsciiCount / NibbleCount;

    // One table of 16 bytes for each 128-bit lane, as the shuffles want it.
    private readonly Vector512<byte> _escapeLow;
    private readonly Vector512<byte> _escapeHigh;

    private Vector128<byte> EscapeLow128 => _escapeLow.GetLower().GetLower();

    private Vector128<byte> EscapeHigh128 => _escapeHigh.GetLower().GetLower();

    /// <summary>
    /// Marks the bytes that are not simply copied (see <see cref="NeedsEscaping(byte)"/>): some bit of theirs is set.
    /// All zero means that the whole vector may be copied.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector128<byte> NeedsEscaping(Vector128<byte> text)
    {
        Vector128<byte> high = Vector128.ShuffleNative(EscapeHigh128, (text.AsUInt16() >>> 4).AsByte() & Vector128.Create((byte)0x0F));
        Vector128<byte> low = Vector128.ShuffleNative(EscapeLow128, text & Vector128.Create((byte)0x0F));
        return (high & low) | (text & Vector128.Create((byte)0x80));
    }

    /// <inheritdoc cref="NeedsEscaping(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector256<byte> NeedsEscaping(Vector256<byte> text)
    {
        Vector256<byte> high = Avx2.Shuffle(_escapeHigh.GetLower(), (text.AsUInt16() >>> 4).AsByte() & Vector256.Create((byte)0x0F));
        return (high & Avx2.Shuffle(_escapeLow.GetLower(), text)) | (text & Vector256.Create((byte)0x80));
    }

    /// <inheritdoc cref="NeedsEscaping(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> NeedsEscaping(Vector512<byte> text)
    {
        Vector512<byte> high = Avx512BW.Shuffle(_escapeHigh, (text.AsUInt16() >>> 4).AsByte() & Vector512.Create((byte)0x0F));
        return (high & Avx512BW.Shuffle(_escapeLow, text)) | (text & Vector512.Create((byte)0x80));
    }

    private (Vector512<byte> Low, Vector512<byte> High) BuildNibbleTables()
    {
        Span<byte> low = stackalloc byte[NibbleCount];
        Span<byte> high = stackalloc byte[NibbleCount];
        low.Clear();
        high.Clear();
        for (int row = 0; row < AsciiRowCount; row++) high[row] = (byte)(1 << row);
        for (int c = 0; c < AsciiCount; c++)
            if (_needsEscaping[c]) low[c % NibbleCount] |= high[c / NibbleCount];
        return (Repeat(low), Repeat(high));
    }

    private static Vector512<byte> Repeat(ReadOnlySpan<byte> lane)
    {
        Vector128<byte> one = Vector128.Create(lane);
        Vector256<byte> two = Vector256.Create(one, one);
        return Vector512.Create(two, two);
    }
}
