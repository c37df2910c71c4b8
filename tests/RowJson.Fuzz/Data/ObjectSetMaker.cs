namespace RowJson.Fuzz;

/// <summary>Objects of every row type, with cells as <see cref="ValueKind"/> draws them.</summary>
internal static class ObjectSetMaker
{
    /// <summary>So many that the compiled code is reached where objects begin with the serializer.</summary>
    private const int MostRows = 260;

    private static readonly Dictionary<Type, ValueKind> Kinds = ValueKind.Typed.ToDictionary(kind => kind.Type);

    public static ObjectSet Next(Draw draw) => draw.Below(8) switch
    {
        0 or 1 => Make(draw, Scalar),
        2 => Make(draw, Text),
        3 => Make(draw, Attribute),
        4 => Make(draw, Nested),
        5 => Make(draw, Point),
        6 => Make(draw, Base),
        _ => Make(draw, _ => new ExtensionRow { Id = Of<int>(draw), More = draw.Chance(2) ? null : Dictionary(draw) }),
    };

    private static ObjectSet<T> Make<T>(Draw draw, Func<Draw, T> next)
    {
        int count = draw.Chance(3) ? 1 + draw.Below(MostRows) : 1 + draw.Below(40);
        var rows = new T[count];
        for (int i = 0; i < count; i++) rows[i] = i > 4 && draw.Chance(2) ? rows[draw.Below(i)] : next(draw);
        return new ObjectSet<T>(rows);
    }

    private static T Of<T>(Draw draw) => (T)Kinds[typeof(T)].Next(draw)!;

    private static T? Maybe<T>(Draw draw)
        where T : struct => draw.Chance(3) ? null : Of<T>(draw);

    private static ScalarRow Scalar(Draw draw) => new()
    {
        Number = Of<int>(draw),
        Large = Of<long>(draw),
        Ratio = Of<double>(draw),
        Small = Of<float>(draw),
        Price = Of<decimal>(draw),
        IsOpen = Of<bool>(draw),
        Created = Of<DateTime>(draw),
        Seen = Of<DateTimeOffset>(draw),
        Day = Of<DateOnly>(draw),
        Time = Of<TimeOnly>(draw),
        Took = Of<TimeSpan>(draw),
        Key = Of<Guid>(draw),
        Letter = Of<char>(draw),
        Flags = Of<byte>(draw),
        Hash = Of<ulong>(draw),
        Weekday = Of<DayOfWeek>(draw),
    };

    private static TextRow Text(Draw draw) => new()
    {
        First = Of<string?>(draw),
        Second = Of<string?>(draw)!,
        Number = Maybe<int>(draw),
        Ratio = Maybe<double>(draw),
        Price = Maybe<decimal>(draw),
        Created = Maybe<DateTime>(draw),
        IsOpen = Maybe<bool>(draw),
        Key = Maybe<Guid>(draw),
        Named = Of<string?>(draw),
        Weekday = Maybe<DayOfWeek>(draw),
        Bytes = draw.Chance(3) ? Of<byte[]?>(draw) : null,
    };

    private static AttributeRow Attribute(Draw draw) => new()
    {
        Last = draw.Below(3),
        First = Of<string?>(draw),
        Hidden = "hidden",
        MaybeText = Of<string?>(draw),
        MaybeNumber = draw.Below(2),
        AsText = Of<long>(draw),
        Weekday = Of<DayOfWeek>(draw),
        Field = draw.Below(9),
        Raw = JsonTexts.Element(draw),
    };

    private static NestedRow Nested(Draw draw) => new()
    {
        Number = Of<int>(draw),
        Text = Of<string?>(draw),
        Child = draw.Chance(2) ? null : Text(draw),
        Points = draw.Chance(3) ? null : [.. Enumerable.Range(0, draw.Below(4)).Select(_ => Point(draw))],
        Numbers = draw.Chance(3) ? null : [.. Enumerable.Range(0, draw.Below(6)).Select(_ => Of<int>(draw))],
        Texts = draw.Chance(3) ? null : [.. Enumerable.Range(0, draw.Below(4)).Select(_ => Of<string?>(draw))],
        Counts = draw.Chance(3) ? null : Enumerable.Range(0, draw.Below(4)).ToDictionary(i => FuzzText.Next(draw) + i, _ => Of<int>(draw)),
        Cells = draw.Chance(3) ? null : Dictionary(draw),
        Anything = Exclusions.IsDeclaredAsObject(ValueKind.Any.Next(draw)),
        Items = draw.Chance(3) ? null : [.. Enumerable.Range(0, draw.Below(4)).Select(_ => ValueKind.Any.Next(draw))],
        Bytes = Of<byte[]?>(draw),
    };

    private static BaseRow Base(Draw draw) => draw.Chance(3)
        ? new DerivedRow { Id = Of<int>(draw), Extra = "x" }
        : new BaseRow { Id = Of<int>(draw), Name = Of<string>(draw) };

    private static PointRow Point(Draw draw) => new()
    {
        X = Of<double>(draw),
        Y = Of<double>(draw),
        Label = draw.Chance(2) ? null : Of<string?>(draw),
    };

    private static Dictionary<string, object?> Dictionary(Draw draw)
    {
        var cells = new Dictionary<string, object?>();
        for (int i = draw.Below(5); i > 0; i--) cells[FuzzText.Next(draw)] = ValueKind.Any.Next(draw);
        return cells;
    }
}
