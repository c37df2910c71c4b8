using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using RowJson;
using RowJson.Consumers;

// Writer <output folder> <bytes> <file>...: for the first rows of each file, about so many bytes, a folder with
//   original.json    these rows, as text of the file
//   array.json       an array, copied from the document
//   broken.json      an array with line breaks, from dictionaries
//   lines.jsonl      JSON Lines, from the document, with as few escapes as possible
// An argument "generated" instead of a file is a set that is made here.
string output = args[0];
int limit = int.Parse(args[1], System.Globalization.CultureInfo.InvariantCulture);
var relaxed = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
var lines = new JsonRowOptions(relaxed) { Format = JsonRowFormat.Lines };
var broken = new JsonRowOptions { Format = JsonRowFormat.ArrayWithLineBreaks };

foreach (string file in args[2..])
{
    using JsonDocument document = JsonDocument.Parse(file == "generated" ? GeneratedRows.Text(2000) : File.ReadAllText(file));
    List<JsonElement> rows = [];
    var original = new StringBuilder("[");
    foreach (JsonElement row in document.RootElement.EnumerateArray())
    {
        if (original.Length > limit) break;
        original.Append(rows.Count > 0 ? "," : "").Append(row.GetRawText());
        rows.Add(row);
    }

    string folder = Directory.CreateDirectory(Path.Combine(output, Path.GetFileNameWithoutExtension(file))).FullName;
    File.WriteAllText(Path.Combine(folder, "original.json"), original.Append(']').ToString());
    using FileStream array = File.Create(Path.Combine(folder, "array.json"));
    using FileStream arrayWithBreaks = File.Create(Path.Combine(folder, "broken.json"));
    using FileStream jsonLines = File.Create(Path.Combine(folder, "lines.jsonl"));
    JsonRows.From(rows).WriteTo(array);
    JsonRows.From(rows.Select(Materialised)).WriteTo(arrayWithBreaks, broken);
    JsonRows.From(rows).WriteTo(jsonLines, lines);
    Console.WriteLine($"{Path.GetFileName(folder)}: {rows.Count} rows");
}

static Dictionary<string, object?> Materialised(JsonElement row) =>
    row.EnumerateObject().ToDictionary(property => property.Name, property => Value(property.Value));

static object? Value(JsonElement value) => value.ValueKind switch
{
    JsonValueKind.Null => null,
    JsonValueKind.True => true,
    JsonValueKind.False => false,
    JsonValueKind.String => value.GetString(),
    JsonValueKind.Number => value.TryGetInt64(out long integer) ? integer : value.GetDouble(),
    _ => value,
};
