using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Collections that count what they do not hold, converters that write no single value, and others that no caller should have.</summary>
public class DropInHostileTests
{
    private static readonly JsonRowOptions[] Settings = [new(), new() { ObjectAccess = ObjectAccess.Compiled }, new() { ObjectAccess = ObjectAccess.Delegates }];

    public static TheoryData<bool> Directions => [true, false];

    [Fact]
    public void Serialize_namesByAConverter_equalsSerializer()
    {
        var options = new JsonSerializerOptions { Converters = { new Marked() } };
        foreach (JsonRowOptions settings in Settings)
        {
            var comparison = new DropInComparison(options, settings, "marked names");
            List<DropInFlat> rows = [new(), new()];
            comparison.Check(new Dictionary<string, List<DropInFlat>> { ["k"] = rows, ["l"] = [] }, "lists");
            comparison.Check(new SortedDictionary<string, List<DropInFlat>> { ["k"] = rows }, "sorted");
            comparison.Check(new { N = 1, Groups = new Dictionary<string, List<DropInFlat>> { ["k"] = rows } }, "a member");
            comparison.Check(new Dictionary<string, DropInFlat> { ["k"] = rows[0] }, "objects");
            comparison.Written.Should().Be(comparison.Count);
        }
    }

    /// <summary>Such a resolver is not asked about strings before a row holds one. The keys of rows are strings.</summary>
    [Fact]
    public void Serialize_namesByAConverterWithAResolverThatMayChangeContracts_equalsSerializer()
    {
        foreach (JsonRowOptions settings in Settings)
        {
            var options = new JsonSerializerOptions
            {
                Converters = { new Marked() },
                TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { static _ => { } } },
            };
            var comparison = new DropInComparison(options, settings, "marked names");
            comparison.Check(new List<Dictionary<string, long>> { new() { ["k"] = 1, ["l"] = 2 }, new() { ["m"] = 3 } }, "numbers");
            comparison.Check(new List<Dictionary<string, object>> { new() { ["k"] = 1.5, ["l"] = new Dictionary<string, object> { ["m"] = 1 } } }, "any");
            comparison.Check(new List<SortedDictionary<string, DateTime>> { new() { ["k"] = default } }, "sorted");
            comparison.Check(new[] { new Dictionary<string, JsonElement> { ["k"] = JsonElement.Parse("1") } }, "elements");
            comparison.Written.Should().Be(comparison.Count);
            List<Dictionary<string, long>> rows = [new() { ["k"] = 1 }];
            JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize(rows, options)).And.Be("[{\"k!\":1}]");
        }
    }

    [Fact]
    public void Serialize_dictionariesOfListsThatEnumerateOtherwise_equalsSerializer()
    {
        foreach (JsonRowOptions settings in Settings)
        {
            var comparison = new DropInComparison(new JsonSerializerOptions(), settings, "other entries");
            var groups = new Misread<List<DropInFlat>> { ["k"] = [new(), new()], ["l"] = [] };
            comparison.Check(groups, "lists");
            comparison.Check<Dictionary<string, List<DropInFlat>>>(groups, "lists, declared as their base class");
            comparison.Check<IReadOnlyDictionary<string, List<DropInFlat>>>(groups, "lists, declared as an interface");
            comparison.Check(new { N = 1, Groups = groups, Rows = new List<DropInFlat> { new() } }, "a member");
            comparison.Check(new List<Misread<List<DropInFlat>>> { groups }, "elements");
            comparison.Check(new Misread<DropInFlat> { ["k"] = new() }, "objects");
            comparison.Written.Should().Be(comparison.Count);
        }
    }

    [Fact]
    public void Serialize_sequencesWithoutAnEnumerator_failAsWithTheSerializer()
    {
        foreach (JsonRowOptions settings in Settings)
        {
            var comparison = new DropInComparison(new JsonSerializerOptions(), settings, "no enumerator");
            comparison.Check<IEnumerable<DropInFlat>>(new NotEnumerable<DropInFlat>(), "objects");
            comparison.Check(new NotEnumerable<DropInFlat>(), "a class");
            comparison.Check<IEnumerable<int>>(new NotEnumerable<int>(), "numbers");
            comparison.Check<IEnumerable<Dictionary<string, object>>>(new NotEnumerable<Dictionary<string, object>>(), "dictionaries");
            comparison.Check<IEnumerable<List<DropInFlat>>>(new NotEnumerable<List<DropInFlat>>(), "lists");
            comparison.Check(new { N = 1, Rows = (IEnumerable<DropInFlat>)new NotEnumerable<DropInFlat>() }, "a member");
            comparison.Check(new { N = 1, Rows = (object)new NotEnumerable<DropInFlat>() }, "a member of any type");
            comparison.Written.Should().Be(0);
        }
    }

    [Fact]
    public void Serialize_contextByHandThatChangesContracts_isObeyed()
    {
        foreach (JsonRowOptions settings in Settings)
        {
            var options = new JsonSerializerOptions { TypeInfoResolver = new ChangingContext() };
            options.MakeReadOnly();
            var comparison = new DropInComparison(options, settings, "a context by hand");
            comparison.Check(new List<DropInFlat> { new() { A = 1 }, new() { A = 2, Next = new() } }, "objects");
            comparison.Check(new { N = 1, Rows = new[] { new DropInFlat() } }, "a member");
            comparison.Written.Should().Be(comparison.Count);
            JsonSerializer.Serialize(new List<DropInFlat> { new() { A = 1 } }, options).Should().Contain("\"A\":777");
        }
    }

    [Fact]
    public void Serialize_collectionsWhoseCountIsWrong_equalsSerializer()
    {
        foreach (JsonRowOptions settings in Settings)
        {
            var comparison = new DropInComparison(new JsonSerializerOptions(), settings, "counts");
            DropInFlat[] rows = [new(), new()];
            foreach (int? count in (int?[])[0, null])
            {
                comparison.Check<IEnumerable<DropInFlat>>(new Miscounted<DropInFlat>(rows, count), "objects");
                comparison.Check<IReadOnlyCollection<int>>(new Miscounted<int>([1, 2], count), "numbers");
                comparison.Check<IReadOnlyCollection<object>>(new Miscounted<object>([1, "a"], count), "any");
                comparison.Check<IReadOnlyDictionary<string, DropInFlat>>(new MiscountedMap<DropInFlat>(rows, count), "dictionary of objects");
                comparison.Check<IReadOnlyDictionary<string, int>>(new MiscountedMap<int>([1, 2], count), "dictionary of numbers");
            }
            comparison.Written.Should().Be(comparison.Count);
        }
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Serialize_dictionaryThatIsFilledMeanwhile_neverFails(bool writeOnly)
    {
        JsonSerializerOptions options = new JsonSerializerOptions().WithRowJson(writeOnly);
        var entries = new ConcurrentDictionary<string, DropInFlat>();
        using var ended = new ManualResetEventSlim();
        var filling = new Thread(() =>
        {
            while (!ended.IsSet)
            {
                entries["a"] = new DropInFlat();
                entries.TryRemove("a", out _);
            }
        });
        filling.Start();
        string one = JsonSerializer.Serialize(new Dictionary<string, DropInFlat> { ["a"] = new() });

        try
        {
            for (int i = 0; i < 20_000; i++)
            {
                string written = JsonSerializer.Serialize<IReadOnlyDictionary<string, DropInFlat>>(entries, options);
                // A comparison of FluentAssertions with either text would compile an expression each time.
                if (written != "{}" && written != one) Assert.Fail(written);
            }
        }
        finally
        {
            ended.Set();
            filling.Join();
        }
    }

    [Theory]
    [MemberData(nameof(Directions))]
    public void Serialize_converterThatWritesNoSingleValue_failsInAWriterThatValidates(bool writeOnly)
    {
        foreach (JsonRowOptions settings in Settings)
        {
            var plain = new JsonSerializerOptions();
            var made = DropInOptions.Create(plain, settings);
            JsonSerializerOptions options = writeOnly ? made.WriteOnly : made.Both;
            foreach (int wrong in (int[])[0, 1, 2])
            {
                List<Item> rows = [new(), new() { Odd = new Odd(wrong), Text = "a" }, new()];
                Written(rows, options).Should().Be(Written(rows, plain), "{0}", wrong);
                Written(rows[1], options).Should().Be(Written(rows[1], plain), "{0}", wrong);
            }
        }
    }

    [Fact]
    public async Task SerializeAsync_elementDeeperThanMaxDepth_failsAsTheSerializer()
    {
        using JsonDocument document = JsonDocument.Parse(new string('[', 70) + new string(']', 70), new JsonDocumentOptions { MaxDepth = 100 });
        await CheckAsync(document.RootElement);
        await CheckAsync(document);

        static async Task CheckAsync<T>(T value)
        {
            await FluentActions.Awaiting(() => JsonSerializer.SerializeAsync(Stream.Null, value)).Should().ThrowAsync<JsonException>();
            await FluentActions.Awaiting(() => JsonRowSerializer.SerializeAsync(Stream.Null, value)).Should().ThrowAsync<JsonException>();
            FluentActions.Invoking(() => JsonRowSerializer.Serialize(Stream.Null, value)).Should().Throw<JsonException>();
        }
    }

    // In an array of a writer that validates: the text, or the failure.
    private static string Written<T>(T value, JsonSerializerOptions options)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        writer.WriteStartArray();
        try
        {
            JsonSerializer.Serialize(writer, value, options);
            writer.WriteEndArray();
            writer.Flush();
            return Encoding.UTF8.GetString(buffer.WrittenSpan);
        }
        catch (JsonException exception)
        {
            return $"{exception.GetType().Name} {exception.Path} {exception.Message}";
        }
    }

    private sealed class Item
    {
        public int A { get; set; }
        public long B { get; set; }
        public long C { get; set; }
        public Odd Odd { get; set; }
        public string? Text { get; set; }
        public double D { get; set; }
        public double E { get; set; }
    }

    [JsonConverter(typeof(OddConverter))]
    private readonly record struct Odd(int Wrong);

    private sealed class OddConverter : JsonConverter<Odd>
    {
        public override Odd Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Odd value, JsonSerializerOptions options)
        {
            if (value.Wrong == 2) writer.WriteString("x", "y");
            else writer.WriteNumberValue(1);
            if (value.Wrong == 1) writer.WriteNumberValue(2);
        }
    }

    private sealed class Marked : JsonConverter<string>
    {
        public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value);

        public override void WriteAsPropertyName(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WritePropertyName(value + "!");
    }

    /// <summary>Its interfaces have another entry than the dictionary.</summary>
    private sealed class Misread<T> : Dictionary<string, T>, IEnumerable<KeyValuePair<string, T>>
    {
        IEnumerator<KeyValuePair<string, T>> IEnumerable<KeyValuePair<string, T>>.GetEnumerator()
        {
            yield return new("other", default!);
        }
    }

    private sealed class NotEnumerable<T> : IEnumerable<T>
    {
        public IEnumerator<T> GetEnumerator() => null!;

        IEnumerator IEnumerable.GetEnumerator() => null!;
    }

    private sealed class ChangingContext() : JsonSerializerContext(null), IJsonTypeInfoResolver
    {
        private readonly DefaultJsonTypeInfoResolver _inner = new();

        protected override JsonSerializerOptions? GeneratedSerializerOptions => null;

        public override JsonTypeInfo? GetTypeInfo(Type type) => Change(_inner.GetTypeInfo(type, Options));

        JsonTypeInfo? IJsonTypeInfoResolver.GetTypeInfo(Type type, JsonSerializerOptions options) => Change(_inner.GetTypeInfo(type, options));

        private static JsonTypeInfo Change(JsonTypeInfo info)
        {
            if (info.Type == typeof(DropInFlat)) info.Properties[0].Get = static _ => 777;
            return info;
        }
    }

    private class Miscounted<T>(T[] items, int? count) : IReadOnlyCollection<T>
    {
        public int Count => count ?? throw new NotSupportedException("The serializer does not count.");

        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class MiscountedMap<T>(T[] items, int? count)
        : Miscounted<KeyValuePair<string, T>>([.. items.Select((it, i) => KeyValuePair.Create($"{i}", it))], count), IReadOnlyDictionary<string, T>
    {
        public IEnumerable<string> Keys => throw new NotSupportedException();

        public IEnumerable<T> Values => items;

        public T this[string key] => throw new NotSupportedException();

        public bool ContainsKey(string key) => throw new NotSupportedException();

        public bool TryGetValue(string key, [System.Diagnostics.CodeAnalysis.MaybeNullWhen(false)] out T value) => throw new NotSupportedException();
    }
}
