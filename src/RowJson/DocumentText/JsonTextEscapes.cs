namespace RowJson;

// The answers of an EscapeTable for JSON text that is copied, each in the form that a vector level takes.
// In such text the quote ends the string. The blocks of text find quotes by themselves: they are in none of the escape classes here.
internal sealed class JsonTextEscapes
{
    private const byte EscapeClass = 0x80;
    private const byte StructureClass = 0x40;
    private const byte CanonicalLetterClass = 0x20;

    private readonly EscapeTable _escapes;
    private volatile bool _hasNibbleClasses;

    public JsonTextEscapes(EscapeTable escapes)
    {
        _escapes = escapes;
        EscapeColumns = EscapeTable.ColumnsOf(NeedsEscaping);
        StructureColumns = EscapeTable.ColumnsOf(IsStructure);
        CanonicalColumns = EscapeTable.ColumnsOf(IsCanonicalLetter);
        byte[] classes = BuildClasses();
        ClassesLow = VectorBytes64.Of(classes);
        ClassesHigh = VectorBytes64.Of(classes.AsSpan(VectorBytes64.Length));
    }

    // As in EscapeTable.Vectors.cs, for 256 and 128 bits: the bytes that need escaping, but without the quote; brackets, whitespace and
    // slashes; the letters of escapes of two characters, including quotes and backslashes, that the encoder writes as the text has them.
    public readonly VectorBytes64 EscapeColumns, StructureColumns, CanonicalColumns;

    // See NibbleClasses. For 256 bits, once RequireNibbleClasses has been called.
    public VectorBytes32 ByColumn;

    public VectorBytes32 ByRow;

    // By byte, 0 to 63: bit 7 is set where it needs escaping, bit 6 where it is a bracket, whitespace or a slash, bit 5 where it is the
    // letter of an escape of two characters that the encoder writes in the same way. For 512 bits.
    public readonly VectorBytes64 ClassesLow;

    // The classes of the bytes 64 to 127. For 512 bits.
    public readonly VectorBytes64 ClassesHigh;

    // Creates the classes by nibbles before a text is copied with them: small documents in a new process do without them.
    public void RequireNibbleClasses()
    {
        if (_hasNibbleClasses) return;
        (ByColumn, ByRow) = NibbleClasses.Build(NeedsEscaping);
        _hasNibbleClasses = true;
    }

    private bool NeedsEscaping(byte c) => c != '"' && _escapes.NeedsEscaping(c);

    private static bool IsStructure(byte c) => (char)c is '{' or '[' or '}' or ']' or '/' or ' ' or '\t' or '\n' or '\r';

    // Whether the encoder writes the meaning of this escape of two characters as the same escape.
    private bool IsCanonicalLetter(byte letter) =>
        JsonTextStrings.FindShortEscape(letter, _escapes) == EscapeTable.Pack([(byte)'\\', letter]);

    private byte[] BuildClasses()
    {
        var classes = new byte[2 * VectorBytes64.Length];
        for (int c = 0; c < classes.Length; c++)
        {
            if (NeedsEscaping((byte)c)) classes[c] = EscapeClass;
            if (IsStructure((byte)c)) classes[c] |= StructureClass;
            if (IsCanonicalLetter((byte)c)) classes[c] |= CanonicalLetterClass;
        }
        return classes;
    }
}
