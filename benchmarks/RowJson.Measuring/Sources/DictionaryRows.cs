namespace RowJson.Benchmarks;

/// <summary>Rows as a database layer gives them: a list of dictionaries whose keys are the same string instances in each row.
/// Values are strings, longs, doubles, booleans and nulls; nested JSON becomes dictionaries and lists.</summary>
internal static class DictionaryRows
{
    public static List<Dictionary<string, object?>> Parse(Sample sample)
    {
        using var document = JsonDocument.Parse(sample.Utf8Json);
        var names = new Dictionary<string, string>();
        var rows = new List<Dictionary<string, object?>>(sample.RowCount);
        foreach (JsonElement row in document.RootElement.EnumerateArray()) rows.Add(ToDictionary(row, names));
        return rows;
    }

    /// <summary>A table of the columns that the reader has.</summary>
    public static DataTable ToTable(Sample sample)
    {
        TypedColumn[] columns = TypedColumn.Infer(sample);
        var table = new DataTable { MinimumCapacity = sample.RowCount };
        foreach (TypedColumn column in columns) table.Columns.Add(column.Name, column.Type);
        table.BeginLoadData();
        for (int row = 0; row < sample.RowCount; row++) table.Rows.Add([.. columns.Select(column => column.GetValue(row))]);
        table.EndLoadData();
        table.AcceptChanges();
        return table;
    }

    private static Dictionary<string, object?> ToDictionary(JsonElement element, Dictionary<string, string> names)
    {
        var dictionary = new Dictionary<string, object?>(element.GetPropertyCount());
        foreach (JsonProperty property in element.EnumerateObject())
        {
            string name = property.Name;
            if (!names.TryAdd(name, name)) name = names[name];
            dictionary[name] = ToValue(property.Value, names);
        }
        return dictionary;
    }

    private static object? ToValue(JsonElement element, Dictionary<string, string> names) => element.ValueKind switch
    {
        JsonValueKind.String => element.GetString(),
        JsonValueKind.Number => ToNumber(element),
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        JsonValueKind.Null => null,
        JsonValueKind.Array => element.EnumerateArray().Select(item => ToValue(item, names)).ToList(),
        _ => ToDictionary(element, names),
    };

    private static object ToNumber(JsonElement element)
    {
        if (element.TryGetInt64(out long integer)) return integer;
        double number = element.GetDouble();
        // JSON has numbers beyond the range of a double; these stay elements.
        return double.IsFinite(number) ? number : element.Clone();
    }
}
