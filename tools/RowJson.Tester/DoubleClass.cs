using System.Buffers.Text;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>One kind of doubles to compare: its name and how the next value is drawn.</summary>
internal sealed record DoubleClass(string Name, Func<PseudoRandom, double> Next)
{
    private static readonly double[] PowersOfTen = [.. Enumerable.Range(0, 23).Select(k => double.Parse($"1E{k}"))];

    public static readonly DoubleClass[] All =
    [
        new("all bit patterns", AnyBits),
        new("subnormal", random => BitConverter.UInt64BitsToDouble(random.Next() >> (12 + random.Below(52)))),
        new("0 to 1, uniform", random => (random.Next() >> 11) * (1.0 / (1L << 53))),
        new("1 to 9 decimals", random => Math.Round(Scaled(random) / PowersOfTen[4], 1 + random.Below(9))),
        new("short decimals, parsed", ParsedDecimal),
        new("sums of decimals", random => SmallDecimal(random) + SmallDecimal(random) * SmallDecimal(random)),
        new("integers", random => (double)(random.Next() >> random.Below(64))),
        new("integers times powers of ten", random => (random.Next() >> (11 + random.Below(53))) * PowersOfTen[random.Below(23)]),
        new("halves, quarters, ...", random => Math.ScaleB(random.Next() >> (11 + random.Below(53)), -random.Below(60))),
        new("near powers of two", random => Near(random, Math.ScaleB(1, random.Below(2098) - 1074))),
        new("near powers of ten", random => Near(random, Parse(1, random.Below(632) - 323))),
    ];

    private static double AnyBits(PseudoRandom random)
    {
        double value;
        do value = BitConverter.UInt64BitsToDouble(random.Next());
        while (!double.IsFinite(value));
        return value;
    }

    private static double Scaled(PseudoRandom random) => (long)random.Next() >> (10 + random.Below(50));

    private static double SmallDecimal(PseudoRandom random)
    {
        int k = random.Below(5);
        return random.Below(1_000_000) / PowersOfTen[k];
    }

    private static double ParsedDecimal(PseudoRandom random)
    {
        ulong digits = random.Next() >> (7 + random.Below(57));
        return Parse(digits, random.Below(320) - 320 + random.Below(291));
    }

    private static double Near(PseudoRandom random, double value)
    {
        long bits = BitConverter.DoubleToInt64Bits(value) + random.Below(7) - 3;
        value = BitConverter.Int64BitsToDouble(Math.Abs(bits));
        return double.IsFinite(value) ? value : double.MaxValue;
    }

    private static double Parse(ulong digits, int exponent)
    {
        Span<byte> text = stackalloc byte[32];
        Utf8Formatter.TryFormat(digits, text, out int length);
        text[length++] = (byte)'E';
        Utf8Formatter.TryFormat(exponent, text[length..], out int exponentLength);
        return double.Parse(text[..(length + exponentLength)]);
    }
}
