using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

// Text outside ASCII that stands as it is, 32 code units at a time: for encoders that let some of it stand.
internal static unsafe partial class StringEncoder
{
    /// <summary>Code units judged at once: a 512-bit vector of them.</summary>
    private const int WideLength = 32;

    /// <summary>
    /// Transcodes units as long as 32 of them, or what is left of the string, are known to stand as they are; returns where it
    /// stopped. Goes on up to 31 units behind <paramref name="end"/>, and touches 64 bytes behind the last that counts at most.
    /// </summary>
    private static int TranscodeAllowed(
        ushort* source, int i, int end, int length, ref byte destination, out nint written, EscapeTable escapes)
    {
        Debug.Assert(Avx512Vbmi2.IsSupported && !escapes.EscapesAllNonAscii);
        Utf8AllowedPages pages = escapes.AllowedPages;
        nint at = 0;
        while (i < end)
        {
            int count = Math.Min(length - i, WideLength);
            Vector512<ushort> units = count == WideLength ? Vector512.Load(source + i) : LoadMasked(source + i, count);
            if (!pages.AllowAll(units)) break;
            at += Transcode16(units.GetLower(), count, ref Unsafe.Add(ref destination, at));
            if (count > 16) at += Transcode16(units.GetUpper(), count - 16, ref Unsafe.Add(ref destination, at));
            i += count;
        }
        written = at;
        return i;
    }

    /// <summary>
    /// Writes the first <paramref name="count"/> units, at most 16, in UTF-8: each in a lane of four bytes, of which those that are
    /// not zero are packed (the text has no zero). Touches 64 bytes; returns the bytes that count.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Transcode16(Vector256<ushort> units, int count, ref byte destination)
    {
        Vector512<uint> lanes = Avx512F.ConvertToVector512UInt32(units);

        // As in Encode8, two units to each eight bytes: the second one's bits begin at 32 (0x20).
        Vector512<uint> three = Fields(lanes, 0x20_20_26_2C_00_00_06_0C, 0x003F_3F0F) | Vector512.Create(0x80_80_E0u);
        Vector512<uint> two = Fields(lanes, 0x20_20_20_26_00_00_00_06, 0x3F1F) | Vector512.Create(0x80_C0u);
        Vector512<uint> text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x800u)), two, three);
        text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x80u)), lanes, text);
        text &= Vector512.LessThan(Vector512<uint>.Indices, Vector512.Create((uint)count));
        Vector512<byte> kept = Vector512.GreaterThan(text.AsByte(), Vector512<byte>.Zero);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, text.AsByte()).StoreUnsafe(ref destination);
        return BitOperations.PopCount(kept.ExtractMostSignificantBits());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<uint> Fields(Vector512<uint> lanes, ulong control, uint mask) =>
        Avx512Vbmi.MultiShift(Vector512.Create(control).AsByte(), lanes.AsUInt64()).AsUInt32() & Vector512.Create(mask);
}
