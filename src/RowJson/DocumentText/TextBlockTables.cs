using System.Diagnostics;
using System.Runtime.Intrinsics;

namespace RowJson;

/// <summary>What an encoder takes care of, in the shapes that the blocks look it up in. Immutable.</summary>
internal sealed class TextBlockTables
{
    private const byte CareClass = 0x80;
    private const byte StructureClass = 0x40;

    private readonly EscapeTable _escapes;
    private ulong[]? _scalar;

    public TextBlockTables(EscapeTable escapes)
    {
        _escapes = escapes;

        // The quote is in the escape table, but in the text of a document a quote ends the string: 0x22 is bit 2 of entry 2.
        Vector128<byte> low = escapes.CareLow.WithElement(2, (byte)(escapes.CareLow.GetElement(2) & ~(1 << 2)));
        CareLow = Vector256.Create(low, low);
        CareHigh = Vector256.Create(escapes.CareHigh, escapes.CareHigh);

        Span<byte> classes = stackalloc byte[128];
        for (int c = 0; c < 128; c++) classes[c] = (byte)((IsCare(c) ? CareClass : 0) | (IsStructure(c) ? StructureClass : 0));
        ClassesFirstHalf = Vector512.Create<byte>(classes);
        ClassesSecondHalf = Vector512.Create<byte>(classes[64..]);
    }

    /// <summary><see cref="EscapeTable.CareLow"/> without the quote, twice.</summary>
    public Vector256<byte> CareLow { get; }

    /// <summary><see cref="EscapeTable.CareHigh"/>, twice.</summary>
    public Vector256<byte> CareHigh { get; }

    /// <summary><see cref="CareClass"/> and <see cref="StructureClass"/> of the bytes 0 to 63.</summary>
    public Vector512<byte> ClassesFirstHalf { get; }

    /// <summary>The same of the bytes 64 to 127.</summary>
    public Vector512<byte> ClassesSecondHalf { get; }

    /// <summary>For each byte one of <see cref="TextBlockScalar"/>'s class bits, or several, eight bits apart.</summary>
    public ulong[] Scalar => _scalar ??= BuildScalar();

    private bool IsCare(int c) => c is '\\' || (c is not '"' && _escapes.AsciiEscape(c) is not null);

    private static bool IsStructure(int c) => c is '{' or '[' or '}' or ']' or '/' or ' ' or '\t' or '\n' or '\r';

    private ulong[] BuildScalar()
    {
        var classes = new ulong[256];
        for (int c = 0; c < 256; c++)
        {
            ulong bits = c >= 128 || IsCare(c) ? TextBlockScalar.CareBit : 0;
            bits |= c switch
            {
                '"' => TextBlockScalar.QuoteBit,
                ' ' or '\t' or '\n' or '\r' => TextBlockScalar.WhitespaceBit,
                '/' => TextBlockScalar.SlashBit,
                ',' => TextBlockScalar.CommaBit,
                '{' or '[' => TextBlockScalar.OpenBit,
                '}' or ']' => TextBlockScalar.CloseBit,
                _ => 0,
            };
            classes[c] = bits;
        }
        Debug.Assert(Array.TrueForAll(classes, bits => (bits & ~0x0101_0101_0101_0101UL) == 0), "one bit a class, for shifts must not collide");
        return classes;
    }
}
