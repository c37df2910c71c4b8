using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

[EachVectorLevel]
public class DoubleFormatterTests
{
    private const int ValuesPerKind = 1_700_000;

    private readonly GuardedBuffer _buffer = new(DoubleFormatter.Room);
    private readonly ArrayBufferWriter<byte> _json = new(64);

    [Theory]
    [InlineData(0.0, "0")]
    [InlineData(-0.0, "-0")]
    [InlineData(1.5, "1.5")]
    [InlineData(0.1, "0.1")]
    [InlineData(0.1 + 0.2, "0.30000000000000004")]
    [InlineData(100.25, "100.25")]
    [InlineData(0.0001, "0.0001")]
    [InlineData(0.00001, "1E-05")]
    [InlineData(0.000099999999, "9.9999999E-05")]
    [InlineData(0.00012345678901234567, "0.00012345678901234567")]
    [InlineData(9007199254740993, "9007199254740992")]
    [InlineData(4500000000000000.5, "4500000000000000.5")]
    [InlineData(999999999999999.9, "999999999999999.9")]
    [InlineData(1e16, "10000000000000000")]
    [InlineData(99999999999999984, "99999999999999980")]
    [InlineData(1e17, "1E+17")]
    [InlineData(1.2345678901234568E+17, "1.2345678901234568E+17")]
    [InlineData(1e23, "1E+23")]
    [InlineData(1e100, "1E+100")]
    [InlineData(double.Epsilon, "5E-324")]
    [InlineData(2.2250738585072014E-308, "2.2250738585072014E-308")]
    [InlineData(double.MaxValue, "1.7976931348623157E+308")]
    [InlineData(-2.2250738585072014E-308, "-2.2250738585072014E-308")]
    public void Format_value_isTheTextOfUtf8JsonWriter(double value, string expected)
    {
        Text(value).Should().Be(expected);
        WriterText(value).Should().Be(expected);
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_longestTexts_areMaxLength()
    {
        Text(-2.2250738585072014E-308).Should().HaveLength(DoubleFormatter.Room);
        DoubleFormatter.Room.Should().BeLessThanOrEqualTo(64);
    }

    /// <summary>Until version 11, .NET writes these two powers of two with a digit too few; the output must be the same.</summary>
    [Theory]
    [InlineData(-25, "2.980232238769531E-08")]
    [InlineData(-958, "4.104536801298376E-289")]
    public void Format_powersOfTwoThatDotNetCutsShort_areCutShort(int exponent, string cutShort)
    {
        double value = Math.ScaleB(1, exponent);
        string expected = Environment.Version.Major < 11 ? cutShort : WriterText(value);
        Text(value).Should().Be(expected);
        WriterText(value).Should().Be(expected);
    }

    [Fact]
    public void Format_powersOfTwoAndTheirNeighbours_areThoseOfUtf8JsonWriter()
    {
        for (int exponent = -1074; exponent <= 1023; exponent++) AssertNeighbours(Math.ScaleB(1, exponent));
    }

    [Fact]
    public void Format_powersOfTenAndTheirNeighbours_areThoseOfUtf8JsonWriter()
    {
        for (int exponent = -323; exponent <= 308; exponent++)
        {
            double power = double.Parse($"1E{exponent}", CultureInfo.InvariantCulture);
            AssertNeighbours(power);
            if (exponent is < 0 or > 22) continue;
            AssertWritten(power - 1);
            AssertWritten(power + 1);
            AssertWritten(power - 0.5);
            AssertWritten(power + 0.25);
        }
    }

    [Fact]
    public void Format_pseudoRandomMantissasOfEveryExponent_areThoseOfUtf8JsonWriter()
    {
        var random = new Random(11);
        for (long exponent = 0; exponent <= 2046; exponent++)
            for (int i = 0; i < 30; i++) AssertWritten(BitConverter.Int64BitsToDouble((exponent << 52) | random.NextInt64(1L << 52)));
    }

    [Fact]
    public void Format_integersAroundTheLastExactOne_areThoseOfUtf8JsonWriter()
    {
        for (long delta = -2000; delta <= 2000; delta++)
        {
            AssertWritten((1L << 53) + delta);
            AssertWritten((1L << 54) + 2 * delta);
            AssertWritten((1L << 52) + delta / 2.0);
        }
    }

    [Theory]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    [InlineData("any bits")]
    [InlineData("decimals")]
    [InlineData("uniform")]
    [InlineData("integers")]
    [InlineData("integers times powers of ten")]
    [InlineData("dyadic fractions")]
    [InlineData("parsed")]
    public void Format_pseudoRandomValues_areThoseOfUtf8Formatter(string kind)
    {
        Func<Random, double> next = Kind(kind);
        var random = new Random(20252);
        Span<byte> expected = stackalloc byte[64];
        for (int i = 0; i < ValuesPerKind; i++)
        {
            double value = next(random);
            Utf8Formatter.TryFormat(value, expected, out int length);
            int written = DoubleFormatter.Format(ref _buffer.Destination, value);
            if (!_buffer.Written(written).SequenceEqual(expected[..length])) AssertWritten(value);
        }
        _buffer.AssertIntact();
    }

    private static Func<Random, double> Kind(string name) => name switch
    {
        "any bits" => AnyBits,
        "decimals" => random => Math.Round((random.NextDouble() - 0.5) * PowerOfTen(random.Next(13)), random.Next(1, 10)),
        "uniform" => random => random.NextDouble() * PowerOfTen(random.Next(18)),
        "integers" => random => random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64),
        "integers times powers of ten" => random => (random.NextInt64() >> random.Next(11, 63)) * PowerOfTen(random.Next(23)),
        "dyadic fractions" => random => Math.ScaleB(random.NextInt64() >> random.Next(11, 63), -random.Next(60)),
        "parsed" => Parsed,
        _ => throw new ArgumentOutOfRangeException(nameof(name)),
    };

    private static double AnyBits(Random random)
    {
        double value = BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue));
        return double.IsFinite(value) ? value : 1;
    }

    private static double Parsed(Random random)
    {
        Span<byte> text = stackalloc byte[32];
        Utf8Formatter.TryFormat(random.NextInt64() >> random.Next(7, 63), text, out int length);
        text[length++] = (byte)'E';
        Utf8Formatter.TryFormat(random.Next(-30, 30), text[length..], out int exponentLength);
        return double.Parse(text[..(length + exponentLength)], CultureInfo.InvariantCulture);
    }

    private static double PowerOfTen(int exponent) => Digits.PowersOfTen.Length > exponent ? Digits.PowersOfTen[exponent] : Math.Pow(10, exponent);

    private void AssertNeighbours(double value)
    {
        long bits = BitConverter.DoubleToInt64Bits(value);
        for (int delta = -2; delta <= 2; delta++)
        {
            double neighbour = BitConverter.Int64BitsToDouble(Math.Max(bits + delta, 0));
            AssertWritten(neighbour);
            AssertWritten(-neighbour);
        }
        _buffer.AssertIntact();
    }

    private void AssertWritten(double value)
    {
        string expected = WriterText(value);
        string actual = Text(value);
        if (actual != expected) Assert.Fail($"0x{BitConverter.DoubleToInt64Bits(value):X16}: {actual} instead of {expected}");
    }

    private string Text(double value) => _buffer.Text(DoubleFormatter.Format(ref _buffer.Destination, value));

    private string WriterText(double value)
    {
        _json.ResetWrittenCount();
        using (var writer = new Utf8JsonWriter(_json)) writer.WriteNumberValue(value);
        return Encoding.UTF8.GetString(_json.WrittenSpan);
    }
}
