using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Tests;

/// <summary>
/// An encoder is used for one output after the other, and keeps what it has set up for the one before: outputs of other kinds between them,
/// also ones that fail, change nothing.
/// </summary>
public class RowEncoderReuseTests
{
    private static readonly List<Dictionary<string, object?>> Rows =
    [
        new() { ["a<b"] = 1, ["list"] = new List<object?> { 1, new Dictionary<string, object?> { ["x"] = "\u00E9" } } },
        new() { ["a<b"] = 2, ["list"] = null },
    ];

    /// <summary>Enough for ranges that several threads encode.</summary>
    private static readonly List<Dictionary<string, object?>> Many =
        [.. Enumerable.Range(0, 800).Select(i => new Dictionary<string, object?> { ["id"] = i, ["text"] = new string('x', 80) })];

    private static readonly JsonDocument Document = JsonDocument.Parse("[{\"a\": [1, {\"b\" : \"\u00E9\"}]}, {\"a\":null}]");
    private static readonly JsonDocument Single = JsonDocument.Parse("{\"a\": [1, 2]}");

    private static readonly (string Name, Action<IBufferWriter<byte>, JsonRowOptions> Write)[] Outputs =
    [
        ("dictionaries", (buffer, options) => JsonRows.From(Rows).WriteTo(buffer, options)),
        ("document", (buffer, options) => JsonRows.From(Document).WriteTo(buffer, options)),
        ("one value", (buffer, options) => JsonRows.From(Single.RootElement).WriteTo(buffer, options)),
        ("objects", (buffer, options) => JsonRows.From<Item>([new Item(1, [new Item(2, null)])]).WriteTo(buffer, options)),
        ("nodes", (buffer, options) => JsonRows.From((JsonArray)JsonNode.Parse("[{\"a\":[{}]}]")!).WriteTo(buffer, options)),
        ("envelope", (buffer, options) => JsonRows.From(Rows).InEnvelope(new JsonRowEnvelope("items").Before("n", 1)).WriteTo(buffer, options)),
        ("long envelope", (buffer, options) => JsonRows.From(Many).InEnvelope(new JsonRowEnvelope("items")).WriteTo(buffer, options)),
        ("stream", (buffer, options) => WriteToStream(buffer, options)),
        ("writer", (buffer, options) => WriteInside(buffer, options, default, depth: 1)),
        ("deeper in a writer", (buffer, options) => WriteInside(buffer, options, default, depth: 5)),
        ("indented writer", (buffer, options) => WriteInside(buffer, options, new JsonWriterOptions { Indented = true }, depth: 1)),
        ("indented otherwise", (buffer, options) =>
            WriteInside(buffer, options, new JsonWriterOptions { Indented = true, IndentCharacter = '\t', IndentSize = 1, NewLine = "\r\n" }, 2)),
        ("writer of less depth", (buffer, options) => WriteInside(buffer, options, new JsonWriterOptions { MaxDepth = 7 }, depth: 1)),
        ("a value that fails", (buffer, options) => Fail(() => JsonRows.From(Failing(new Item(1, null), throws: false)).WriteTo(buffer, options))),
        ("a source that fails", (buffer, options) => Fail(() => JsonRows.From(Failing(new Item(1, null), throws: true)).WriteTo(buffer, options))),
    ];

    private static readonly (string Name, Func<JsonRowOptions> Create)[] Options =
    [
        ("default", () => new JsonRowOptions()),
        ("indented", () => new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true })),
        ("relaxed", () => new JsonRowOptions(new JsonSerializerOptions { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping, MaxDepth = 9 })),
        ("line breaks", () => new JsonRowOptions { Format = JsonRowFormat.ArrayWithLineBreaks }),
        ("references", () => new JsonRowOptions(
            new JsonSerializerOptions { ReferenceHandler = System.Text.Json.Serialization.ReferenceHandler.Preserve })),
        ("cycles", () => new JsonRowOptions(
            new JsonSerializerOptions { ReferenceHandler = System.Text.Json.Serialization.ReferenceHandler.IgnoreCycles })),
        ("compact", () => new JsonRowOptions { Format = JsonRowFormat.CompactRows }),
        ("compact, columns before", () => new JsonRowOptions { Format = JsonRowFormat.CompactColumns }),
    ];

    [Fact]
    public void WriteTo_outputsOfAllKindsInTurns_areAsWithNewOptions()
    {
        foreach ((string name, Func<JsonRowOptions> create) in Options)
        {
            string[] alone = [.. Outputs.Select(output => TextOf(output.Write, create()))];
            alone.Where(it => it.StartsWith('[')).Should().NotBeEmpty();
            JsonRowOptions options = create();
            for (int first = 0; first < Outputs.Length; first++)
            {
                for (int second = 0; second < Outputs.Length; second++)
                {
                    TextOf(Outputs[first].Write, options).Should().Be(alone[first], $"{name}: {Outputs[first].Name}");
                    TextOf(Outputs[second].Write, options).Should().Be(alone[second], $"{name}: {Outputs[second].Name} after {Outputs[first].Name}");
                    TextOf(Outputs[second].Write, options).Should().Be(alone[second], $"{name}: {Outputs[second].Name} twice");
                }
            }
        }
    }

    /// <summary>What is written, and how it failed if it did.</summary>
    private static string TextOf(Action<IBufferWriter<byte>, JsonRowOptions> write, JsonRowOptions options)
    {
        var buffer = new ArrayBufferWriter<byte>();
        string failure = "";
        try
        {
            write(buffer, options);
        }
        catch (Exception exception) when (exception is JsonRowException or JsonException or ArgumentException or NotSupportedException)
        {
            failure = $" {exception.GetType().Name}: {exception.Message}";
        }
        return Encoding.UTF8.GetString(buffer.WrittenSpan) + failure;
    }

    private static void WriteToStream(IBufferWriter<byte> buffer, JsonRowOptions options)
    {
        using var stream = new MemoryStream();
        JsonRows.From(Rows).WriteTo(stream, options);
        buffer.Write(stream.ToArray());
    }

    private static void WriteInside(IBufferWriter<byte> buffer, JsonRowOptions options, JsonWriterOptions style, int depth)
    {
        using var writer = new Utf8JsonWriter(buffer, style);
        for (int i = 0; i < depth; i++) writer.WriteStartArray();
        JsonRows.From(Rows).WriteTo(writer, options);
        JsonRows.From(Document).WriteTo(writer, options);
        for (int i = 0; i < depth; i++) writer.WriteEndArray();
    }

    private static void Fail(Action write) => write.Should().Throw<Exception>();

    private static IEnumerable<Item> Failing(Item row, bool throws)
    {
        yield return row;
        if (throws) throw new IOException("The source fails.");
        yield return new Item(2, [new Item(3, null) { Fails = true }]);
    }

    private sealed record Item(int Id, List<Item>? Items)
    {
        internal bool Fails { get; init; }

        public int Value => Fails ? throw new IOException("The value fails.") : Id;
    }
}
