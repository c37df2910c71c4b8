namespace RowJson;

// The 32 bytes of a vector, kept in an object.
// Not as a field of the vector's type: ReadyToRun compiles no method that touches a vector of 256 or 512 bits, and the constructor of what
// holds one is such a method. A copy of these bytes is one load and one store all the same.
[InlineArray(Length)]
internal struct VectorBytes32
{
    public const int Length = 32;

    private byte _first;

    public readonly Vector128<byte> Lower128 => Unsafe.ReadUnaligned<Vector128<byte>>(in _first);

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
