using System.Globalization;

namespace RowJson.Benchmarks;

/// <summary>Makes the values of <see cref="NumberBenchmarks"/>; the same ones each time.</summary>
internal static class NumberCases
{
    private static readonly DateTime Year2000 = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public static NumberCase Create(NumberKind kind, int count)
    {
        var random = new Random(1);
        return kind switch
        {
            NumberKind.Integer1Digit => Integers(0, 10),
            NumberKind.Integer4Digits => Integers(1_000, 10_000),
            NumberKind.Integer8Digits => Integers(10_000_000, 100_000_000),
            NumberKind.Integer19Digits => Integers(1_000_000_000_000_000_000, long.MaxValue),
            NumberKind.DoubleIntegers => Of<double, DoubleText>(() => random.Next(1_000_000)),
            NumberKind.Double2Decimals => Of<double, DoubleText>(() => random.Next(1_000_000) / 100.0),
            NumberKind.Double17Digits => Of<double, DoubleText>(() => LongDouble(random)),
            NumberKind.Floats => Of<float, SingleText>(() => random.Next(1_000_000) / 10f),
            NumberKind.Decimals => Of<decimal, DecimalText>(() => new decimal(random.Next(100_000_000), 0, 0, false, scale: 2)),
            NumberKind.DateTimes => Of<DateTime, DateTimeText>(() => Time(random)),
            _ => Of<Guid, GuidText>(() => NewGuid(random)),
        };

        NumberCase Integers(long first, long end) => Of<long, IntegerText>(() => random.NextInt64(first, end));

        NumberCase Of<T, TText>(Func<T> next)
            where T : struct
            where TText : INumberText<T> =>
            new NumberCase<T, TText>([.. Enumerable.Range(0, count).Select(_ => next())]);
    }

    private static double LongDouble(Random random)
    {
        // 1 (0) + 1 (point) + 17 digits.
        const int length = 19;
        while (true)
        {
            double value = random.NextDouble();
            if (value > 0.1 && value.ToString("R", CultureInfo.InvariantCulture).Length == length)
                return value;
        }
    }

    // The last digit is not one that JSON omits.
    private static DateTime Time(Random random) =>
        Year2000.AddSeconds(random.Next()).AddTicks((random.Next(1_000_000) * 10) + random.Next(1, 10));

    private static Guid NewGuid(Random random)
    {
        Span<byte> bytes = stackalloc byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }
}
