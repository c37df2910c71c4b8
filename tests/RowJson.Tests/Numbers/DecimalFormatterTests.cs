using System.Buffers.Text;
using System.Text.Json;

namespace RowJson.Tests;

[EachVectorLevel]
public class DecimalFormatterTests
{
    private readonly GuardedBuffer _buffer = new(DecimalFormatter.Room);

    [Theory]
    [InlineData("0")]
    [InlineData("0.00")]
    [InlineData("1.10")]
    [InlineData("-1.10")]
    [InlineData("-0.01")]
    [InlineData("100.000")]
    [InlineData("0.0000000000000001")]
    [InlineData("1844674407370955.1615")]
    [InlineData("18446744073709551615")]
    [InlineData("18446744073709551616")]
    [InlineData("184467440737.09551615")]
    [InlineData("-1844.6744073709551615")]
    [InlineData("79228162514264337593543950335")]
    [InlineData("-7.9228162514264337593543950335")]
    [InlineData("-0.0000000000000000000000000001")]
    public void Format_value_keepsItsDecimals(string text)
    {
        decimal value = decimal.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
        Text(value).Should().Be(text);
        JsonSerializer.Serialize(value).Should().Be(text);
    }

    [Fact]
    public void Format_longestText_isMaxLength() =>
        Text(new decimal(-1, -1, -1, isNegative: true, 28)).Should().HaveLength(DecimalFormatter.Room);

    [Fact]
    public void PartsOf_value_areThoseInMemory()
    {
        foreach (decimal value in new[] { 0m, 1.10m, -1.10m, decimal.MaxValue, decimal.MinValue, new decimal(1, 2, 3, true, 28) })
            DecimalFormatter.PartsOf(value).Should().Be(System.Runtime.CompilerServices.Unsafe.BitCast<decimal, DecimalFormatter.Parts>(value));
    }

    [Fact]
    public void Format_negativeZeroOfEveryScale_hasNoSign()
    {
        for (byte scale = 0; scale <= 28; scale++)
        {
            Text(new decimal(0, 0, 0, isNegative: true, scale)).Should().Be(scale == 0 ? "0" : "0." + new string('0', scale));
            AssertSame(new decimal(0, 0, 0, isNegative: true, scale));
        }
    }

    [Fact]
    public void Format_powersOfTenAndTheirNeighboursInEveryScale_areThoseOfUtf8Formatter()
    {
        for (byte scale = 0; scale <= 28; scale++)
        {
            foreach (ulong power in Digits.PowersOfTen)
            {
                for (int delta = -1; delta <= 1; delta++)
                {
                    ulong digits = power + (ulong)delta;
                    AssertSame(new decimal((int)digits, (int)(digits >> 32), 0, false, scale));
                    AssertSame(new decimal((int)digits, (int)(digits >> 32), 0, true, scale));
                }
            }
        }
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_pseudoRandomBits_areThoseOfUtf8Formatter()
    {
        var random = new Random(20254);
        for (int i = 0; i < 500_000; i++)
        {
            ulong digits = (ulong)random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            int high = random.Next(4) == 0 ? random.Next() : 0;
            AssertSame(new decimal((int)digits, (int)(digits >> 32), high, random.Next(2) == 0, (byte)random.Next(29)));
        }
        _buffer.AssertIntact();
    }

    private void AssertSame(decimal value)
    {
        Span<byte> expected = stackalloc byte[64];
        Utf8Formatter.TryFormat(value, expected, out int length);
        int written = DecimalFormatter.Format(ref _buffer.Destination, value);
        if (!_buffer.Written(written).SequenceEqual(expected[..length])) Assert.Fail($"{value}: {_buffer.Text(written)}");
    }

    private string Text(decimal value) => _buffer.Text(DecimalFormatter.Format(ref _buffer.Destination, value));
}
