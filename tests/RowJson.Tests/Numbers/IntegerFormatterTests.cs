using System.Buffers.Text;
using System.Globalization;

namespace RowJson.Tests;

[EachVectorLevel]
public class IntegerFormatterTests
{
    private readonly GuardedBuffer _buffer = new(IntegerFormatter.Room);

    [Theory]
    [InlineData(0L, "0")]
    [InlineData(-1L, "-1")]
    [InlineData(10000L, "10000")]
    [InlineData(100000000L, "100000000")]
    [InlineData(long.MaxValue, "9223372036854775807")]
    [InlineData(long.MinValue, "-9223372036854775808")]
    public void Format_long_isWritten(long value, string expected) => Text(value).Should().Be(expected);

    [Fact]
    public void Format_largestUlong_isMaxLength()
    {
        Text(ulong.MaxValue).Should().Be("18446744073709551615").And.HaveLength(IntegerFormatter.Room);
    }

    [Fact]
    public void Format_everyNumberToTwentyThousand_isWrittenInEveryType()
    {
        for (int value = -20_000; value <= 20_000; value++)
        {
            string expected = value.ToString(CultureInfo.InvariantCulture);
            if (Text(value) != expected || Text((long)value) != expected) Assert.Fail($"{expected} differs");
            if (value >= 0 && (Text((uint)value) != expected || Text((ulong)value) != expected)) Assert.Fail($"{expected} differs");
        }
    }

    [Fact]
    public void Format_neighboursOfPowersOfTenAndTwo_areWrittenInEveryType()
    {
        IEnumerable<ulong> powers = Enumerable.Range(0, 20).Select(k => Digits.PowersOfTen[k])
            .Concat(Enumerable.Range(0, 64).Select(k => 1UL << k));
        foreach (ulong power in powers)
        {
            for (int delta = -2; delta <= 2; delta++)
            {
                ulong value = power + (ulong)delta;
                AssertSame(value);
                AssertSame((long)value);
                AssertSame(-(long)value);
                AssertSame((int)value);
                AssertSame((uint)value);
            }
        }
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_pseudoRandomNumbersOfEveryLength_areThoseOfUtf8Formatter()
    {
        var random = new Random(20251);
        for (int i = 0; i < 1_000_000; i++)
        {
            long bits = random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            AssertSame(bits);
            AssertSame((ulong)bits);
            AssertSame((int)bits);
            AssertSame((uint)bits);
        }
        _buffer.AssertIntact();
    }

    [Fact]
    public void Eight_everyPairOfHalves_isTheDigits()
    {
        Span<byte> actual = stackalloc byte[8];
        Span<byte> expected = stackalloc byte[8];
        for (uint half = 0; half < 10_000; half++)
        {
            uint value = half * 10_000 + (9_999 - half);
            Digits.Store(ref actual[0], Digits.Eight(value) + Digits.EightZeros);
            Utf8Formatter.TryFormat(value, expected, out _, new('D', 8));
            if (!actual.SequenceEqual(expected)) Assert.Fail($"{value} differs");
        }
    }

    private string Text(long value) => _buffer.Text(IntegerFormatter.Format(ref _buffer.Destination, value));

    private string Text(ulong value) => _buffer.Text(IntegerFormatter.Format(ref _buffer.Destination, value));

    private string Text(int value) => _buffer.Text(IntegerFormatter.Format(ref _buffer.Destination, value));

    private string Text(uint value) => _buffer.Text(IntegerFormatter.Format(ref _buffer.Destination, value));

    private void AssertSame(long value)
    {
        Span<byte> expected = stackalloc byte[32];
        Utf8Formatter.TryFormat(value, expected, out int length);
        if (!Formatted(value).SequenceEqual(expected[..length])) Assert.Fail($"{value} differs");
    }

    private void AssertSame(ulong value)
    {
        Span<byte> expected = stackalloc byte[32];
        Utf8Formatter.TryFormat(value, expected, out int length);
        if (!Formatted(value).SequenceEqual(expected[..length])) Assert.Fail($"{value} differs");
    }

    private void AssertSame(int value)
    {
        Span<byte> expected = stackalloc byte[32];
        Utf8Formatter.TryFormat(value, expected, out int length);
        if (!_buffer.Written(IntegerFormatter.Format(ref _buffer.Destination, value)).SequenceEqual(expected[..length]))
            Assert.Fail($"{value} differs");
    }

    private void AssertSame(uint value)
    {
        Span<byte> expected = stackalloc byte[32];
        Utf8Formatter.TryFormat(value, expected, out int length);
        if (!_buffer.Written(IntegerFormatter.Format(ref _buffer.Destination, value)).SequenceEqual(expected[..length]))
            Assert.Fail($"{value} differs");
    }

    private ReadOnlySpan<byte> Formatted(long value) => _buffer.Written(IntegerFormatter.Format(ref _buffer.Destination, value));

    private ReadOnlySpan<byte> Formatted(ulong value) => _buffer.Written(IntegerFormatter.Format(ref _buffer.Destination, value));
}
