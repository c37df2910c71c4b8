using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Rows with the same columns in any order, and rows without some or with others, against a second reading of the rules.</summary>
public sealed class CompactRandomTests
{
    private static readonly string[] Names = ["id", "name", "a\"b", "ä", "", "x\\y", "nested", "{", "col,umn"];

    private static readonly string[] Values =
    [
        "1", "-2.5e3", "null", "true", "\"\"", "\"a,b}]\"", "\"\\\"}\\\\\"", "{}", "[]", "[1,{\"id\":\"}\"},[\"]\"]]", "{\"id\":{\"name\":[]}}", "\"\\u00e4\"",
    ];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Write_randomRows_areArraysOrFail(bool fills)
    {
        var random = new Random(20261124);
        var options = new JsonRowOptions { Format = JsonRowFormat.CompactRows, FillMissingColumns = fills };
        var tiny = new JsonRowOptions(options) { Sizes = BufferSizes.Tiny, FlushThreshold = 1 };
        for (int i = 0; i < 2000; i++)
        {
            List<List<(string Name, string Value)>> rows = Draw(random);
            string text = $"[{string.Join(" , ", rows.Select(row => TextOf(row, random)))}]";
            (string expected, int failedRow, string? failedColumn) = Expected(rows, fills);
            foreach (JsonRowOptions it in (JsonRowOptions[])[options, tiny])
                foreach (JsonRows source in Sources(text)) Check(source, it, expected, failedRow, failedColumn, text);
        }
    }

    private static void Check(JsonRows source, JsonRowOptions options, string expected, int failedRow, string? failedColumn, string text)
    {
        var output = new MemoryStream();
        try
        {
            source.WriteTo(output, options);
            if (failedRow >= 0) Assert.Fail($"{text} was written as {Encoding.UTF8.GetString(output.ToArray())}");
        }
        catch (JsonRowException exception)
        {
            if (exception.RowIndex != failedRow || exception.ColumnName != failedColumn) Assert.Fail($"{text}: {exception.Message}");
            return;
        }
        Same.Bytes(output.ToArray(), Encoding.UTF8.GetBytes(expected), text);
    }

    private static IEnumerable<JsonRows> Sources(string text)
    {
        JsonElement document = JsonDocument.Parse(text).RootElement;
        yield return JsonRows.From(document);
        yield return JsonRows.From(document.EnumerateArray().ToList());
        yield return JsonRows.From(document.EnumerateArray().Select(row => new RawJson(row.GetRawText())).ToList());
        yield return JsonRows.From(document.Deserialize<List<Dictionary<string, object?>>>()!);
        yield return JsonRows.From(document.Deserialize<List<Dictionary<string, JsonElement>>>()!);
    }

    private static List<List<(string Name, string Value)>> Draw(Random random)
    {
        string[] columns = [.. Names.OrderBy(_ => random.Next()).Take(random.Next(1, 6))];
        var rows = new List<List<(string Name, string Value)>>();
        for (int count = random.Next(1, 6); count > 0; count--)
        {
            IEnumerable<string> names = columns;
            if (rows.Count > 0)
            {
                if (random.Next(3) == 0) names = names.OrderBy(_ => random.Next());
                if (random.Next(5) == 0) names = names.Skip(1);
                if (random.Next(12) == 0) names = names.Append(Names.Except(columns).First());
            }
            rows.Add([.. names.ToArray().Select(name => (name, Values[random.Next(Values.Length)]))]);
        }
        return rows;
    }

    private static string TextOf(List<(string Name, string Value)> row, Random random)
    {
        string space = random.Next(2) == 0 ? "" : " \n";
        return $"{{{space}{string.Join($"{space},", row.Select(cell => $"{JsonSerializer.Serialize(cell.Name)}{space}:{space}{cell.Value}"))}{space}}}";
    }

    private static (string Text, int FailedRow, string? FailedColumn) Expected(List<List<(string Name, string Value)>> rows, bool fills)
    {
        string[] columns = [.. rows[0].Select(cell => cell.Name)];
        var texts = new List<string>();
        foreach (List<(string Name, string Value)> row in rows)
        {
            if (row.FirstOrDefault(cell => !columns.Contains(cell.Name)).Name is { } other) return ("", texts.Count, other);
            string? missing = columns.FirstOrDefault(name => !row.Exists(cell => cell.Name == name));
            if (missing is not null && !fills) return ("", texts.Count, missing);
            texts.Add($"[{string.Join(",", columns.Select(name => row.FirstOrDefault(cell => cell.Name == name).Value ?? "null"))}]");
        }
        return ($"[{string.Join(",", texts)}]".Replace("\\u00e4", "\\u00E4", StringComparison.Ordinal).Replace("\"\\\"}", "\"\\u0022}", StringComparison.Ordinal), -1, null);
    }
}
