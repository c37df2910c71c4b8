namespace RowJson;

// The 32 bytes of a vector, kept in an object. Not as a field of the vector's type: ReadyToRun compiles no method that touches a vector of
// 256 or 512 bits, and the constructor of a type with one is such a method. A copy of these bytes is one load and one store all the same.
[InlineArray(Length)]
internal struct VectorBytes32
{
    public const int Length = 32;

    private byte _first;

    public readonly Vector256<byte> Vector256 => Unsafe.ReadUnaligned<Vector256<byte>>(in _first);

    public static VectorBytes32 Of(ReadOnlySpan<byte> bytes) =>
        Unsafe.ReadUnaligned<VectorBytes32>(in MemoryMarshal.GetReference(bytes[..Length]));
}

// The 64 bytes of a vector, kept in an object as VectorBytes32 are.
[InlineArray(Length)]
internal struct VectorBytes64
{
    public const int Length = 64;

    private byte _first;

    public readonly Vector128<byte> Lower128 => Unsafe.ReadUnaligned<Vector128<byte>>(in _first);

    public readonly Vector256<byte> Lower256 => Unsafe.ReadUnaligned<Vector256<byte>>(in _first);

    public readonly Vector512<byte> Vector512 => Unsafe.ReadUnaligned<Vector512<byte>>(in _first);

    public static VectorBytes64 Of(ReadOnlySpan<byte> bytes) =>
        Unsafe.ReadUnaligned<VectorBytes64>(in MemoryMarshal.GetReference(bytes[..Length]));
}

internal static class ByteShuffle
{
    // The bytes of values at indices from 0 to 15; 0 for the index 0xFF. Native AOT compiles for processors without SSSE3 as well. There
    // the framework's method is a loop, whatever processor is at hand: with it, half of the time of a list of objects was spent in a Guid.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Select(Vector128<byte> values, Vector128<byte> indices) =>
        Ssse3.IsSupported ? Ssse3.Shuffle(values, indices) : Vector128.ShuffleNative(values, indices);
}

// Up to four bytes in a register: one store writes them, and the length says how many count.
internal readonly struct ShortText
{
    public const int MaxLength = sizeof(uint);

    public ShortText(ReadOnlySpan<byte> text)
    {
        Debug.Assert(text.Length <= MaxLength);
        Span<byte> bytes = stackalloc byte[MaxLength];
        bytes.Clear();
        text.CopyTo(bytes);
        Bytes = BitConverter.ToUInt32(bytes);
        Length = text.Length;
    }

    public readonly uint Bytes;

    public readonly int Length;
}

// A text that is written over and over, such as that of an enumeration's value. One store writes most of them.
internal sealed class EncodedText(byte[] utf8)
{
    public readonly byte[] Utf8 = utf8;

    public readonly int Length = utf8.Length;

    // The text with bytes after it, which are overwritten by what comes next, or the beginning of a longer text.
    public readonly VectorBytes32 Head = VectorBytes32.Of([.. utf8, .. new byte[VectorBytes32.Length]]);
}
