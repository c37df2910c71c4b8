namespace RowJson.Benchmarks;

/// <summary>How RowJson writes a number, and how the framework is asked for the same text.</summary>
internal interface INumber<T>
{
    static virtual string Format => "";

    static virtual bool IsQuoted => false;

    static abstract int Write(ref byte destination, T value);
}

internal readonly struct Int64Number : INumber<long>
{
    public static int Write(ref byte destination, long value) => IntegerFormatter.Format(ref destination, value);
}

internal readonly struct DoubleNumber : INumber<double>
{
    public static int Write(ref byte destination, double value) => DoubleFormatter.Format(ref destination, value);
}

internal readonly struct SingleNumber : INumber<float>
{
    public static int Write(ref byte destination, float value) => SingleFormatter.Format(ref destination, value);
}

internal readonly struct DecimalNumber : INumber<decimal>
{
    public static int Write(ref byte destination, decimal value) => DecimalFormatter.Format(ref destination, value);
}

/// <summary>The round-trip format: JSON's, where the last decimal is not 0.</summary>
internal readonly struct TimeNumber : INumber<DateTime>
{
    public static string Format => "O";

    public static bool IsQuoted => true;

    public static int Write(ref byte destination, DateTime value) => DateTimeFormatter.Format(ref destination, value);
}

internal readonly struct GuidNumber : INumber<Guid>
{
    public static bool IsQuoted => true;

    public static int Write(ref byte destination, Guid value) => GuidFormatter.Format(ref destination, value);
}

/// <summary>Numbers, dates and Guids against the framework's formatters: values that are written one after another with commas between them.</summary>
internal static class NumberCases
{
    private const int Count = 1_000;

    // The longest value, a Guid with its quotes, and its comma take 39 bytes; formatters may store a few bytes after the text.
    private const int Room = 64;

    private static readonly DateTime Year2000 = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public static Job Job { get; } = SuiteTables.CreateJob("values", () =>
    [
        Integers("integers of 1 digit", 0, 10), Integers("integers of 4 digits", 1_000, 10_000),
        Integers("integers of 8 digits", 10_000_000, 100_000_000), Integers("integers of 19 digits", 1_000_000_000_000_000_000, long.MaxValue),
        Of<double, DoubleNumber>("doubles that are integers", random => random.Next(1_000_000)),
        Of<double, DoubleNumber>("doubles of 2 decimals", random => random.Next(1_000_000) / 100.0),
        Of<double, DoubleNumber>("doubles of 17 digits", LongDouble),
        Of<float, SingleNumber>("floats of 1 decimal", random => random.Next(1_000_000) / 10f),
        Of<decimal, DecimalNumber>("decimals of 2 decimals", random => new decimal(random.Next(100_000_000), 0, 0, false, scale: 2)),
        // The last digit is not one that JSON omits.
        Of<DateTime, TimeNumber>("UTC of 7 decimals", random =>
            Year2000.AddSeconds(random.Next()).AddTicks((random.Next(1_000_000) * 10) + random.Next(1, 10))),
        Of<Guid, GuidNumber>("Guids", RandomObjects.NewGuid),
    ]);

    private static CaseMaker Integers(string name, long first, long end) =>
        Of<long, Int64Number>(name, random => random.NextInt64(first, end));

    private static CaseMaker Of<T, TNumber>(string name, Func<Random, T> next)
        where T : IUtf8SpanFormattable
        where TNumber : struct, INumber<T> => new(name, () =>
        {
            var random = new Random(1);
            T[] values = [.. Enumerable.Range(0, Count).Select(_ => next(random))];
            byte[] destination = new byte[Count * Room];
            return new Case
            {
                Ways =
                [
                    Way("Utf8Formatter", destination, () => WriteByFramework<T, TNumber>(values, destination)),
                    Way("RowJson", destination, () => WriteByRowJson<T, TNumber>(values, destination)),
                ],
                Units = Count,
            };
        }, "Utf8Formatter", "RowJson");

    private static Way Way(string name, byte[] destination, Func<int> write) =>
        new(name, () => write()) { Output = () => destination[..write()] };

    private static int WriteByFramework<T, TNumber>(T[] values, Span<byte> destination)
        where T : IUtf8SpanFormattable
        where TNumber : struct, INumber<T>
    {
        int position = 0;
        foreach (T value in values)
        {
            if (TNumber.IsQuoted) destination[position++] = (byte)'"';
            position += Framework.Format(value, destination[position..], TNumber.Format);
            if (TNumber.IsQuoted) destination[position++] = (byte)'"';
            destination[position++] = (byte)',';
        }
        return position;
    }

    private static int WriteByRowJson<T, TNumber>(T[] values, Span<byte> destination)
        where TNumber : struct, INumber<T>
    {
        int position = 0;
        foreach (T value in values)
        {
            position += TNumber.Write(ref destination[position], value);
            destination[position++] = (byte)',';
        }
        return position;
    }

    private static double LongDouble(Random random)
    {
        // 1 (0) + 1 (point) + 17 digits.
        const int length = 19;
        while (true)
        {
            double value = random.NextDouble();
            if (value > 0.1 && value.ToString("R", CultureInfo.InvariantCulture).Length == length) return value;
        }
    }
}
