using System.Text;

namespace RowJson.Tests;

/// <summary>Plain text is copied, all other is left to the encoder of strings.</summary>
[EachVectorLevel]
public class Utf8StringTests
{
    private const int LongestText = 400;

    public static TheoryData<string> EncoderNames => [.. TestEncoders.All.Keys];

    /// <summary>Every byte at every place of every short length, and between protected pages.</summary>
    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void TryWritePlain_eachByte_copiesJustWhatNeedsNoEscaping(string encoder)
    {
        var escapes = new EscapeTable(TestEncoders.All[encoder]);
        using var memory = new GuardedMemory(4096);
        for (int length = 1; length <= 140; length++)
        {
            var text = new byte[length];
            text.AsSpan().Fill((byte)'a');
            bool fillerIsPlain = escapes.WritesHexEscapes && !escapes.NeedsEscaping((byte)'a');
            for (int c = 0; c <= byte.MaxValue; c += length > 70 ? 7 : 1)
            {
                int place = (c * 31 + length) % length;
                text[place] = (byte)c;
                bool isPlain = escapes.WritesHexEscapes && !escapes.NeedsEscaping((byte)c) && (fillerIsPlain || length == 1);
                Check(memory.CopyAtEnd(text), isPlain, escapes);
                Check(memory.CopyAtStart(text), isPlain, escapes);
                text[place] = (byte)'a';
            }
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(LongestText)]
    [InlineData(100_000)]
    public void TryWritePlain_oneByteThatIsEscaped_isFoundAtEachPlace(int length)
    {
        var escapes = new EscapeTable(null);
        byte[] text = Encoding.ASCII.GetBytes(new string('a', length));
        Check(text, isPlain: true, escapes);
        for (int i = 0; i < length; i += 1 + length / LongestText)
        {
            text[i] = (byte)'"';
            Check(text, isPlain: false, escapes);
            text[i] = (byte)'a';
        }
    }

    private static void Check(ReadOnlySpan<byte> text, bool isPlain, EscapeTable escapes)
    {
        var buffer = new GuardedBuffer(Math.Max(64, text.Length) + 2);
        bool written = StringEncoder.TryWritePlain(ref buffer.Destination, text, escapes);
        if (written != isPlain) Assert.Fail($"{Encoding.Latin1.GetString(text)}: {written}");
        buffer.AssertIntact();
        if (written) buffer.Text(text.Length + 2).Should().Be($"\"{Encoding.UTF8.GetString(text)}\"");
    }
}
