namespace RowJson.Benchmarks;

/// <summary>Numbers, dates and Guids against the framework's formatters: values that are written one after another with commas between
/// them.</summary>
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
        Of<double, DoubleCode>("doubles that are integers", random => random.Next(1_000_000)),
        Of<double, DoubleCode>("doubles of 2 decimals", random => random.Next(1_000_000) / 100.0),
        Of<double, DoubleCode>("doubles of 17 digits", LongDouble),
        Of<float, SingleCode>("floats of 1 decimal", random => random.Next(1_000_000) / 10f),
        Of<decimal, DecimalCode>("decimals of 2 decimals", random => new decimal(random.Next(100_000_000), 0, 0, false, scale: 2)),
        // The last digit is not one that JSON omits.
        Of<DateTime, DateTimeCode>(
            "UTC of 7 decimals", random => Year2000.AddSeconds(random.Next()).AddTicks((random.Next(1_000_000) * 10) + random.Next(1, 10)),
                "O", true),
        Of<Guid, GuidCode>("Guids", RandomObjects.NewGuid, isQuoted: true),
    ]);

    private static CaseMaker Integers(string name, long first, long end) =>
        Of<long, Int64Code>(name, random => random.NextInt64(first, end));

    private static CaseMaker Of<T, TCode>(string name, Func<Random, T> next, string format = "", bool isQuoted = false)
        where T : IUtf8SpanFormattable
        where TCode : struct, ICellCode<T> => new(name, () =>
        {
            var random = new Random(1);
            T[] values = [.. Enumerable.Range(0, Count).Select(_ => next(random))];
            byte[] destination = new byte[Count * Room];
            return new Case
            {
                Ways =
                [
                    Way("Utf8Formatter", destination, () => WriteByFramework(values, destination, format, isQuoted)),
                    Way("RowJson", destination, () => WriteByRowJson<T, TCode>(values, destination)),
                ],
                Units = Count,
            };
        }, "Utf8Formatter", "RowJson");

    private static Way Way(string name, byte[] destination, Func<int> write) =>
        new(name, () => write()) { Output = () => destination[..write()] };

    private static int WriteByFramework<T>(T[] values, Span<byte> destination, string format, bool isQuoted) where T : IUtf8SpanFormattable
    {
        int position = 0;
        foreach (T value in values)
        {
            if (isQuoted) destination[position++] = (byte)'"';
            position += Framework.Format(value, destination[position..], format);
            if (isQuoted) destination[position++] = (byte)'"';
            destination[position++] = (byte)',';
        }
        return position;
    }

    private static int WriteByRowJson<T, TCode>(T[] values, Span<byte> destination) where TCode : struct, ICellCode<T>
    {
        int position = 0;
        foreach (T value in values)
        {
            position += TCode.FormatByRowJson(value, ref destination[position]);
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
