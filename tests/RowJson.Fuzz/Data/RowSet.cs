using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>Rows of names and .NET values.</summary>
/// <param name="rows">The rows; those of one shape share their array of names.</param>
/// <param name="cellType">The type that all cells can be declared as.</param>
internal sealed class RowSet(FuzzRow[] rows, Type cellType) : FuzzData
{
    private static readonly object?[] SmallValues = [null, 1, "x"];

    public FuzzRow[] Rows { get; } = rows;

    public Type CellType { get; } = cellType;

    public override long Cells { get; } = rows.Sum(row => (long)row.Names.Length);

    /// <summary>All rows have the same names in the same order.</summary>
    public bool IsRegular { get; } = Array.TrueForAll(
        rows, row => ReferenceEquals(row.Names, rows[0].Names) || row.Names.AsSpan().SequenceEqual(rows[0].Names));

    /// <summary>The names of a row are not unique: only columns can have such.</summary>
    public bool HasRepeatedNames { get; } = rows.DistinctBy(row => row.Names).Any(row => row.Names.Distinct().Count() < row.Names.Length);

    public static RowSet Of(params FuzzRow[] rows) => new(rows, typeof(object));

    public static RowSet Of<TCell>(params FuzzRow[] rows) => new(rows, typeof(TCell));

    public static FuzzRow Row(params (string Name, object? Value)[] cells) =>
        new([.. cells.Select(cell => cell.Name)], [.. cells.Select(cell => cell.Value)]);

    public override IEnumerable<FuzzData> Smaller()
    {
        foreach ((int start, int length) in Cuts(Rows.Length)) yield return With(Without(Rows, start, length));
        string[] names = [.. Rows.SelectMany(row => row.Names).Distinct()];
        foreach ((int start, int length) in Cuts(names.Length))
        {
            HashSet<string> left = [.. names.AsSpan(start, length)];
            yield return With([.. Rows.Select(row => row.WithoutNames(left))]);
        }
        for (int i = 0; i < Rows.Length; i++)
        {
            for (int j = 0; j < Rows[i].Names.Length; j++)
            {
                yield return WithRow(i, Rows[i].WithoutCell(j));
                foreach (object? value in SmallerValues(Rows[i].Values[j])) yield return WithRow(i, Rows[i].WithValue(j, value));
            }
        }
        foreach (string name in names)
            foreach (string shorter in Shorter(name))
                yield return With([.. Rows.Select(row => row.Renamed(name, shorter))]);
    }

    public override string ToCSharp()
    {
        string type = CellType == typeof(object) ? "" : $"<{CSharpText.TypeName(CellType)}>";
        return $"RowSet.Of{type}(\n            {string.Join(",\n            ", Rows.Select(row => row.ToCSharp()))})";
    }

    private RowSet With(FuzzRow[] rows) => new(rows, CellType);

    private RowSet WithRow(int index, FuzzRow row)
    {
        FuzzRow[] rows = [.. Rows];
        rows[index] = row;
        return With(rows);
    }

    private IEnumerable<object?> SmallerValues(object? value)
    {
        if (CellType == typeof(object) && !SmallValues.Contains(value))
            foreach (object? small in SmallValues) yield return small;
        if (value is string text)
            foreach (string shorter in Shorter(text)) yield return shorter;
        if (value is JsonCell json)
            foreach (string shorter in Shorter(json.Text)) yield return new JsonCell { Text = shorter };
        if (value is List<object?> list)
            foreach ((int start, int length) in Cuts(list.Count)) yield return new List<object?>(Without([.. list], start, length));
        if (value is Dictionary<string, object?> cells)
            foreach (string name in cells.Keys) yield return cells.Where(cell => cell.Key != name).ToDictionary();
        if (value is byte[] { Length: > 0 } bytes)
            foreach ((int start, int length) in Cuts(bytes.Length)) yield return Without(bytes, start, length);
        if (CellType != typeof(object) && CellType.IsValueType && Activator.CreateInstance(CellType) is { } zero && !zero.Equals(value)
            && value is not JsonElement && CellType != typeof(JsonElement))
            yield return zero;
    }

    private static IEnumerable<string> Shorter(string text)
    {
        foreach ((int start, int length) in Cuts(text.Length)) yield return text.Remove(start, length);
        for (int i = 0; i < text.Length && text.Length <= 300; i++)
            if (text[i] != 'a') yield return text[..i] + 'a' + text[(i + 1)..];
    }
}

/// <summary>A row: its names, and as many values.</summary>
internal sealed class FuzzRow(string[] names, object?[] values)
{
    public string[] Names { get; } = names;

    public object?[] Values { get; } = values;

    public FuzzRow WithoutNames(HashSet<string> names)
    {
        int[] kept = [.. Enumerable.Range(0, Names.Length).Where(i => !names.Contains(Names[i]))];
        return kept.Length == Names.Length ? this : new FuzzRow([.. kept.Select(i => Names[i])], [.. kept.Select(i => Values[i])]);
    }

    public FuzzRow WithoutCell(int index) => new(
        [.. Names[..index], .. Names[(index + 1)..]], [.. Values[..index], .. Values[(index + 1)..]]);

    public FuzzRow WithValue(int index, object? value)
    {
        object?[] values = [.. Values];
        values[index] = value;
        return new FuzzRow(Names, values);
    }

    public FuzzRow Renamed(string name, string other) => Names.Contains(other)
        ? this
        : new FuzzRow([.. Names.Select(present => present == name ? other : present)], Values);

    public string ToCSharp()
    {
        IEnumerable<string> cells = Names.Zip(Values, (name, value) => $"({CSharpText.Of(name)}, {CSharpText.Of(value)})");
        return $"RowSet.Row({string.Join(", ", cells)})";
    }
}
