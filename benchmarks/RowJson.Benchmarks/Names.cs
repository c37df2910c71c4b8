using System.CommandLine.Parsing;

namespace RowJson.Benchmarks;

/// <summary>Lists of names with commas between them.</summary>
internal static class Names
{
    /// <summary>Returns the names as they are spelt in <paramref name="valid"/>; case does not matter.</summary>
    public static string[] Parse(ArgumentResult result, string what, string[] valid)
    {
        var names = new List<string>();
        foreach (string given in result.Tokens.SelectMany(token => token.Value.Split(',', StringSplitOptions.TrimEntries)))
        {
            string? name = Array.Find(valid, candidate => candidate.Equals(given, StringComparison.OrdinalIgnoreCase));
            if (name is null)
            {
                result.AddError($"There is no {what} '{given}'. There are: {string.Join(", ", valid)}.");
                return [];
            }
            if (!names.Contains(name))
                names.Add(name);
        }
        return [.. names];
    }

    /// <summary>A list for the help text, one line each.</summary>
    public static string Describe(string title, IEnumerable<(string Name, string Description)> items) =>
        $"{title}:\n" + string.Concat(items.Select(item => $"    {item.Name,-21}  {item.Description}\n"));
}
