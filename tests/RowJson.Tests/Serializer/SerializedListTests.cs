using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Lists of rows that the serializer writes, batch by batch at first, and as they are once it is known that they are short.</summary>
public class SerializedListTests
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    public static TheoryData<string> Ways => ["indented", "preserve", "own references", "preserve, indented", "own references, indented"];

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_again_equalsSerializer(string way)
    {
        JsonSerializerOptions serializer = OptionsOf(way);
        var options = new JsonRowOptions(serializer);
        foreach (int count in new[] { 300, 1, 20, 0, 128, 129, 2_000, 2, 100 })
        {
            List<Person?> rows = People(count, way != "indented");
            string expected = JsonSerializer.Serialize<IEnumerable<Person?>>(rows, serializer);
            for (int i = 0; i < 3; i++)
            {
                JsonRows.From(rows).ToJsonString(options).Should().Be(expected);
                JsonRows.From(rows.ToArray()).ToJsonString(options)
                    .Should().Be(JsonSerializer.Serialize<IEnumerable<Person?>>(rows.ToArray(), serializer));
                JsonRows.From(rows.AsEnumerable().Skip(0)).ToJsonString(options).Should().Be(expected);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_flushedOften_equalsSerializer(string way)
    {
        JsonSerializerOptions serializer = OptionsOf(way);
        var options = new JsonRowOptions(serializer) { FlushThreshold = 500, Sizes = BufferSizes.Tiny };
        List<Person?> rows = People(700, way != "indented");
        for (int i = 0; i < 3; i++)
            JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize<IEnumerable<Person?>>(rows, serializer));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task WriteTo_everySink_equalsSerializer(string way)
    {
        JsonSerializerOptions serializer = OptionsOf(way);
        var options = new JsonRowOptions(serializer);
        foreach (int count in new[] { 300, 100, 1, 0 })
        {
            List<Person?> list = People(count, way != "indented");
            foreach (IEnumerable<Person?> rows in new[] { list, list.ToArray(), new Queue<Person?>(list), list.Select(it => it) })
            {
                // Short lists are written as they are from the second time on.
                for (int i = 0; i < 2; i++)
                {
                    foreach (bool isIndented in new[] { false, true })
                    {
                        foreach (int depth in new[] { 0, 1, 2 })
                        {
                            Into(isIndented, depth, writer => JsonRows.From(rows).WriteTo(writer, options))
                                .Should().Be(Into(isIndented, depth, writer => JsonSerializer.Serialize(writer, rows, serializer)));
                        }
                    }
                    JsonSerializer.Serialize(JsonRows.From(rows), serializer).Should().Be(JsonSerializer.Serialize(rows, serializer));
                    using var stream = new MemoryStream();
                    await JsonRows.From(rows).WriteToAsync(stream, options);
                    System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be(JsonSerializer.Serialize(rows, serializer));
                }
            }
        }

        static string Into(bool isIndented, int depth, Action<Utf8JsonWriter> write)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = isIndented });
            for (int i = 0; i < depth; i++) writer.WriteStartArray();
            write(writer);
            for (int i = 0; i < depth; i++) writer.WriteEndArray();
            writer.Flush();
            return System.Text.Encoding.UTF8.GetString(buffer.WrittenSpan);
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_aWriterWhereARowFails_nothingIsThere(string way)
    {
        // The serializer is given all rows that share references: they are one value.
        if (way == "indented") return;
        var options = new JsonRowOptions(OptionsOf(way)) { FlushThreshold = 300 };
        List<FailingPerson?> rows = [.. Enumerable.Range(0, 120).Select(i => new FailingPerson { Name = $"{i}" })];
        rows[100] = new FailingPerson { Fails = true };
        for (int i = 0; i < 4; i++)
        {
            using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());
            JsonRowException failure = Record(() => JsonRows.From(rows).WriteTo(writer, options));
            failure.RowIndex.Should().Be(100);
            failure.Message.Should().EndWith("The output ends before the value.");
            (writer.BytesCommitted, writer.BytesPending).Should().Be((0, 0));
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_aRowFails_isNamedAlikeEachTime(string way)
    {
        JsonSerializerOptions serializer = OptionsOf(way);
        var options = new JsonRowOptions(serializer);
        foreach (int failed in new[] { 0, 1, 119, 60 })
        {
            List<FailingPerson?> failing = [.. Enumerable.Range(0, 120).Select(i => i == failed ? new FailingPerson { Fails = true } : null)];
            for (int i = 0; i < 3; i++)
            {
                JsonRowException failure = Record(() => JsonRows.From(failing).ToUtf8Bytes(options));
                failure.RowIndex.Should().Be(failed);
                failure.InnerException.Should().BeOfType<FormatException>();
            }
            JsonRows.From([.. failing.Select(it => it is { Fails: true } ? null : it)]).ToUtf8Bytes(options);
        }
    }

    [Fact]
    public void WriteTo_aWriter_completeRowsGoOutBeforeOneThatFails()
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { TypeInfoResolver = JsonSerializerOptions.Default.TypeInfoResolver })
        {
            ObjectAccess = ObjectAccess.Serializer,
        };
        List<FailingPerson?> rows = [.. Enumerable.Range(0, 120).Select(i => new FailingPerson { Name = $"{i}" })];
        for (int i = 0; i < 3; i++) Write(rows);
        rows[90] = new FailingPerson { Fails = true };
        (string text, JsonRowException? failure) = Write(rows);

        failure!.RowIndex.Should().Be(90);
        text.Should().Be(JsonSerializer.Serialize(rows[..90])[..^1]);

        (string Text, JsonRowException? Failure) Write(List<FailingPerson?> list)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);
            JsonRowException? thrown = null;
            try
            {
                JsonRows.From(list).WriteTo(writer, options);
            }
            catch (JsonRowException exception)
            {
                thrown = exception;
            }
            writer.Flush();
            return (System.Text.Encoding.UTF8.GetString(buffer.WrittenSpan), thrown);
        }
    }

    [Fact]
    public void WriteTo_aListThatGrowsWhileItIsWritten_hasTheRowsOfTheSerializer()
    {
        foreach (bool again in new[] { false, true })
        {
            var options = new JsonRowOptions(Indented);
            var growing = new List<Growing>();
            growing.AddRange(Enumerable.Range(0, 110).Select(_ => new Growing()));
            if (again) JsonRows.From(growing).ToUtf8Bytes(options);
            if (again) JsonRows.From(growing).ToUtf8Bytes(options);
            if (again) JsonRows.From(growing).ToUtf8Bytes(options);
            growing[3].List = growing;
            JsonRowResult result = JsonRows.From(growing).WriteTo(new ArrayBufferWriter<byte>(), options);
            result.Rows.Should().Be(111);
        }
    }

    [Fact]
    public void WriteTo_nodes_areWrittenAlikeEachTime()
    {
        var array = new JsonArray([.. Enumerable.Range(0, 100).Select<int, JsonNode?>(i => i % 3 == 0 ? JsonValue.Create(i) : i % 3 == 1 ? new JsonObject { ["a"] = "é" } : null)]);
        foreach (JsonSerializerOptions serializer in new[] { new JsonSerializerOptions(), new JsonSerializerOptions { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping } })
        {
            var options = new JsonRowOptions(serializer);
            for (int i = 0; i < 3; i++)
            {
                JsonRows.From(array).ToJsonString(options).Should().Be(JsonSerializer.Serialize(array, serializer));
                JsonRows.From<JsonNode?>(array).ToJsonString(options).Should().Be(JsonSerializer.Serialize(array, serializer));
            }
            foreach (int failed in new[] { 0, 1, 99 })
            {
                JsonNode copy = array.DeepClone();
                copy[failed] = JsonValue.Create(double.NaN);
                for (int i = 0; i < 2; i++)
                {
                    Record(() => JsonRows.From((JsonArray)copy).ToUtf8Bytes(options)).RowIndex.Should().Be(failed);
                    Record(() => JsonRows.From<JsonNode?>((JsonArray)copy).ToUtf8Bytes(options)).RowIndex.Should().Be(failed);
                }
            }
        }
    }

    private static JsonRowException Record(Action write) => write.Should().Throw<JsonRowException>().Which;

    private static JsonSerializerOptions OptionsOf(string way) => way switch
    {
        "indented" => Indented,
        "preserve" => new() { ReferenceHandler = ReferenceHandler.Preserve },
        "preserve, indented" => new() { ReferenceHandler = ReferenceHandler.Preserve, WriteIndented = true },
        "own references" => new() { ReferenceHandler = new Letters() },
        _ => new() { ReferenceHandler = new Letters(), WriteIndented = true },
    };

    /// <summary>People who know each other, so that rows refer to rows before them.</summary>
    private static List<Person?> People(int count, bool knowEachOther)
    {
        var people = new List<Person?>();
        for (int i = 0; i < count; i++)
        {
            people.Add(i % 7 == 6 ? null : new Person
            {
                Id = i,
                Name = $"Person {i} <é>",
                Knows = i > 3 && knowEachOther ? [people[i - 1], people[i - 2]] : [],
                Tags = i % 2 == 0 ? ["a"] : null,
            });
        }
        // The list itself, and a row twice.
        if (count > 9 && knowEachOther && people[0] is { } first)
        {
            first.Knows = people[1..3];
            people[9] = first;
        }
        return people;
    }

    private class Person
    {
        public int Id { get; set; }

        public string? Name { get; set; }

        public List<Person?>? Knows { get; set; }

        public string[]? Tags { get; set; }
    }

    private sealed class FailingPerson : Person
    {
        public bool Fails { get; set; }

        public string Value => Fails ? throw new FormatException() : "x";
    }

    private sealed class Growing
    {
        [JsonIgnore]
        public List<Growing>? List { get; set; }

        public int Count
        {
            get
            {
                List<Growing>? list = List;
                List = null;
                list?.Add(new Growing());
                return 1;
            }
        }
    }

    /// <summary>References of somebody's own.</summary>
    private sealed class Letters : ReferenceHandler
    {
        public override ReferenceResolver CreateResolver() => new Resolver();

        private sealed class Resolver : ReferenceResolver
        {
            private readonly Dictionary<object, string> _ids = new(ReferenceEqualityComparer.Instance);

            public override void AddReference(string referenceId, object value) => throw new NotSupportedException();

            public override object ResolveReference(string referenceId) => throw new NotSupportedException();

            public override string GetReference(object value, out bool alreadyExists)
            {
                alreadyExists = _ids.TryGetValue(value, out string? id);
                return id ?? (_ids[value] = $"é<{_ids.Count}");
            }
        }
    }
}
