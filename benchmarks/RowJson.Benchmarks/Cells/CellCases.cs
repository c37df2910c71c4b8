namespace RowJson.Benchmarks;

/// <summary>The kinds of cells, with the longest time of an object's cell on an AVX2 machine where one is set.</summary>
internal static class CellCases
{
    public static IReadOnlyList<Func<CellCase>> All { get; } =
    [
        () => CellCase.Of<string?, TextCode>("null", _ => null, hasFormatter: false),
        () => CellCase.Of<bool, BooleanCode>("bool", random => random.Next(2) == 0, hasFormatter: false),
        () => CellCase.Of<int, Int32Code>("int, 3 digits", random => random.Next(100, 1_000)),
        () => CellCase.Of<int, Int32Code>("int, 9 digits", random => random.Next(100_000_000, 1_000_000_000), classLimit: 13),
        () => CellCase.Of<long, Int64Code>("long, 15 digits", random => random.NextInt64(100_000_000_000_000, 1_000_000_000_000_000)),
        () => CellCase.Of<double, DoubleCode>("double, 2 decimals", random => random.Next(100, 100_000) / 100.0),
        () => CellCase.Of<double, DoubleCode>("double, 16 digits", random => random.NextDouble() * 1_000),
        () => CellCase.Of<DateTime, DateTimeCode>("DateTime", random => new DateTime(2000, 1, 1).AddSeconds(random.Next()), classLimit: 14),
        () => CellCase.Of<Guid, GuidCode>("Guid", NewGuid, classLimit: 15),
        () => CellCase.Of<decimal, DecimalCode>("decimal", random => random.Next(100, 10_000_000) / 100m, classLimit: 18),
        () => CellCase.Of<string?, TextCode>("text of 12", random => Text(random, 12)),
        () => CellCase.Of<string?, TextCode>("text of 36", random => Text(random, 36), classLimit: 18),
        () => CellCase.Of<string?, TextCode>("text of 100", random => Text(random, 100)),
        () => CellCase.Of<string?, TextCode>("text of 12, one escaped", random => Escaped(random, 12), hasFormatter: false),
    ];

    private static Guid NewGuid(Random random)
    {
        byte[] bytes = new byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }

    private static string Text(Random random, int length) => new(random.GetItems<char>("abcdefghijklmnopqrstuvwxyz ABCDEF012345", length));

    private static string Escaped(Random random, int length)
    {
        char[] text = Text(random, length).ToCharArray();
        text[random.Next(length)] = '"';
        return new string(text);
    }
}
