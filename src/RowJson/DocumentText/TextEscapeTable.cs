using System.Diagnostics;

namespace RowJson;

/// <summary>The answers of an <see cref="EscapeTable"/> for JSON text that is copied, each in the form that a vector level takes.</summary>
/// <remarks>
/// In such text the quote needs no escape: it ends the string. The blocks of text find quotes by themselves, so the quote is
/// in none of the escape classes here.
/// </remarks>
internal sealed class TextEscapeTable
{
    /// <summary>The first letter of <see cref="CanonicalLetters"/>.</summary>
    public const int FirstLetter = 'b';

    private const byte EscapeClass = 0x80;
    private const byte StructureClass = 0x40;
    private const byte CanonicalLetterClass = 0x20;

    private readonly EscapeTable _escapes;
    private ulong[]? _classes;
    private volatile bool _hasNibbleClasses;

    public TextEscapeTable(EscapeTable escapes)
    {
        _escapes = escapes;
        EscapeLow = VectorBytes32.Of(escapes.ColumnsWithoutQuote);
        EscapeHigh = VectorBytes32.Of(escapes.Rows);
        byte[] classes = BuildClasses();
        ClassesLow = VectorBytes64.Of(classes);
        ClassesHigh = VectorBytes64.Of(classes.AsSpan(VectorBytes64.Length));
        CanonicalLetters = FindCanonicalLetters();
        CanonicalColumns = VectorBytes32.Of(FindCanonicalColumns());
    }

    /// <summary>The escaped bytes by lower nibble, as in EscapeTable.Vectors.cs but without the quote; for 256 and 128 bits.</summary>
    public readonly VectorBytes32 EscapeLow;

    /// <summary>The escaped bytes by upper nibble.</summary>
    public readonly VectorBytes32 EscapeHigh;

    /// <summary>See <see cref="NibbleClasses"/>. For 256 bits, once <see cref="RequireNibbleClasses"/> has been called.</summary>
    public VectorBytes32 ByColumn;

    /// <inheritdoc cref="ByColumn"/>
    public VectorBytes32 ByRow;

    /// <summary>
    /// By byte, 0 to 63: bit 7 is set where it needs escaping, bit 6 where it is a bracket, whitespace or a slash,
    /// bit 5 where it is one of <see cref="CanonicalLetters"/>, or a quote or backslash of which the escape is. For 512 bits.
    /// </summary>
    public readonly VectorBytes64 ClassesLow;

    /// <summary>The classes of the bytes 64 to 127. For 512 bits.</summary>
    public readonly VectorBytes64 ClassesHigh;

    /// <summary>By byte the class bits of <see cref="TextBlockScalar"/>, one in each of eight lanes; without vectors.</summary>
    public ulong[] Classes => _classes ??= BuildScalarClasses();

    /// <summary>
    /// The escapes of two characters that the encoder writes as the text has them: bit <em>n</em> is the <em>n</em>th letter from
    /// <see cref="FirstLetter"/> on. Escaped quotes, backslashes and slashes are not among them.
    /// </summary>
    public uint CanonicalLetters { get; }

    /// <summary>
    /// The letters of all these escapes, of quotes and backslashes too, by lower nibble: a bit for each upper nibble. For 256 and 128 bits.
    /// </summary>
    public readonly VectorBytes32 CanonicalColumns;

    /// <summary>Makes the classes by nibbles, before a text is copied with them: small documents of a new process go without.</summary>
    public void RequireNibbleClasses()
    {
        if (_hasNibbleClasses) return;
        (ByColumn, ByRow) = NibbleClasses.Build(NeedsEscaping);
        _hasNibbleClasses = true;
    }

    private bool NeedsEscaping(int c) => c != '"' && _escapes.NeedsEscaping((byte)c);

    private byte[] BuildClasses()
    {
        var classes = new byte[2 * VectorBytes64.Length];
        for (int c = 0; c < classes.Length; c++)
        {
            if (NeedsEscaping(c)) classes[c] = EscapeClass;
            if (c is '{' or '[' or '}' or ']' or '/' or ' ' or '\t' or '\n' or '\r') classes[c] |= StructureClass;
        }
        foreach (byte letter in "bfnrt\"\\"u8)
            if (IsCanonicalEscape(letter)) classes[letter] |= CanonicalLetterClass;
        return classes;
    }

    private ulong[] BuildScalarClasses()
    {
        var classes = new ulong[byte.MaxValue + 1];
        for (int c = 0; c < classes.Length; c++)
        {
            classes[c] = (NeedsEscaping(c) ? TextBlockScalar.EscapeBit : 0) | c switch
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
        foreach (byte letter in "bfnrt"u8)
            if (IsCanonicalEscape(letter)) letters |= 1u << (letter - FirstLetter);
        return letters;
    }

    private byte[] FindCanonicalColumns()
    {
        var columns = new byte[VectorBytes32.Length];
        foreach (byte letter in "bfnrt\"\\"u8)
        {
            if (!IsCanonicalEscape(letter)) continue;
            columns[letter & 0xF] |= (byte)(1 << (letter >> 4));
            columns[16 + (letter & 0xF)] |= (byte)(1 << (letter >> 4));
        }
        return columns;
    }

    /// <summary>Whether the encoder writes the meaning of an escape of two characters by this escape.</summary>
    private bool IsCanonicalEscape(byte letter) =>
        _escapes.AsciiWord(JsonTextStrings.MeaningOf(letter)) == EscapeTable.Pack([(byte)'\\', letter]);
}
