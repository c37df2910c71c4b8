using System.Buffers.Text;
using System.Text.Json;

namespace RowJson.Tests;

[EachVectorLevel]
public class SingleFormatterTests
{
    // -1.17549435E-38; as long is the positional -0.000123456789.
    private const int LongestText = 1 + 1 + 1 + 8 + 4;

    private readonly GuardedBuffer _buffer = new(SingleFormatter.Room);

    [Theory]
    [InlineData(0f, "0")]
    [InlineData(-0f, "-0")]
    [InlineData(0.1f, "0.1")]
    [InlineData(-12.34f, "-12.34")]
    [InlineData(16777216f, "16777216")]
    [InlineData(16777218f, "16777218")]
    [InlineData(123456789f, "123456790")]
    [InlineData(1e8f, "100000000")]
    [InlineData(1e9f, "1E+09")]
    [InlineData(1234567890f, "1.234568E+09")]
    [InlineData(0.0001f, "0.0001")]
    [InlineData(0.00001f, "1E-05")]
    [InlineData(float.Epsilon, "1E-45")]
    [InlineData(-1.1754944E-38f, "-1.1754944E-38")]
    [InlineData(float.MaxValue, "3.4028235E+38")]
    public void Format_value_isTheTextOfJsonSerializer(float value, string expected)
    {
        Text(value).Should().Be(expected);
        JsonSerializer.Serialize(value).Should().Be(expected);
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_everyExponentAndMantissaBit_isThatOfUtf8Formatter()
    {
        for (int exponent = 0; exponent < 255; exponent++)
        {
            for (int delta = -3; delta <= 3; delta++) AssertSame(Math.Max((exponent << 23) + delta, 0));
            for (int bit = 0; bit < 23; bit++) AssertSame((exponent << 23) | (1 << bit));
        }
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_everyThousandthFloat_isThatOfUtf8Formatter()
    {
        const int Largest = 0x7F7F_FFFF;
        for (int bits = 0; bits <= Largest - 997; bits += 997) AssertSame(bits);
        for (int bits = 500; bits <= Largest - 9973; bits += 9973) AssertSame(bits | int.MinValue);
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_pseudoRandomDecimals_areThoseOfUtf8Formatter()
    {
        var random = new Random(20253);
        for (int i = 0; i < 500_000; i++)
        {
            float value = MathF.Round(random.NextSingle() * Digits.PowersOfTen[random.Next(9)], random.Next(5));
            AssertSame(BitConverter.SingleToInt32Bits(value));
        }
        _buffer.AssertIntact();
    }

    [Theory]
    [InlineData(10_000, 1)]
    [InlineData(100, 1)]
    [InlineData(1_000, 7)]
    public void Format_fewDecimalsAndTheirNeighbours_areThoseOfUtf8Formatter(int unit, int step)
    {
        for (int scaled = 1; scaled <= 1_000_100; scaled += step)
        {
            int bits = BitConverter.SingleToInt32Bits((float)(scaled / (double)unit));
            AssertSame(bits);
            if (scaled % 8 != 0) continue;
            AssertSame(bits - 1);
            AssertSame(bits + 1);
        }
        _buffer.AssertIntact();
    }

    private void AssertSame(int bits)
    {
        float value = BitConverter.Int32BitsToSingle(bits);
        if (!float.IsFinite(value)) return;
        Span<byte> expected = stackalloc byte[64];
        Utf8Formatter.TryFormat(value, expected, out int length);
        int written = SingleFormatter.Format(ref _buffer.Destination, value);
        if (written > LongestText || !_buffer.Written(written).SequenceEqual(expected[..length]))
            Assert.Fail($"0x{bits:X8}: {_buffer.Text(written)}");
    }

    private string Text(float value) => _buffer.Text(SingleFormatter.Format(ref _buffer.Destination, value));
}
