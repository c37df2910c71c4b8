namespace RowJson;

/// <content>What a debugger shows.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>The properties that do not have their default value, for a debugger.</summary>
    /// <returns>Such as <c>JsonRowOptions (Format = Lines, OmitNulls = True)</c>.</returns>
    public override string ToString()
    {
        IEnumerable<string> set = typeof(JsonRowOptions).GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Select(it => (it.Name, Value: it.GetValue(this), Usual: it.GetValue(Default)))
            .Where(it => !Equals(it.Value, it.Usual) && it.Value is not IReadOnlyList<DbRowReader> { Count: 0 })
            .Select(it => $"{it.Name} = {TextOf(it.Value)}");
        if (ChosenColumns is not null) set = set.Append($"{nameof(WithColumns)} = …");
        return $"JsonRowOptions ({string.Join(", ", set)})";
    }

    private static string? TextOf(object? value) => value switch
    {
        IReadOnlyList<DbRowReader> readers => TextOf(readers.Count),
        null or IConvertible or TimeSpan or JsonNamingPolicy => Convert.ToString(value, CultureInfo.InvariantCulture),
        _ => "…",
    };
}
