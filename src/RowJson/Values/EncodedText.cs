namespace RowJson;

// A text that is written over and over, such as that of an enumeration's value. One store writes most of them.
internal sealed class EncodedText(byte[] utf8)
{
    public readonly byte[] Utf8 = utf8;

    public readonly int Length = utf8.Length;

    // The text with bytes after it, which are overwritten by what comes next, or the beginning of a longer text.
    public readonly VectorBytes32 Head = VectorBytes32.Of([.. utf8, .. new byte[VectorBytes32.Length]]);
}
