using System.Text.Json;

namespace RowJson.Consumers;

/// <summary>Rows with what readers of JSON differ about: escapes, characters beyond the first plane, exponents, ragged rows.</summary>
internal static class GeneratedRows
{
    private static readonly string[] Texts =
    [
        "", "plain", "\"quoted\" \\ and / <b>&amp;</b> 'x'", "tab\tline\nreturn\r",
        "\u0001\u001f\u007f\u0080\u2028\u2029", "Ångström", "漢字", "😀🏳️‍🌈", "\uFFFD\uFEFF",
    ];

    private static readonly double[] Numbers = [0, 1.5, -0.1, 1e-7, 5e-324, 1.7976931348623157E+308, 0.1 + 0.2, 1e22, -123456.789];

    private static readonly int[] Deep = [1, 2];

    public static string Text(int count) => JsonSerializer.Serialize(Enumerable.Range(0, count).Select(Row));

    private static Dictionary<string, object?> Row(int i)
    {
        var row = new Dictionary<string, object?>
        {
            ["id"] = i,
            ["text"] = Texts[i % Texts.Length],
            ["number"] = Numbers[i % Numbers.Length],
            ["flag"] = i % 3 == 0,
            ["nothing"] = null,
            ["large"] = 9_007_199_254_740_991 - i,
            ["名 \"é\""] = new object?[] { i, Texts[(i + 3) % Texts.Length], new Dictionary<string, object?> { ["deep"] = Deep }, null },
        };
        if (i % 4 == 0) row.Remove("flag");
        if (i % 5 == 0) row["extra" + i % 7] = new DateTime(2024, 1, 1 + i % 28);
        return row;
    }
}
