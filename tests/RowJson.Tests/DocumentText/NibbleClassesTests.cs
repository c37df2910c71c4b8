using System.Text.Encodings.Web;
using System.Text.Unicode;

namespace RowJson.Tests;

public class NibbleClassesTests
{
    public static TheoryData<string, string> Encoders => new()
    {
        { "default", "^" },
        { "relaxed", "" },
        { "custom, with more kinds of rows", "OS^qs" },
    };

    [Theory]
    [MemberData(nameof(Encoders))]
    public void Build_anyByte_structureIsExactAndEscapesAreAmongThoseFound(string encoder, string foundInVain)
    {
        bool NeedsEscaping(byte c) => c != '"' && Get(encoder).WillEncode(c);
        (VectorBytes32 byColumn, VectorBytes32 byRow) = NibbleClasses.Build(NeedsEscaping);
        string inVain = "";
        for (int b = 0; b <= byte.MaxValue; b++)
        {
            for (int lane = 0; lane < VectorBytes32.Length; lane += 16)
            {
                int classes = ((ReadOnlySpan<byte>)byColumn)[lane + (b & 0xF)] & ((ReadOnlySpan<byte>)byRow)[lane + (b >> 4)];
                Assert.Equal(" \t\r\n/[]{}".Contains((char)b), classes + NibbleClasses.StructureToSign > sbyte.MaxValue);
                bool isFound = (classes & NibbleClasses.AnyEscape) != 0;
                if (b < ' ') continue;
                if (b > sbyte.MaxValue || NeedsEscaping((byte)b)) Assert.True(isFound, $"{b:X2} is not found");
                else if (isFound && lane == 0) inVain += (char)b;
            }
        }
        Assert.Equal(foundInVain, inVain);
    }

    private static JavaScriptEncoder Get(string name)
    {
        if (name == "default") return JavaScriptEncoder.Default;
        if (name == "relaxed") return JavaScriptEncoder.UnsafeRelaxedJsonEscaping;
        var settings = new TextEncoderSettings(UnicodeRanges.BasicLatin);
        settings.ForbidCharacters('!', '2', '3', 'A', 'B', 'C', 'R', 'a', 'd', 'r');
        return JavaScriptEncoder.Create(settings);
    }
}
