namespace RowJson.Fuzz;

/// <summary>Rows that mostly look alike, as rows do, and sometimes not at all.</summary>
internal static class RowSetMaker
{
    private const int UsualCells = 3000;

    /// <summary>One column in so many holds JSON, and in one set of so many a name comes twice.</summary>
    private const int JsonColumns = 20;

    /// <inheritdoc cref="JsonColumns"/>
    private const int RepeatedNames = 4;

    public static RowSet Next(Draw draw)
    {
        int kind = draw.Below(10);
        return kind switch
        {
            < 3 => Typed(draw, ValueKind.Typed[draw.Below(ValueKind.Typed.Count)]),
            < 4 => Make(draw, Names(draw), draw.Chance(3) ? ValueKind.Failing : ValueKind.Any, raggedness: 8),
            < 6 => Make(draw, Names(draw), ValueKind.Any, raggedness: 8),
            _ => Columns(draw),
        };
    }

    /// <summary>All cells of one type.</summary>
    private static RowSet Typed(Draw draw, ValueKind kind) => Make(draw, Names(draw), kind, raggedness: draw.Chance(2) ? 0 : 10);

    /// <summary>Each column has one type, and now and then null.</summary>
    private static RowSet Columns(Draw draw)
    {
        string[] names = Names(draw);
        if (names.Length > 1 && draw.Chance(RepeatedNames)) Repeat(draw, names);
        ValueKind[] kinds = Array.ConvertAll(
            names, _ => draw.Chance(JsonColumns) ? ValueKind.Json : ValueKind.Typed[draw.Below(ValueKind.Typed.Count)]);
        object?[][] pools = Array.ConvertAll(kinds, kind => Pool(draw, kind));
        int nulls = draw.Pick([0, 0, 5, 2]);
        var rows = new FuzzRow[RowCount(draw, names.Length)];
        for (int i = 0; i < rows.Length; i++)
        {
            var values = new object?[names.Length];
            for (int j = 0; j < values.Length; j++)
            {
                if (nulls > 0 && draw.Chance(nulls)) continue;
                ulong bits = draw.Bits();
                values[j] = (bits & 3) == 0 ? kinds[j].Next(draw) : pools[j][(int)(bits >> 8) & (pools[j].Length - 1)];
            }
            rows[i] = new FuzzRow(names, values);
        }
        return new RowSet(rows, typeof(object));
    }

    /// <summary>Gives a column the name of another one, or one that a naming policy makes the same.</summary>
    private static void Repeat(Draw draw, string[] names)
    {
        string name = names[draw.Below(names.Length)];
        names[draw.Below(names.Length)] = draw.Chance(3) || name.Length == 0 ? name
            : (char.IsUpper(name[0]) ? char.ToLowerInvariant(name[0]) : char.ToUpperInvariant(name[0])) + name[1..];
    }

    private static RowSet Make(Draw draw, string[] names, ValueKind kind, int raggedness)
    {
        object?[] pool = Pool(draw, kind);
        string[] shuffled = [.. names.OrderBy(_ => draw.Bits())];
        var rows = new FuzzRow[RowCount(draw, names.Length)];
        for (int i = 0; i < rows.Length; i++)
        {
            string[] own = raggedness == 0 || !draw.Chance(raggedness) ? names : draw.Below(4) switch
            {
                0 => shuffled,
                1 => [.. names.Where(_ => !draw.Chance(3))],
                2 => [.. names, FuzzText.Next(draw)],
                _ => Names(draw),
            };
            if (!ReferenceEquals(own, names) && own.Distinct().Count() != own.Length) own = names;
            var values = new object?[own.Length];
            for (int j = 0; j < values.Length; j++)
            {
                ulong bits = draw.Bits();
                values[j] = (bits & 3) == 0 ? kind.Next(draw) : pool[(int)(bits >> 8) & (pool.Length - 1)];
            }
            rows[i] = new FuzzRow(own, values);
        }
        return new RowSet(rows, kind.Type);
    }

    /// <summary>Values that come again: most data has few different ones, and drawing one costs more than writing it.</summary>
    private static object?[] Pool(Draw draw, ValueKind kind)
    {
        var pool = new object?[16];
        for (int i = 0; i < pool.Length; i++) pool[i] = kind.Next(draw);
        return pool;
    }

    private static int RowCount(Draw draw, int columns) => draw.Below(12) switch
    {
        0 => draw.Below(4),
        1 => Math.Max(1, 4 * UsualCells / Math.Max(1, columns)),
        _ => 1 + draw.Below(Math.Max(2, 2 * UsualCells / Math.Max(1, columns))),
    };

    private static string[] Names(Draw draw)
    {
        int count = draw.Below(20) switch
        {
            0 => 0,
            1 => 100 + draw.Below(400),
            < 4 => 20 + draw.Below(40),
            _ => 1 + draw.Below(14),
        };
        bool isPlain = draw.Chance(2);
        string prefix = draw.Chance(4) ? FuzzText.Next(draw) : "";
        IEnumerable<string> names = Enumerable.Range(0, count).Select(i => isPlain
            ? prefix + "column" + (char)('A' + i % 26) + i.ToString(System.Globalization.CultureInfo.InvariantCulture)
            : prefix + (draw.Chance(300) ? new string('n', 1000 + draw.Below(60)) : FuzzText.Next(draw)));
        return [.. names.Distinct()];
    }
}
