using System.Text;
using System.Text.Json;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>
/// The JSON texts that mutations start from: rows that are built in, and those of the shared data sets where they are there.
/// </summary>
internal static class JsonTexts
{
    private const int MostRowsOfAFile = 400;
    private const int LargestFile = 15_000_000;

    private static readonly string[] BuiltIn =
    [
        """{"id":1,"name":"Ada","born":"1815-12-10","tags":["a","b"],"address":{"city":"London","zip":null}}""",
        """{"id":2,"name":"Grüße \u00e9 \ud83d\ude00 \"x\" \\ \/ \b\f\n\r\t","n":-1.50E+10,"ok":true,"no":false}""",
        """{ "a" : 1 , "b" : [ ] , "c" : { } , "d" : [ 1 , [ 2 , [ 3 ] ] ] }""",
        """{"":"","<&>'+`":"\u2028\u2029\u0000","中文":"日本語 😀","a":12345678901234567890123456789}""",
        """{"a":1,"a":2,"A":3}""",
        """{"long":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}""",
        """[1,2,[3]]""", "1.0", "\"text\"", "null", "true", "{}", "[]",
    ];

    private static readonly Lazy<byte[][]> Rows = new(ReadRows);

    private static readonly JsonElement[] Elements =
    [
        .. BuiltIn.Where(text => !text.Contains("\"a\":1,\"a\"", StringComparison.Ordinal)).Select(text =>
            JsonDocument.Parse(text).RootElement),
    ];

    /// <summary>Rows to choose from, and where they are from.</summary>
    public static int Count => Rows.Value.Length;

    public static byte[] Row(Draw draw) => Rows.Value[draw.Below(Rows.Value.Length)];

    /// <summary>Rows of one file that follow each other.</summary>
    public static ReadOnlySpan<byte[]> Run(Draw draw, int length)
    {
        int start = draw.Below(Rows.Value.Length);
        return Rows.Value.AsSpan(start, Math.Min(length, Rows.Value.Length - start));
    }

    public static JsonElement Element(Draw draw) => Elements[draw.Below(Elements.Length)];

    private static byte[][] ReadRows()
    {
        List<byte[]> rows = [.. BuiltIn.Select(Encoding.UTF8.GetBytes)];
        if (DataSetFolder.Path is not { } folder) return [.. rows];
        foreach (string path in Directory.EnumerateFiles(folder, "*.json").Order(StringComparer.Ordinal))
        {
            if (new FileInfo(path).Length > LargestFile) continue;
            using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(path));
            if (document.RootElement.ValueKind != JsonValueKind.Array) continue;
            foreach (JsonElement row in document.RootElement.EnumerateArray().Take(MostRowsOfAFile))
                rows.Add(Encoding.UTF8.GetBytes(row.GetRawText()));
        }
        return [.. rows];
    }
}
