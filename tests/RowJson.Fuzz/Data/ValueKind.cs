using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>One type of cells, and how the next value of it is drawn.</summary>
internal sealed record ValueKind(Type Type, Func<Draw, object?> Next)
{
    private static readonly double[] PowersOfTen = [.. Enumerable.Range(0, 23).Select(power => Math.Pow(10, power))];

    private static readonly object True = true;
    private static readonly object False = false;
    private static readonly object?[] Rare =
        [DayOfWeek.Friday, (DayOfWeek)99, new Version(1, 2, 3), new Uri("https://example.org/a b?x=\"é\""),
            new Uri("../x", UriKind.Relative)];

    /// <summary>Types of which a whole column, or all rows, may be.</summary>
    public static IReadOnlyList<ValueKind> Typed { get; } =
    [
        Of<string?>(draw => draw.Chance(20) ? null : FuzzText.NextAny(draw)),
        Of(draw => (int)draw.Bits() >> draw.Below(32)),
        Of(draw => draw.Chance(2) ? draw.Magnitude() : -draw.Magnitude()),
        Of(draw => (ulong)draw.Magnitude()),
        Of(Double),
        Of<double?>(draw => draw.Chance(8) ? null : Double(draw)),
        Of<int?>(draw => draw.Chance(8) ? null : (int)draw.Bits()),
        Of(Single),
        Of(draw => Finite(BitConverter.UInt16BitsToHalf((ushort)draw.Bits()), (Half)1)),
        Of(draw => draw.Chance(2)),
        Of(Decimal),
        Of(Date),
        Of(DateOffset),
        Of(draw => draw.Chance(2) ? new TimeSpan((long)draw.Bits()) : TimeSpan.FromMilliseconds(draw.Below(1_000_000))),
        Of(draw => DateOnly.FromDayNumber(draw.Below(DateOnly.MaxValue.DayNumber + 1))),
        Of(draw => new TimeOnly(draw.Chance(2) ? draw.Below(86_400) * TimeSpan.TicksPerSecond
            : (long)(draw.Bits() % (ulong)TimeSpan.TicksPerDay))),
        Of(Identifier),
        Of(draw => new Int128(draw.Bits() >> draw.Below(64), draw.Bits())),
        Of(draw => new UInt128((ulong)draw.Magnitude(), draw.Bits())),
        Of(draw => (char)draw.Bits()),
        Of<byte[]?>(draw => draw.Chance(20) ? null : Bytes(draw)),
        Of(draw => (DayOfWeek)(draw.Below(9) - 1)),
        Of(draw => (byte)draw.Bits()),
        Of(draw => (sbyte)draw.Bits()),
        Of(draw => (short)draw.Bits()),
        Of(draw => (ushort)draw.Bits()),
        Of(draw => (uint)draw.Bits() >> draw.Below(32)),
        Of(Element),
    ];

    /// <summary>Any value; rows of it are declared as <see cref="object"/>.</summary>
    public static ValueKind Any { get; } = new(typeof(object), Mixed);

    /// <summary>Any value, and now and then one that the serializer refuses.</summary>
    public static ValueKind Failing { get; } = new(typeof(object), draw => draw.Chance(200) ? Refused(draw) : Mixed(draw));

    /// <summary>What a database declares as JSON: a column of its own in some rows.</summary>
    public static ValueKind Json { get; } = Of(JsonCell.Next);

    private static ValueKind Of<T>(Func<Draw, T> next) => new(typeof(T), draw => next(draw));

    private static object? Mixed(Draw draw) => draw.Below(40) switch
    {
        < 5 => FuzzText.NextAny(draw),
        < 8 => (int)draw.Magnitude(),
        < 10 => null,
        10 => draw.Chance(2) ? True : False,
        11 => draw.Chance(3) ? DBNull.Value : draw.Magnitude(),
        12 => Nested(draw, 3),
        13 => draw.Chance(4) ? draw.Pick<object?>(Rare) : (short)draw.Bits(),
        _ => Typed[draw.Below(Typed.Count)].Next(draw),
    };

    private static object? Nested(Draw draw, int depth)
    {
        int count = draw.Below(5);
        var items = new object?[count];
        for (int i = 0; i < count; i++)
            items[i] = depth > 0 && draw.Chance(4) ? Nested(draw, depth - 1) : Typed[draw.Below(Typed.Count)].Next(draw);
        return draw.Below(9) switch
        {
            0 => items,
            1 => items.ToList(),
            2 => items.Select((item, i) => KeyValuePair.Create(i, item)).ToDictionary(),
            3 => Array.ConvertAll(items, item => item?.GetHashCode() ?? 0),
            4 => Array.ConvertAll(items, item => item as string),
            5 => new NestedRow { Number = count, Text = FuzzText.Next(draw), Items = items },
            _ => ToDictionary(draw, items),
        };
    }

    private static Dictionary<string, object?> ToDictionary(Draw draw, object?[] items)
    {
        var dictionary = new Dictionary<string, object?>();
        foreach (object? item in items) dictionary[FuzzText.Next(draw)] = item;
        return dictionary;
    }

    private static object Refused(Draw draw) => draw.Below(4) switch
    {
        0 => double.NaN,
        1 => float.PositiveInfinity,
        2 => typeof(string),
        _ => new Dictionary<object, int> { [new object()] = 1 },
    };

    private static double Double(Draw draw)
    {
        double value = draw.Below(6) switch
        {
            0 => BitConverter.UInt64BitsToDouble(draw.Bits()),
            1 => draw.Magnitude() * Math.ScaleB(1, -draw.Below(60)),
            2 => Math.ScaleB(1, draw.Below(2098) - 1074),
            3 => draw.Below(10_000_000) / PowersOfTen[draw.Below(8)],
            4 => draw.Magnitude() / PowersOfTen[draw.Below(23)],
            _ => draw.Magnitude() * PowersOfTen[draw.Below(23)],
        };
        return Exclusions.WritesEveryPowerOfTwo(Finite(draw.Chance(3) ? -value : value, 1.5));
    }

    private static float Single(Draw draw) => Finite(
        draw.Chance(2) ? BitConverter.UInt32BitsToSingle((uint)draw.Bits()) : draw.Below(1_000_000) / (float)PowersOfTen[draw.Below(8)],
            1.5f);

    private static T Finite<T>(T value, T otherwise)
        where T : System.Numerics.INumberBase<T> => T.IsFinite(value) ? value : otherwise;

    private static decimal Decimal(Draw draw)
    {
        ulong bits = draw.Bits();
        return draw.Chance(2)
            ? new decimal(draw.Below(10_000_000), 0, 0, draw.Chance(3), (byte)draw.Below(6))
            : new decimal((int)draw.Bits(), (int)(bits >> 32), (int)draw.Magnitude(), draw.Chance(2), (byte)(bits % 29));
    }

    private static DateTime Date(Draw draw) => new(Ticks(draw), (DateTimeKind)draw.Below(3));

    private static DateTimeOffset DateOffset(Draw draw)
    {
        long ticks = Math.Clamp(Ticks(draw), TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay);
        return new DateTimeOffset(ticks, TimeSpan.FromMinutes(draw.Chance(2) ? 0 : draw.Below(1681) - 840));
    }

    private static long Ticks(Draw draw) => draw.Below(8) switch
    {
        0 => DateTime.MaxValue.Ticks,
        1 => 0,
        < 5 => (long)draw.Below(int.MaxValue) * TimeSpan.TicksPerSecond + DateTime.UnixEpoch.Ticks,
        5 => draw.Below(3_000_000) * TimeSpan.TicksPerDay,
        _ => (long)(draw.Bits() % (ulong)(DateTime.MaxValue.Ticks + 1)),
    };

    private static Guid Identifier(Draw draw)
    {
        Span<byte> bytes = stackalloc byte[16];
        BitConverter.TryWriteBytes(bytes, draw.Bits());
        BitConverter.TryWriteBytes(bytes[8..], draw.Bits());
        return new Guid(bytes);
    }

    private static byte[] Bytes(Draw draw)
    {
        var bytes = new byte[draw.Chance(40) ? draw.Below(5000) : draw.Below(80)];
        for (int i = 0; i < bytes.Length; i++) bytes[i] = (byte)draw.Bits();
        return bytes;
    }

    private static JsonElement Element(Draw draw) => JsonTexts.Element(draw);
}
