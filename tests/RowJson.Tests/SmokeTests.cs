using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

public class SmokeTests
{
    public static TheoryData<string> Names => new(Directory.GetFiles("/work/shared/datasets", "*.json").Select(Path.GetFileName)!);

    [Theory]
    [MemberData(nameof(Names))]
    public void DataSets(string name)
    {
        byte[] text = File.ReadAllBytes("/work/shared/datasets/" + name);
        using JsonDocument doc = JsonDocument.Parse(text);
        foreach (var o in new JsonSerializerOptions[] { new(), new() { WriteIndented = true }, new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase }, new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping }, new() { NumberHandling = JsonNumberHandling.WriteAsString }, new() { ReferenceHandler = ReferenceHandler.Preserve }, new() { ReferenceHandler = ReferenceHandler.Preserve, WriteIndented = true }, new() { ReferenceHandler = ReferenceHandler.IgnoreCycles } })
        {
            var opt = new JsonRowOptions { Serializer = o, MaxCachedNames = 100 };
            Check(JsonSerializer.SerializeToUtf8Bytes(doc, o), JsonRows.From(doc), opt, o, doc);
            if (name.StartsWith("blns.")) continue;
            var d = doc.RootElement.EnumerateArray().Select(r => r.EnumerateObject().ToDictionary(p => p.Name, p => Value(p.Value))).ToList();
            Check(JsonSerializer.SerializeToUtf8Bytes(d, o), JsonRows.From(d), opt, o, d);
            var a = JsonNode.Parse(text)!.AsArray();
            Check(JsonSerializer.SerializeToUtf8Bytes(a, o), JsonRows.From(a), opt, o, a);
        }
    }

    private static void Check(byte[] expected, JsonRows rows, JsonRowOptions o, JsonSerializerOptions s, object raw)
    {
        rows.ToUtf8Bytes(o).AsSpan().SequenceEqual(expected).Should().BeTrue();
        var ms = new MemoryStream();
        rows.WriteTo(ms, o);
        ms.ToArray().AsSpan().SequenceEqual(expected).Should().BeTrue();
        if (s.ReferenceHandler != null) return;
        var b1 = new ArrayBufferWriter<byte>();
        var b2 = new ArrayBufferWriter<byte>();
        using (var w = new Utf8JsonWriter(b1, new JsonWriterOptions { Indented = s.WriteIndented, Encoder = s.Encoder })) { w.WriteStartObject(); w.WritePropertyName("x"); JsonSerializer.Serialize(w, raw, s); w.WriteEndObject(); }
        using (var w = new Utf8JsonWriter(b2, new JsonWriterOptions { Indented = s.WriteIndented, Encoder = s.Encoder })) { w.WriteStartObject(); w.WritePropertyName("x"); rows.WriteTo(w, o); w.WriteEndObject(); }
        b2.WrittenSpan.SequenceEqual(b1.WrittenSpan).Should().BeTrue();
    }

    private static object? Value(JsonElement e) => e.ValueKind switch
    {
        JsonValueKind.String => e.GetString(),
        JsonValueKind.Number => e.TryGetInt64(out long l) ? l : e.GetDouble(),
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        JsonValueKind.Null => null,
        JsonValueKind.Array => e.EnumerateArray().Select(Value).ToList(),
        _ => e.EnumerateObject().ToDictionary(p => p.Name, p => Value(p.Value)),
    };
}
