using System.Buffers;
using System.Data;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Unicode;

namespace RowJson.Tests;

/// <summary>Rows with references: the bytes of <see cref="JsonSerializer"/>, at about its cost.</summary>
public class ReferenceTests
{
    private static readonly JavaScriptEncoder WithoutDollar = Without('$', '1', 'd');

    [Fact]
    public void Write_converterThatSerializesOnItsOwn_beginsItsIdsAnew()
    {
        var shared = new Node { Name = "shared" };
        Dictionary<string, object?> row = new()
        {
            ["a"] = shared,
            ["b"] = new Wrapped(shared),
            ["c"] = shared,
            ["d"] = new List<object?> { new Wrapped(shared), new Wrapped(new Wrapped(shared)) },
            ["e"] = new Node(),
        };
        List<Dictionary<string, object?>> rows = [row, row, new() { ["a"] = shared, ["b"] = new Wrapped(row) }];
        foreach (ReferenceHandler handler in Handlers())
        {
            var options = new JsonSerializerOptions { ReferenceHandler = handler, Converters = { new WrappedConverter() } };
            Check(JsonRows.From(rows), rows, options);
            List<object?> objects = [.. rows, shared, new Wrapped(shared), null, 1, rows];
            Check(JsonRows.From(objects), objects, options);
            List<Dictionary<string, Wrapped>> typed = [new() { ["a"] = new Wrapped(shared) }, new() { ["a"] = new Wrapped(shared) }];
            Check(JsonRows.From(typed), typed, options);
        }
    }

    [Fact]
    public void Write_structuresAndDictionariesInCells_haveTheSerializersIds()
    {
        var pair = (object)new KeyValuePair<string, object?>("x", new Node());
        Dictionary<string, object?> row = new() { ["a"] = pair, ["b"] = pair, ["c"] = new[] { pair }, ["d"] = DayOfWeek.Friday, ["e"] = null };
        List<Dictionary<string, object?>> rows = [row];
        List<object?> objects = [pair, pair, .. rows];
        List<Dictionary<string, KeyValuePair<string, int>>> typed = [new() { ["a"] = new("x", 1) }];
        foreach (ReferenceHandler handler in Handlers())
        {
            var options = new JsonSerializerOptions { ReferenceHandler = handler };
            Check(JsonRows.From(rows), rows, options);
            Check(JsonRows.From(objects), objects, options);
            Check(JsonRows.From(typed), typed, options);
        }
    }

    [Fact]
    public void Write_encoderThatForbidsTheNamesOfMetadata_writesThemAsTheSerializer()
    {
        List<Dictionary<string, object?>> rows = [new() { ["$a1"] = "$1" }];
        foreach (ReferenceHandler handler in Handlers())
        {
            foreach (JavaScriptEncoder encoder in new[] { WithoutDollar, JavaScriptEncoder.Default, JavaScriptEncoder.UnsafeRelaxedJsonEscaping })
            {
                var options = new JsonSerializerOptions { ReferenceHandler = handler, Encoder = encoder };
                Check(JsonRows.From(rows), rows, options);
                Check(JsonRows.From(new List<Dictionary<string, object?>>()), new List<Dictionary<string, object?>>(), options);
                // The writer's encoder is another than the options'.
                options.Encoder.Should().BeSameAs(encoder);
                var plain = new JsonSerializerOptions { ReferenceHandler = handler };
                Into(encoder, writer => JsonRows.From(rows).WriteTo(writer, new JsonRowOptions { SerializerOptions = plain }))
                    .Should().Be(Into(encoder, writer => JsonSerializer.Serialize(writer, rows, plain)));
            }
        }
    }

    [Fact]
    public void Write_linesWithReferences_areDocumentsOfTheirOwn()
    {
        var shared = new Node();
        List<Dictionary<string, object?>> rows = [new() { ["a"] = shared, ["b"] = shared }, new() { ["a"] = shared }];
        foreach (ReferenceHandler handler in Handlers())
        {
            var options = new JsonSerializerOptions { ReferenceHandler = handler };
            string expected = string.Concat(rows.Select(row => JsonSerializer.Serialize(row, options) + "\n"));
            var lines = new JsonRowOptions { SerializerOptions = options, Format = JsonRowFormat.Lines };
            JsonRows.From(rows).ToJsonString(lines).Should().Be(expected);
            JsonRows.From(rows.Cast<object>()).ToJsonString(lines).Should().Be(expected);
        }
    }

    [Fact]
    public void Write_changedColumns_shareReferencesWithTheOtherRows()
    {
        var shared = new Node();
        List<KeyValuePair<string, object?>[]> pairs = [[new("a", shared)], [new("b", shared)]];
        var serializer = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };
        var options = new JsonRowOptions { SerializerOptions = serializer, ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()) };
        JsonRows.From(pairs).ToJsonString(options).Should().Be("""[{"A":{"$id":"1","Name":null}},{"B":{"$ref":"1"}}]""");
        using var table = new DataTable();
        table.Columns.Add("a", typeof(object));
        table.Rows.Add(shared);
        table.Rows.Add(shared);
        JsonRows.From(table).ToJsonString(options).Should().Be("""[{"A":{"$id":"1","Name":null}},{"A":{"$ref":"1"}}]""");
    }

    [Fact]
    public async Task WriteToAsync_asynchronousSequence_equalsSerializer()
    {
        var serializer = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };
        var shared = new Node();
        await CheckAsync(new Node(), shared, shared);
        await CheckAsync<object?>(shared, 1, null, new List<Node> { shared }, shared);
        await CheckAsync(new List<Node> { shared }, [new Node(), shared]);
        await CheckAsync<Node>();

        async Task CheckAsync<T>(params T[] rows)
        {
            var expected = new MemoryStream();
            await JsonSerializer.SerializeAsync(expected, Asynchronous(), serializer);
            var actual = new MemoryStream();
            (await JsonRows.From(Asynchronous()).WriteToAsync(actual, new JsonRowOptions { SerializerOptions = serializer, FlushThreshold = 1 })).Should().Be(rows.Length);
            System.Text.Encoding.UTF8.GetString(actual.ToArray()).Should().Be(System.Text.Encoding.UTF8.GetString(expected.ToArray()));

            async IAsyncEnumerable<T> Asynchronous()
            {
                await Task.Yield();
                foreach (T row in rows) yield return row;
            }
        }
    }

    [Fact]
    public void Write_afterAFailure_beginsToCountAnew()
    {
        var options = new JsonRowOptions { SerializerOptions = new() { ReferenceHandler = ReferenceHandler.Preserve } };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = new Node() }, new() { ["a"] = typeof(string) }];
        Action write = () => JsonRows.From(rows).ToUtf8Bytes(options);
        write.Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(1);
        rows.RemoveAt(1);
        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows, options.SerializerOptions));
    }

    [Fact]
    public void Write_withReferences_allocatesAboutAsMuchAsTheSerializer()
    {
        var options = new JsonRowOptions { SerializerOptions = new() { ReferenceHandler = ReferenceHandler.Preserve } };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = 1 }];
        var buffer = new ArrayBufferWriter<byte>(1024);
        using var writer = new Utf8JsonWriter(buffer);
        long ours = Allocated(() => JsonRows.From(rows).WriteTo(buffer, options));
        long theirs = Allocated(() => JsonSerializer.Serialize(writer, rows, options.SerializerOptions));
        // Metadata made anew for each call would be 148 KB.
        ours.Should().BeLessThan(theirs + 4096);

        long Allocated(Action write)
        {
            for (int i = 0; i < 10; i++) Again();
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 10; i++) Again();
            return (GC.GetAllocatedBytesForCurrentThread() - before) / 10;

            void Again()
            {
                buffer.ResetWrittenCount();
                writer.Reset();
                write();
            }
        }
    }

    private static void Check<T>(JsonRows rows, IEnumerable<T> value, JsonSerializerOptions options)
    {
        foreach (bool isIndented in new[] { false, true })
        {
            var serializer = new JsonSerializerOptions(options) { WriteIndented = isIndented };
            var rowOptions = new JsonRowOptions { SerializerOptions = serializer };
            rows.ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(value, value.GetType(), serializer));
            Into(options.Encoder, writer => rows.WriteTo(writer, rowOptions))
                .Should().Be(Into(options.Encoder, writer => JsonSerializer.Serialize(writer, value, value.GetType(), serializer)));
        }
    }

    private static string Into(JavaScriptEncoder? encoder, Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = encoder });
        writer.WriteStartArray();
        write(writer);
        writer.WriteEndArray();
        writer.Flush();
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static JavaScriptEncoder Without(params char[] forbidden)
    {
        var settings = new TextEncoderSettings(UnicodeRanges.BasicLatin);
        settings.ForbidCharacters(forbidden);
        return JavaScriptEncoder.Create(settings);
    }

    private static IEnumerable<ReferenceHandler> Handlers() => [ReferenceHandler.Preserve, new Letters()];

    private sealed class Node
    {
        public string? Name { get; init; }
    }

    private sealed record Wrapped(object Value);

    /// <summary>Calls the serializer from within, as many converters do.</summary>
    private sealed class WrappedConverter : JsonConverter<Wrapped>
    {
        public override Wrapped Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Wrapped value, JsonSerializerOptions options)
        {
            writer.WriteStartArray();
            JsonSerializer.Serialize(writer, value.Value, options);
            JsonSerializer.Serialize(writer, new[] { value.Value, value.Value }, options);
            writer.WriteEndArray();
        }
    }

    /// <summary>A handler of a user's, whose ids have to be escaped.</summary>
    private sealed class Letters : ReferenceHandler
    {
        public override ReferenceResolver CreateResolver() => new Resolver();

        private sealed class Resolver : ReferenceResolver
        {
            private readonly Dictionary<object, string> _ids = new(ReferenceEqualityComparer.Instance);

            public override string GetReference(object value, out bool alreadyExists)
            {
                alreadyExists = _ids.TryGetValue(value, out string? id);
                if (!alreadyExists) _ids.Add(value, id = $"<ä{_ids.Count}d>");
                return id!;
            }

            public override void AddReference(string referenceId, object value) => throw new NotSupportedException();

            public override object ResolveReference(string referenceId) => throw new NotSupportedException();
        }
    }
}
