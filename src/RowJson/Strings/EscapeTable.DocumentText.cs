using System.Diagnostics;
using System.Runtime.Intrinsics;

namespace RowJson;

/// <content>The look-ups of JSON text that is copied, each in the form that a vector level takes.</content>
/// <remarks>
/// In such text the quote is no character to escape: it ends the string. The blocks of text find quotes by themselves, so the quote is
/// in none of the escape classes here.
/// </remarks>
internal sealed partial class EscapeTable
{
    /// <summary>The first letter of <see cref="CanonicalLetters"/>.</summary>
    public const int FirstLetter = 'b';

    private const byte EscapeClass = 0x80;
    private const byte StructureClass = 0x40;

    private ulong[]? _textClasses;

    /// <summary>The escaped bytes by lower nibble, as in EscapeTable.Vectors.cs but without the quote; for 256 and 128 bits.</summary>
    public Vector256<byte> TextEscapeLow { get; }

    /// <summary>The same by upper nibble.</summary>
    public Vector256<byte> TextEscapeHigh { get; }

    /// <summary>
    /// By byte, 0 to 63: bit 7 is set where it needs escaping, bit 6 where it is a bracket, whitespace or a slash. For 512 bits.
    /// </summary>
    public Vector512<byte> TextClassesLow { get; }

    /// <summary>The same for the bytes 64 to 127.</summary>
    public Vector512<byte> TextClassesHigh { get; }

    /// <summary>By byte the class bits of <see cref="TextBlockScalar"/>, one in each of eight lanes; without vectors.</summary>
    public ulong[] TextClasses => _textClasses ??= BuildScalarTextClasses();

    /// <summary>
    /// The escapes of two characters that the encoder writes as the text has them: bit <em>n</em> is the <em>n</em>th letter from
    /// <see cref="FirstLetter"/> on. Escaped quotes, backslashes and slashes are not among them.
    /// </summary>
    public uint CanonicalLetters { get; }

    private bool NeedsEscapingInText(int c) => c != '"' && _needsEscaping[c];

    private static bool IsStructure(int c) => c is '{' or '[' or '}' or ']' or '/' or ' ' or '\t' or '\n' or '\r';

    private (Vector256<byte> Low, Vector256<byte> High) BuildTextNibbleTables()
    {
        const int QuoteColumn = '"' % NibbleCount, QuoteRow = '"' / NibbleCount;
        Vector256<byte> low = _escapeLow.GetLower();
        foreach (int lane in (ReadOnlySpan<int>)[0, NibbleCount])
            low = low.WithElement(lane + QuoteColumn, (byte)(low.GetElement(lane + QuoteColumn) & ~(1 << QuoteRow)));
        return (low, _escapeHigh.GetLower());
    }

    private (Vector512<byte> Low, Vector512<byte> High) BuildTextClasses()
    {
        Span<byte> classes = stackalloc byte[AsciiCount];
        for (int c = 0; c < AsciiCount; c++)
            classes[c] = (byte)((NeedsEscapingInText(c) ? EscapeClass : 0) | (IsStructure(c) ? StructureClass : 0));
        return (Vector512.Create<byte>(classes), Vector512.Create<byte>(classes[Vector512<byte>.Count..]));
    }

    private ulong[] BuildScalarTextClasses()
    {
        var classes = new ulong[byte.MaxValue + 1];
        for (int c = 0; c < classes.Length; c++)
        {
            classes[c] = (NeedsEscapingInText(c) ? TextBlockScalar.EscapeBit : 0) | c switch
            {
                '"' => TextBlockScalar.QuoteBit,
                ' ' or '\t' or '\n' or '\r' => TextBlockScalar.WhitespaceBit,
                '/' => TextBlockScalar.SlashBit,
                ',' => TextBlockScalar.CommaBit,
                '{' or '[' => TextBlockScalar.OpenBit,
                '}' or ']' => TextBlockScalar.CloseBit,
                _ => 0,
            };
        }
        Debug.Assert(Array.TrueForAll(classes, bits => (bits & ~TextBlockScalar.AllBits) == 0), "shifts of 0 to 7 must not collide");
        return classes;
    }

    private uint FindCanonicalLetters()
    {
        uint letters = 0;
        foreach ((char letter, char meaning) in "bfnrt".Zip("\b\f\n\r\t"))
            if (_asciiWords[meaning] == Pack([(byte)'\\', (byte)letter])) letters |= 1u << (letter - FirstLetter);
        return letters;
    }
}
