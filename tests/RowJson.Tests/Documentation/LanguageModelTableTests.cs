using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>The characters in the table of docs/language-models.md. Tokens are counted by a library that the tests do not have.</summary>
public class LanguageModelTableTests
{
    private const int RowCount = 100;

    private const string Heading =
        "| data set | characters: indented | default | relaxed | compact | tokens: indented | default | relaxed | compact |";

    private static readonly JsonSerializerOptions Relaxed = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly JsonSerializerOptions Indented = new(Relaxed) { WriteIndented = true };
    private static readonly JsonRowOptions Compact = new(Relaxed) { Format = JsonRowFormat.CompactColumns };

    [DataSetFact]
    public void Table_characters_areThoseOfTheFirstRows()
    {
        string[][] table = [.. CodeExamples.Table(Heading, "docs", "language-models.md")];

        table.Should().HaveCountGreaterThan(2);
        table.Should().AllSatisfy(row => row[1..5].Should().Equal(Characters(row[0]), row[0]));
    }

    private static string[] Characters(string name)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(DataSets.Folder!, name + ".json")));
        JsonElement[] rows = [.. document.RootElement.EnumerateArray().Take(RowCount)];
        string[] texts =
        [
            JsonSerializer.Serialize(rows, Indented),
            JsonRows.From(rows).ToJsonString(),
            JsonRows.From(rows).ToJsonString(Relaxed),
            JsonRows.From(rows).ToJsonString(Compact),
        ];
        return [.. texts.Select(text => text.Length.ToString("N0", CultureInfo.InvariantCulture))];
    }
}
