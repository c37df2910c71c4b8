using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;

namespace RowJson.Conformance;

/// <summary>Generators of rows with every kind of name and value that the serializer knows.</summary>
internal static class RowGenerators
{
    private const int LongestText = 70_000;
    private const int MostRows = 30;

    private static readonly string[] Batches =
    [
        "", "a", "name", "some plain words of text", "\"", "\\", "/", "\b\f\n\r\t", "\0", "\u001F", "\u007F", "<&>'+`", "é", "Я", "中文", "\u2028",
        "\uFEFF", "\uFFFD", "\uFFFF", "😀", "\uD83D", "\uDE00", "\uDE00\uD83D", "{}", "[1,2]", ",", ":", "__proto__", "\\u0041",
    ];

    // Before what is made of them: initializers run in this order.
    private static Gen<long> Bits { get; } =
        Gen.Choose(int.MinValue, int.MaxValue).SelectMany(_ => Gen.Choose(int.MinValue, int.MaxValue), (high, low) => ((long)high << 32) | (uint)low);

    private static Gen<long> Ticks { get; } = Gen.Frequency(
        (3, Bits.Select(bits => (long)((ulong)bits % (ulong)(DateTime.MaxValue.Ticks + 1)))),
        (2, Gen.Choose(0, int.MaxValue).Select(seconds => seconds * TimeSpan.TicksPerSecond + DateTime.UnixEpoch.Ticks)),
        (1, Gen.Elements(DateTime.MinValue.Ticks, DateTime.MaxValue.Ticks)));

    public static Gen<string> Text { get; } = Gen.Frequency(
        (8, Gen.Elements(Batches)),
        (4, Gen.Elements(Batches).ListOf().Select(batches => string.Concat(batches))),
        (2, Seeded(300, RandomText.Runs)),
        (1, Seeded(300, RandomText.Units)));

    /// <summary>Text that spans many buffers now and then.</summary>
    public static Gen<string> AnyText { get; } = Gen.Frequency((150, Text), (1, Seeded(LongestText, RandomText.Runs)));

    public static Gen<double> Double { get; } = Gen.Frequency(
        (3, Bits.Select(BitConverter.Int64BitsToDouble)),
        (2, Gen.Choose(-1_000_000, 1_000_000).Select(n => n / 100.0)),
        (1, Gen.Elements(0.0, -0.0, 1e15, 1e16, 1e17, 1e21, 1e-4, 1e-5, double.MaxValue, double.Epsilon, 0.1, 1 / 3.0)));

    public static Gen<double> FiniteDouble { get; } = Double.Where(double.IsFinite);

    public static Gen<float> FiniteSingle { get; } =
        Gen.Choose(int.MinValue, int.MaxValue).Select(BitConverter.Int32BitsToSingle).Where(float.IsFinite);

    public static Gen<Half> FiniteHalf { get; } =
        Gen.Choose(0, ushort.MaxValue).Select(bits => BitConverter.UInt16BitsToHalf((ushort)bits)).Where(Half.IsFinite);

    public static Gen<Int128> Integer128 { get; } = Bits.SelectMany(_ => Bits, (high, low) => new Int128((ulong)high, (ulong)low));

    public static Gen<decimal> Decimal { get; } = Bits.SelectMany(_ => Bits, (a, b) => (a, b)).SelectMany(
        _ => Gen.Choose(0, 28),
        (bits, scale) => new decimal((int)bits.a, (int)(bits.a >> 32), (int)bits.b, (bits.b & 1L << 40) != 0, (byte)scale));

    public static Gen<DateTime> Date { get; } = Ticks.SelectMany(
        _ => Gen.Elements(DateTimeKind.Unspecified, DateTimeKind.Utc, DateTimeKind.Local), (ticks, kind) => new DateTime(ticks, kind));

    /// <summary>Far enough from both ends of time for any offset.</summary>
    public static Gen<DateTimeOffset> DateOffset { get; } = Ticks.SelectMany(
        _ => Gen.Choose(-14 * 60, 14 * 60),
        (ticks, minutes) => new DateTimeOffset(Math.Clamp(ticks, TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay), TimeSpan.FromMinutes(minutes)));

    public static Gen<TimeSpan> Span { get; } = Bits.Select(bits => new TimeSpan(bits)).Or(Gen.Choose(-100_000, 100_000).Select(n => TimeSpan.FromMilliseconds(n)));

    public static Gen<Guid> Identifier { get; } =
        Bits.SelectMany(_ => Bits, (a, b) => new Guid([.. BitConverter.GetBytes(a), .. BitConverter.GetBytes(b)]));

    public static Gen<byte[]> Bytes { get; } = Seeded(5000, (random, length) =>
    {
        var bytes = new byte[random.Next(4) == 0 ? length : length % 20];
        random.NextBytes(bytes);
        return bytes;
    });

    /// <summary>Every type of cell that needs no options.</summary>
    public static Gen<object?> Scalar { get; } = Gen.Frequency(
        (6, AnyText.Select(object? (value) => value)),
        (4, Gen.Choose(int.MinValue, int.MaxValue).Select(object? (value) => value)),
        (4, Bits.Select(object? (value) => value)),
        (4, FiniteDouble.Select(object? (value) => value)),
        (3, Gen.Constant<object?>(null)),
        (3, Gen.Elements<object?>(true, false)),
        (2, Decimal.Select(object? (value) => value)),
        (2, Date.Select(object? (value) => value)),
        (1, DateOffset.Select(object? (value) => value)),
        (1, Ticks.Select(object? (ticks) => DateOnly.FromDateTime(new DateTime(ticks)))),
        (1, Ticks.Select(object? (ticks) => new TimeOnly(ticks % TimeSpan.TicksPerDay))),
        (1, Span.Select(object? (value) => value)),
        (1, Identifier.Select(object? (value) => value)),
        (1, FiniteSingle.Select(object? (value) => value)),
        (1, FiniteHalf.Select(object? (value) => value)),
        (1, Integer128.Select(object? (value) => value)),
        (1, Integer128.Select(object? (value) => (UInt128)value)),
        (2, Bits.SelectMany(_ => Gen.Choose(0, 6), SmallInteger)),
        (1, Gen.Choose(0, ushort.MaxValue).Select(object? (value) => (char)value)),
        (1, Bytes.Select(object? (value) => value)),
        (1, Gen.Elements<object?>(DayOfWeek.Friday, (DayOfWeek)99, DBNull.Value, new Version(1, 2, 3), new Uri("https://example.org/a b?x=\"é\""), new Uri("../x", UriKind.Relative))));

    public static Gen<object?> Value { get; } = Gen.Frequency((12, Scalar), (2, Nested(3)));

    /// <summary>Rows that mostly look alike, as rows do, and sometimes not at all.</summary>
    public static Gen<List<Dictionary<string, object?>>> Rows { get; } =
        RowsOf(Value);

    public static Gen<List<Dictionary<string, TValue>>> RowsOf<TValue>(Gen<TValue> value) =>
        from names in Text.ListOf().Select(list => list.Take(12).ToArray())
        from rows in RowOf(names, value).ListOf()
        select rows.Take(MostRows).ToList();

    private static Gen<Dictionary<string, TValue>> RowOf<TValue>(string[] names, Gen<TValue> value) =>
        from own in Gen.Frequency((8, Gen.Constant(names)), (1, Gen.Shuffle(names)), (1, Text.ListOf().Select(list => list.ToArray())))
        from values in value.ListOf(own.Length)
        select ToRow(own, [.. values]);

    private static Dictionary<string, TValue> ToRow<TValue>(string[] names, TValue[] values)
    {
        var row = new Dictionary<string, TValue>();
        for (int i = 0; i < names.Length; i++) row[names[i]] = values[i];
        return row;
    }

    private static Gen<object?> Nested(int depth)
    {
        Gen<object?> inner = depth == 0 ? Scalar : Gen.Frequency((6, Scalar), (1, Nested(depth - 1)));
        Gen<object?[]> some = inner.ListOf().Select(list => list.Take(5).ToArray());
        return Gen.Frequency(
            (3, some.SelectMany(_ => Text, object? (values, name) => ToDictionary(name, values))),
            (2, some.Select(object? (values) => values.ToList())),
            (2, some.Select(object? (values) => values)),
            (1, some.Select(object? (values) => values.Where(_ => true))),
            (1, some.Select(object? (values) => new Record(values.Length, "naïve", values))),
            (1, some.Select(object? (values) => new { Count = values.Length, First = values.FirstOrDefault() })),
            (1, some.Select(object? (values) => JsonSerializer.SerializeToElement(values))),
            (1, some.Select(object? (values) => JsonSerializer.SerializeToDocument(values))),
            (1, some.Select(object? (values) => JsonSerializer.SerializeToNode(values))),
            (1, some.Select(object? (values) => new JsonObject { ["a"] = JsonSerializer.SerializeToNode(values), ["é\n"] = 1.5m })),
            (1, some.Select(object? (values) => values.Select((value, i) => KeyValuePair.Create(i, value)).ToDictionary())),
            (1, some.Select(object? (values) => new SortedDictionary<string, object?>(ToDictionary("x", values), StringComparer.Ordinal))),
            (1, Gen.Elements<object?>(new[] { 1, 2, 3 }, new List<string?> { "a\"", null }, (Name: "tuple", 2), new Dictionary<string, int> { ["n"] = 1 })));
    }

    private static Dictionary<string, object?> ToDictionary(string name, object?[] values)
    {
        var dictionary = new Dictionary<string, object?>();
        for (int i = 0; i < values.Length; i++) dictionary[name + i.ToString(CultureInfo.InvariantCulture)] = values[i];
        return dictionary;
    }

    private static object? SmallInteger(long bits, int type) => type switch
    {
        0 => (byte)bits,
        1 => (sbyte)bits,
        2 => (short)bits,
        3 => (ushort)bits,
        4 => (uint)bits,
        5 => (ulong)bits,
        _ => bits % 1000,
    };

    private static Gen<T> Seeded<T>(int longest, Func<Random, int, T> make) =>
        Gen.Choose(0, int.MaxValue).SelectMany(_ => Gen.Choose(0, longest), (seed, length) => make(new Random(seed), length));

    private sealed record Record(int Number, string Text, object?[] Items);
}
