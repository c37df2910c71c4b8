namespace RowJson;

// Selects bytes of a vector by index.
internal static class ByteShuffle
{
    // The bytes of values at indices from 0 to 15; 0 for the index 0xFF.
    // Native AOT compiles for processors without SSSE3 as well. There the framework's method is a loop, whatever processor is at hand: with
    // it, half of the time of a list of objects was spent in a Guid.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Select(Vector128<byte> values, Vector128<byte> indices) =>
        Ssse3.IsSupported ? Ssse3.Shuffle(values, indices) : Vector128.ShuffleNative(values, indices);
}
