namespace RowJson.Benchmarks;

/// <summary>A column of a sample. Its type is the common type of its values: <see cref="string"/>, <see cref="bool"/>, <see cref="int"/>,
/// <see cref="long"/> where one does not fit in an int, <see cref="double"/> where one is not an integer. Where they have nothing in
/// common or are nested (arrays, objects), it is <see cref="object"/>, each value as <see cref="DictionaryRows"/> gives it.
/// A column that a row lacks is null in it.</summary>
/// <remarks>The column has its own copies of strings, adjacent in memory. A provider makes a string just before it is read, so that it is in
/// the cache; the strings of the dictionaries are far apart, and reading them would be most of the time.</remarks>
internal sealed record TypedColumn(string Name, Type Type, Array Values, bool[] Nulls)
{
    /// <summary>The columns in the order in which the rows bring them up.</summary>
    public static TypedColumn[] Infer(Sample sample)
    {
        List<Dictionary<string, object?>> rows = DictionaryRows.Parse(sample);
        var names = new OrderedDictionary<string, Type>();
        foreach (Dictionary<string, object?> row in rows)
        {
            foreach ((string name, object? value) in row) names[name] = Join(names.GetValueOrDefault(name, typeof(DBNull)), TypeOf(value));
        }
        return [.. names.Select(column => Create(column.Key, column.Value, rows))];
    }

    /// <summary>The value as databases give it: boxed, or <see cref="DBNull"/>.</summary>
    public object GetValue(int row) => Nulls[row] ? DBNull.Value : Values.GetValue(row)!;

    private static Type TypeOf(object? value) => value switch
    {
        null => typeof(DBNull),
        string => typeof(string),
        bool => typeof(bool),
        >= (long)int.MinValue and <= (long)int.MaxValue => typeof(int),
        long => typeof(long),
        double => typeof(double),
        _ => typeof(object),
    };

    private static Type Join(Type left, Type right)
    {
        // From the narrowest to the widest.
        ReadOnlySpan<Type> numbers = [typeof(int), typeof(long), typeof(double)];
        if (left == right || right == typeof(DBNull)) return left;
        if (left == typeof(DBNull)) return right;
        int wider = Math.Max(numbers.IndexOf(left), numbers.IndexOf(right));
        return numbers.Contains(left) && numbers.Contains(right) ? numbers[wider] : typeof(object);
    }

    private static TypedColumn Create(string name, Type type, List<Dictionary<string, object?>> rows)
    {
        // A column of nulls needs some type.
        if (type == typeof(DBNull)) type = typeof(string);
        var values = Array.CreateInstance(type, rows.Count);
        bool[] nulls = new bool[rows.Count];
        for (int i = 0; i < rows.Count; i++)
        {
            object? value = rows[i].GetValueOrDefault(name);
            nulls[i] = value is null;
            if (value is string text) value = new string(text.AsSpan());
            if (value is not null) values.SetValue(type == typeof(object) ? value : Convert.ChangeType(value, type), i);
        }
        return new TypedColumn(name, type, values, nulls);
    }
}
