using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

public class NameDecoderTests
{
    public static TheoryData<string> Spellings =>
    [
        "", "a", "name", "näme 中文 😀", """\u0061""", """\"\\\/\b\f\n\r\t""", """x\u00e9\u00E9y""", """\ud83d\ude00""", """a\ud83D\uDE00b😀""", """\u0000""",
        """\u00610""", new string('n', 1024), new string('é', 1025), new string('x', 100_000), string.Concat(Enumerable.Repeat("""\u0061""", 5000)),
    ];

    [Theory]
    [MemberData(nameof(Spellings))]
    public void Decode_anySpelling_givesTheName(string spelling)
    {
        var decoder = new NameDecoder();
        JsonProperty property = Property(Encoding.UTF8.GetBytes(spelling));
        for (int round = 0; round < 2; round++)
        {
            decoder.Decode(JsonMarshal.GetRawUtf8PropertyName(property)).ToString().Should().Be(property.Name);
            decoder.Trim();
        }
    }

    [Theory]
    [MemberData(nameof(Spellings))]
    public void Decode_anySpelling_isInTheDecodersOwnMemory(string spelling)
    {
        var decoder = new NameDecoder();
        JsonProperty property = Property(Encoding.UTF8.GetBytes(spelling));
        ReadOnlySpan<byte> raw = JsonMarshal.GetRawUtf8PropertyName(property);

        ref char first = ref MemoryMarshal.GetReference(decoder.Decode(raw));
        ref char second = ref MemoryMarshal.GetReference(decoder.Decode(raw));
        Unsafe.AreSame(ref first, ref second).Should().BeTrue();
    }

    [Fact]
    public void Trim_afterNames_keepsTheRoomOfUsualOnesOnly()
    {
        var decoder = new NameDecoder();
        JsonProperty usual = Property([.. Enumerable.Repeat((byte)'x', NameCache.MaxNameLength)]);
        JsonProperty huge = Property([.. Enumerable.Repeat((byte)'x', 100_000)]);

        ref char ofUsual = ref Decode(usual);
        decoder.Trim();
        Unsafe.AreSame(ref ofUsual, ref Decode(usual)).Should().BeTrue("it is not more than is kept");
        ref char ofHuge = ref Decode(huge);
        Unsafe.AreSame(ref ofHuge, ref Decode(usual)).Should().BeTrue("there is room until the row ends");
        decoder.Trim();
        Unsafe.AreSame(ref ofHuge, ref Decode(usual)).Should().BeFalse("it was given back");

        ref char Decode(JsonProperty property) =>
            ref MemoryMarshal.GetReference(decoder.Decode(JsonMarshal.GetRawUtf8PropertyName(property)));
    }

    public static TheoryData<byte[]> Faults =>
    [
        """\ud83d"""u8.ToArray(), """\ude00"""u8.ToArray(), """\ud83dx"""u8.ToArray(), """\ud83d\n"""u8.ToArray(), """\ud83d\u0041"""u8.ToArray(), """\ud83d\ud83d\ude00"""u8.ToArray(),
        """\ude00\ud83d"""u8.ToArray(), [.. """\ud83d"""u8, .. "😀"u8], [0xFF], [(byte)'a', 0xC3], [0xED, 0xA0, 0x80], [.. """\n"""u8, 0xC0, 0x80],
    ];

    [Theory]
    [MemberData(nameof(Faults))]
    public void Decode_noValidText_failsAsTheNameDoes(byte[] spelling)
    {
        var decoder = new NameDecoder();
        JsonProperty property = Property(spelling);
        FluentActions.Invoking(() => property.Name).Should().Throw<InvalidOperationException>();
        FluentActions.Invoking(() => decoder.Decode(JsonMarshal.GetRawUtf8PropertyName(property)).ToString())
            .Should().Throw<InvalidOperationException>();
    }

    private static JsonProperty Property(byte[] spelling) =>
        JsonDocument.Parse((byte[])[.. "{\""u8, .. spelling, .. "\":1}"u8]).RootElement.EnumerateObject().Single();
}
