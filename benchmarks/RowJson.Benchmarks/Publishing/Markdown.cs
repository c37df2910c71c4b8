using System.Text;

namespace RowJson.Benchmarks;

/// <summary>Tables for documentation.</summary>
internal static class Markdown
{
    /// <param name="machine">What comes before the table.</param>
    /// <param name="headers">Those that begin with <c>&gt;</c> are aligned to the right.</param>
    /// <param name="rows">The cells of each row.</param>
    public static string Of(string machine, IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows)
    {
        var text = new StringBuilder(machine).Append("\n\n");
        AddRow(text, headers.Select(header => header.TrimStart('>')));
        AddRow(text, headers.Select(header => header.StartsWith('>') ? "---:" : "---"));
        foreach (IReadOnlyList<string> row in rows) AddRow(text, row);
        return text.ToString();
    }

    private static void AddRow(StringBuilder text, IEnumerable<string> cells) => text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");
}
