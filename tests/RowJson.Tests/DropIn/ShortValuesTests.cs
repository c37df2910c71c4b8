using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Collections that no encoder is rented for.</summary>
public class ShortValuesTests
{
    private static readonly string Long = new('x', 300);

    [Fact]
    public void Serialize_emptyCollections_equalsSerializer()
    {
        var places = new ValuePlaces(new JsonSerializerOptions(), "empty");
        CheckEmptyAndOne(places, 1);
        CheckEmptyAndOne(places, new DropInFlat());
        CheckEmptyAndOne(places, new KeyValuePair<ushort, int>(1, 2));
        CheckEmptyAndOne(places, new List<int>());
        CheckEmptyAndOne(places, new Dictionary<string, object?> { ["a"] = 1 });
        CheckEmptyAndOne<object?>(places, 1);
        places.Written.Should().BeGreaterThan(1_000);
    }

    [Fact]
    public void Serialize_fewSimpleValuesDeclaredAsObjects_equalsSerializer()
    {
        object?[] values = ["é", 1, long.MinValue, true, false, null];
        foreach (JsonSerializerOptions options in new[] { JsonSerializerOptions.Default, JsonSerializerOptions.Web, new JsonSerializerOptions { WriteIndented = true } })
        {
            foreach (object? value in values)
            {
                Check(new List<object?> { value, "a" });
                Check(new object?[] { value });
                Check(new Dictionary<string, object?> { ["a"] = value, ["b"] = 1 });
            }

            void Check<T>(T value) => JsonSerializer.Serialize(value, options.WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(value, options));
        }
    }

    // Not sequences of the values that they hold.
    [Fact]
    public void Takes_valuesThatAreNoSequenceOfTheirItems_takesThemOver()
    {
        var places = new ValuePlaces(new JsonSerializerOptions(), "no sequences");
        Check(new ConcurrentDictionary<string, DropInFlat>());
        Check(new ConcurrentDictionary<string, List<DropInFlat>> { ["a"] = [new DropInFlat()] });
        Check<ReadOnlyMemory<DropInFlat>>(new DropInFlat[] { new() });
        Check<ReadOnlyMemory<DropInFlat>>(default);
        Check(new OwnDictionary());
        Check(new OwnDictionary { ["a"] = new DropInFlat() });

        void Check<T>(T value)
        {
            places.Takes<T>().Should().Be(RuntimeFeature.IsDynamicCodeSupported, typeof(T).ToString());
            places.Check(value, typeof(T).ToString());
        }
    }

    // The serializer reads them as dictionaries, whatever they make of the interface.
    [Theory]
    [InlineData(JsonNumberHandling.Strict)]
    [InlineData(JsonNumberHandling.WriteAsString)]
    public void Serialize_classesDerivedFromDictionary_equalsSerializer(JsonNumberHandling numbers)
    {
        var places = new ValuePlaces(new JsonSerializerOptions { NumberHandling = numbers }, "derived dictionaries");
        foreach (int count in (int[])[0, 1, 2, 5, 9, 10, 23, 24])
        {
            Check(count, i => i - 3);
            Check(count, i => i % 3 == 0 ? null : $"<{i}>");
            Check(count, i => i / 8.0);
            Check(count, i => i % 2 == 0 ? (object?)i : $"<{i}>");
            Check(count, i => i % 2 == 0 ? (object?)null : new DropInFlat());
            Check(count, i => (DayOfWeek)(i % 7));
            Check(count, i => new DropInFlat());
            places.Check(new Numbered<string>(Enumerable.Range(0, count).ToDictionary(i => i * 7, i => $"{i}")), $"{count} by number");
        }
        places.Takes<Own<int>>().Should().Be(numbers == JsonNumberHandling.Strict && RuntimeFeature.IsDynamicCodeSupported);
        places.Written.Should().BeGreaterThan(MatrixShare.IsFull ? 9_000 : 4_000);

        void Check<T>(int count, Func<int, T> item)
        {
            var values = Enumerable.Range(0, count).ToDictionary(i => $"\u00E9{i}", item);
            places.Check(new Own<T>(values), $"{count} of {typeof(T)}");
            places.Check(new OtherwiseEnumerated<T>(values), $"{count} of {typeof(T)}, enumerated otherwise");
            places.Check<IDictionary<string, T>>(new OtherwiseEnumerated<T>(values), $"{count} of {typeof(T)}, as interface");
            places.Check<Dictionary<string, T>>(new OtherwiseEnumerated<T>(values), $"{count} of {typeof(T)}, as base class");
        }
    }

    // Texts with few and with many values, shorter and longer than what an encoder is rented for.
    [Fact]
    public void Serialize_elementsAndDocuments_equalsSerializer()
    {
        var places = new ValuePlaces(new JsonSerializerOptions(), "documents");
        string[] texts =
        [
            "1", "null", "[]", "[1,2,[3]]", """{"a":[1,2,3],"b":"some text, which has commas, and no other values, in it"}""",
            $"{{\"a\":\"{Long}\"}}", $"[\"{Long}\",\"{Long}\",1,2,3,4,5,6,7]", $"[1,2,3,4,5,6,7,\"{Long}\"]", $"[\"{Long}\", \"\\u00e9<\" , [ ] ]",
            $"[\"{string.Concat(Enumerable.Repeat(Long, 20))}\"]",
        ];
        foreach (string text in texts)
        {
            using JsonDocument document = JsonDocument.Parse(text);
            places.Check(document.RootElement, text);
            places.Check(new List<JsonElement> { document.RootElement, document.RootElement }, text + ", elements");
            places.Check(new List<JsonDocument?> { document, null }, text + ", documents");
            places.Check<IReadOnlyList<JsonDocument?>>([document], text + ", documents as interface");
        }
        places.Check(new List<JsonElement> { default }, "no element");
        places.Written.Should().BeGreaterThan(500);
    }

    [Fact]
    public void Serialize_documentThatIsDisposed_failsAsTheSerializerDoes()
    {
        var places = new ValuePlaces(new JsonSerializerOptions(), "disposed");
        JsonDocument document = JsonDocument.Parse("[1]");
        List<JsonDocument> documents = [document];
        document.Dispose();
        places.Check(documents, "documents");
        places.Written.Should().Be(0);
    }

    private static void CheckEmptyAndOne<T>(ValuePlaces places, T item)
    {
        foreach (T[] items in (T[][])[[], [item]])
        {
            places.Check(new HashSet<T>(items), "set");
            places.Check<ISet<T>>(new HashSet<T>(items), "set as interface");
            places.Check(new Queue<T>(items), "queue");
            places.Check(new Stack<T>(items), "stack");
            places.Check(new ConcurrentQueue<T>(items), "concurrent queue");
            places.Check(new ObservableCollection<T>(items), "observable collection");
            places.Check(ImmutableQueue.Create(items), "immutable queue");
            places.Check(new LinkedList<T>(items), "linked list");
            places.Check<IEnumerable<T>>(items.Where(_ => true), "sequence");
            Dictionary<string, T> byName = items.ToDictionary(_ => "name");
            places.Check(byName, "dictionary");
            places.Check<IReadOnlyDictionary<string, T>>(byName, "dictionary as interface");
            places.Check(byName.ToImmutableDictionary(), "immutable dictionary");
            places.Check(new SortedDictionary<string, T>(byName), "sorted dictionary");
            places.Check(items.ToDictionary(_ => 1), "dictionary by number");
        }
    }

    private sealed class OwnDictionary : Dictionary<string, DropInFlat>;

    private sealed class Own<T>(IDictionary<string, T> values) : Dictionary<string, T>(values);

    private sealed class Numbered<T>(IDictionary<int, T> values) : Dictionary<int, T>(values);

    private sealed class OtherwiseEnumerated<T>(IDictionary<string, T> values) : Dictionary<string, T>(values), IEnumerable<KeyValuePair<string, T>>
    {
        IEnumerator<KeyValuePair<string, T>> IEnumerable<KeyValuePair<string, T>>.GetEnumerator()
        {
            yield return KeyValuePair.Create("other", Values.FirstOrDefault()!);
        }
    }
}
