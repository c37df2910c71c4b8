using System.Buffers;
using System.Text.Json;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Writes the same rows as an array of objects and in the compact formats, in turns and in one process.</summary>
internal static class CompactJob
{
    public const string Option = "--compact";

    private const int Rows = 10_000;

    private static readonly JsonRowFormat[] Formats = [JsonRowFormat.Array, JsonRowFormat.Arrays, JsonRowFormat.ArrayLines, JsonRowFormat.Columns];

    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    public static void Run(Schedule? schedule)
    {
        List<OrderRow> objects = OrderRow.Create(Rows);
        List<Dictionary<string, object?>> dictionaries = OrderRow.CreateDictionaries(Rows);
        System.Data.DataTable table = OrderRow.CreateTable(Rows);
        using JsonDocument document = JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(dictionaries));
        List<JsonElement> elements = [.. document.RootElement.EnumerateArray()];
        (string Name, Func<JsonRows> Open)[] sources =
        [
            ("dictionaries", () => JsonRows.From(dictionaries)),
            ("reader", () => JsonRows.From(table.CreateDataReader())),
            ("table", () => JsonRows.From(table)),
            ("objects", () => JsonRows.From(objects)),
            ("elements", () => JsonRows.From(elements)),
            ("document", () => JsonRows.From(document)),
        ];
        Table results = Output.CreateTable("rows", "format", ">ns a row", ">time ÷ Array's", ">spread", ">bytes ÷ Array's");
        foreach ((string name, Func<JsonRows> open) in sources) Add(results, name, open, schedule);
        if (schedule is null)
        {
            Output.Print($"{sources.Length} sources agree. {CheckJob.Sentence}");
            return;
        }
        Output.PrintFigures(
            [results],
            "10,000 rows of 10 columns into a buffer. spread: how well the ratio is known (95 %). Times are the process's own. Each value was\n"
            + "compared with that of the array before.");
    }

    private static void Add(Table results, string name, Func<JsonRows> open, Schedule? schedule)
    {
        var buffer = new ArrayBufferWriter<byte>();
        JsonRowOptions[] options = Array.ConvertAll(Formats, format => new JsonRowOptions { Format = format });
        byte[][] outputs = Array.ConvertAll(options, it => open().ToUtf8Bytes(it));
        for (int i = 1; i < outputs.Length; i++) Check(name, outputs[0], outputs[i], Formats[i]);
        if (schedule is null) return;
        TurnTimes times = TurnTimes.Measure(
            Array.ConvertAll(options, it => (Action)(() =>
            {
                buffer.ResetWrittenCount();
                open().WriteTo(buffer, it);
            })),
            schedule);
        for (int i = 0; i < Formats.Length; i++)
        {
            var ratio = new Ratio([.. times.Rounds.Select(round => round[i] / round[0])]);
            results.AddRow(
                name,
                Formats[i].ToString(),
                Figures.Format(times.Median(i) / Rows, "N0"),
                i == 0 ? "1" : Figures.Factor(ratio.Median),
                i == 0 ? "" : Figures.PlusMinus(ratio),
                i == 0 ? "1" : Figures.Format((double)outputs[i].Length / outputs[0].Length, "F2"));
        }
    }

    /// <summary>The values, with the names of the array, are the array again.</summary>
    private static void Check(string name, byte[] array, byte[] compact, JsonRowFormat format)
    {
        using JsonDocument expected = JsonDocument.Parse(array);
        string text = System.Text.Encoding.UTF8.GetString(compact);
        if (format == JsonRowFormat.ArrayLines) text = $"[{text.TrimEnd('\n').Replace('\n', ',')}]";
        using JsonDocument actual = JsonDocument.Parse(text);
        JsonElement rows = format == JsonRowFormat.Columns ? actual.RootElement.GetProperty("rows") : actual.RootElement;
        bool areEqual = rows.GetArrayLength() == expected.RootElement.GetArrayLength()
            && rows.EnumerateArray().Zip(expected.RootElement.EnumerateArray()).All(pair => pair.First.EnumerateArray()
                .Select(cell => cell.GetRawText()).SequenceEqual(pair.Second.EnumerateObject().Select(cell => cell.Value.GetRawText())));
        if (!areEqual) throw new BenchmarkException($"{name}: the values of {format} differ from those of the array.");
    }
}
