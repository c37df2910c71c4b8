using System.Collections.Immutable;
using System.Data;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Values of every kind where <see cref="JsonSerializerOptions.MaxDepth"/> is just enough, one less and one more.</summary>
public class DepthTests
{
    public static TheoryData<JsonNumberHandling> Handlings =>
        [JsonNumberHandling.Strict, JsonNumberHandling.AllowReadingFromString, JsonNumberHandling.WriteAsString];

    private static object?[] Values =>
    [
        null, 1, "text", 1.5m, true, DayOfWeek.Friday, Guid.Empty, DateTime.UnixEpoch, (Int128)1, new Uri("https://example.org"),
        new[] { 1 }, new[] { 1L }, new[] { "x" }, new[] { true }, new byte[] { 1 }, Array.Empty<int>(), new[] { 1.5m }, new int?[] { 1 },
        new[] { DayOfWeek.Friday }, new List<int> { 1 }, new List<string> { "x" }, new Queue<int>([1]), new List<object?> { 1 },
        new List<object?>(), new object?[] { "x" }, new[] { Array.Empty<int>() }, new[] { new[] { 1 } }, new List<object?> { new[] { 1 } },
        new Dictionary<int, string> { [1] = "x" }, new Dictionary<int, int> { [1] = 1 }, new Dictionary<string, int> { ["x"] = 1 },
        new Dictionary<string, string> { ["x"] = "y" }, new Dictionary<string, object?> { ["x"] = 1 }, new Dictionary<string, object?>(),
        new Dictionary<int, int[]> { [1] = [1] }, new SortedDictionary<string, object?> { ["x"] = 1 }, new { X = 1 }, new { X = new[] { 1 } },
        new KeyValuePair<string, int>("x", 1), (object)new object(), JsonSerializer.SerializeToElement(new[] { 1 }),
        JsonSerializer.SerializeToElement(1), new JsonArray(1), new RawJson("[1]"u8.ToArray()), new Dictionary<string, object?> { ["x"] = new[] { 1 } },
    ];

    [Theory]
    [MemberData(nameof(Handlings))]
    public void Write_atTheLimit_failsWhereJsonSerializerFails(JsonNumberHandling handling)
    {
        int written = 0;
        foreach (object? value in Values)
        {
            for (int maxDepth = 1; maxDepth <= 6; maxDepth++)
            {
                var options = new JsonSerializerOptions { MaxDepth = maxDepth, NumberHandling = handling };
                string what = $"{value?.GetType().Name ?? "null"} at MaxDepth {maxDepth}";
                List<Dictionary<string, object?>> rows = [new() { ["a"] = value }];
                written += Outcome.Check(JsonRows.From(rows), rows, options, what);
                List<object?> objects = [value];
                Outcome.Check(JsonRows.From(objects), objects, options, what + ", row");
                using var table = new DataTable();
                table.Columns.Add("a", value?.GetType() ?? typeof(object));
                table.Rows.Add(value ?? DBNull.Value);
                List<Dictionary<string, object?>> stored = [new() { ["a"] = table.Rows[0][0] is DBNull ? null : table.Rows[0][0] }];
                Outcome.Check(JsonRows.From(table), stored, options, what + ", table");
                JsonRowShape<object?> shape = new JsonRowShape<object?>().Column("a", row => row);
                if (value is not null) Outcome.Check(JsonRows.From([value], shape), rows, options, what + ", shape");
            }
        }
        written.Should().BeGreaterThan(Values.Length);
    }

    [Theory]
    [MemberData(nameof(Handlings))]
    public void Write_typedRowsAtTheLimit_failWhereJsonSerializerFails(JsonNumberHandling handling)
    {
        for (int maxDepth = 1; maxDepth <= 5; maxDepth++)
        {
            Check(1, maxDepth);
            Check<int?>(1, maxDepth);
            Check("x", maxDepth);
            Check<string?>(null, maxDepth);
            Check(DayOfWeek.Friday, maxDepth);
            Check((Int128)1, maxDepth);
            Check<object?>(null, maxDepth);
            Check(new[] { 1 }, maxDepth);
            Check(new Dictionary<int, string> { [1] = "x" }, maxDepth);
            Check(new Dictionary<string, object?> { ["x"] = 1 }, maxDepth);
            Check(new List<int[]> { new[] { 1 } }, maxDepth);
            Check(new KeyValuePair<string, int>("x", 1), maxDepth);
            Check(JsonSerializer.SerializeToElement(new[] { 1 }), maxDepth);
            Check(Array.Empty<byte>(), maxDepth);
        }

        void Check<TValue>(TValue value, int maxDepth)
        {
            var options = new JsonSerializerOptions { MaxDepth = maxDepth, NumberHandling = handling };
            List<Dictionary<string, TValue>> rows = [new() { ["a"] = value }];
            Outcome.Check(JsonRows.From(rows), rows, options, $"{typeof(TValue)} at MaxDepth {maxDepth}");
            List<Dictionary<string, TValue>> empty = [new()];
            Outcome.Check(JsonRows.From(empty), empty, options, $"no {typeof(TValue)} at MaxDepth {maxDepth}");
        }
    }

    public static TheoryData<string> Texts => ["1", "null", "\"text\"", "[]", "{}", "[1]", """{"a":1}""", """{"a":[{"b":[]}]}"""];

    [Theory]
    [MemberData(nameof(Texts))]
    public void Write_jsonAtTheLimit_failsWhereJsonSerializerFails(string text)
    {
        using JsonDocument document = JsonDocument.Parse(text);
        JsonElement[] elements = [document.RootElement, document.RootElement];
        RawJson[] raw = [new RawJson(text), new RawJson(text)];
        JsonDocument?[] documents = [document, null];
        int written = 0;
        for (int maxDepth = 1; maxDepth <= 6; maxDepth++)
        {
            var options = new JsonSerializerOptions { MaxDepth = maxDepth };
            string what = $"{text} at MaxDepth {maxDepth}";
            written += Outcome.Check(JsonRows.From(elements), elements, options, what);
            Outcome.Check(JsonRows.From(elements.Where(_ => true)), elements.Where(_ => true), options, what + ", lazy");
            Outcome.Check(JsonRows.From(raw), raw, options, what + ", raw");
            Outcome.Check(JsonRows.From<JsonDocument?>(documents), documents, options, what + ", documents");
            Outcome.Check(JsonRows.From<object?>(documents), (object?[])documents, options, what + ", documents as objects");
        }
        written.Should().BeGreaterThan(0);
    }

    /// <summary>In a list and an array of elements the serializer asks for the depth of what is in the elements alone.</summary>
    [Theory]
    [MemberData(nameof(Texts))]
    public void WriteDropIn_jsonAtTheLimit_failsWhereJsonSerializerFails(string text)
    {
        using JsonDocument document = JsonDocument.Parse(text);
        JsonElement[] elements = [document.RootElement, document.RootElement];
        RawJson[] raw = [new RawJson(text), new RawJson(text)];
        JsonDocument?[] documents = [document, null];
        for (int maxDepth = 1; maxDepth <= 6; maxDepth++)
        {
            var comparison = new DropInComparison(
                new JsonSerializerOptions { MaxDepth = maxDepth }, new JsonRowOptions(), $"{text} at MaxDepth {maxDepth}");
            Check(comparison, elements);
            Check(comparison, raw);
            Check(comparison, documents);
            if (maxDepth == 6) comparison.Written.Should().Be(comparison.Count);
        }
    }

    [Fact]
    public async Task SerializeAsync_propertyOfElementsAtTheLimit_equalsSerializer()
    {
        var rows = new Elements([JsonSerializer.SerializeToElement(1)]);
        var options = new JsonSerializerOptions { MaxDepth = 2 };
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows, options);

        byte[] whole = JsonSerializer.SerializeToUtf8Bytes(rows, options.WithRowJson(writeOnly: true));
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, rows, options);

        Same.Bytes(whole, expected, "written whole");
        Same.Bytes(stream.ToArray(), expected, "to a stream");
    }

    [Fact]
    public void Serialize_emptyObjectsInAWriterWithALimit_failsWhereJsonSerializerFails()
    {
        var options = new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault };
        JsonSerializerOptions fast = DropInOptions.Create(options, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }).WriteOnly;
        var value = new Dictionary<string, List<Omitted?>> { ["a"] = [new(), null] };
        int refused = 0;
        for (int maxDepth = 1; maxDepth <= 5; maxDepth++)
        {
            string? expected = WrittenInside(value, options, maxDepth);
            WrittenInside(value, fast, maxDepth).Should().Be(expected, "MaxDepth {0}", maxDepth);
            if (expected is null) refused++;
        }
        refused.Should().Be(3);
    }

    /// <summary>Null where it is refused.</summary>
    private static string? WrittenInside<T>(T value, JsonSerializerOptions options, int maxDepth)
    {
        var stream = new MemoryStream();
        using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { MaxDepth = maxDepth });
        try
        {
            writer.WriteStartArray();
            JsonSerializer.Serialize(writer, value, options);
            writer.WriteEndArray();
            writer.Flush();
            return Encoding.UTF8.GetString(stream.ToArray());
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private sealed class Omitted
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public double Price { get; set; }
    }

    private sealed record Elements(List<JsonElement> Rows);

    private static void Check<T>(DropInComparison comparison, T[] rows)
    {
        comparison.Check(rows, "array");
        comparison.Check(rows.ToList(), "list");
        comparison.Check(rows.AsEnumerable(), "IEnumerable");
        comparison.Check(rows.Where(_ => true), "lazy");
        comparison.Check<IList<T>>(rows.ToList(), "IList");
        comparison.Check<IReadOnlyList<T>>(rows, "IReadOnlyList");
        comparison.Check(rows.ToImmutableArray(), "immutable array");
        comparison.Check(rows.ToImmutableList(), "immutable list");
        comparison.Check(new Dictionary<string, List<T>> { ["rows"] = [.. rows] }, "list in a dictionary");
        comparison.Check(new Dictionary<string, IEnumerable<T>> { ["rows"] = rows }, "IEnumerable in a dictionary");
    }
}
