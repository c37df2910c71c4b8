using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Data;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Microsoft.FSharp.Collections;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>What <see cref="RowJsonOptionsExtensions.WithRowJson"/> makes of options, and which types it takes over.</summary>
public class DropInOptionTests
{
    private static readonly DropInPage Page = new(2, [.. DropInRow.Make(2)], "n");

    [Fact]
    public void WithRowJson_sameOptions_givesTheSameInstance()
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
        fast.Should().NotBeSameAs(options);
        options.WithRowJson(writeOnly: true).Should().BeSameAs(fast);
        fast.WithRowJson(writeOnly: true).Should().BeSameAs(fast);
        options.IsReadOnly.Should().BeTrue();
        FluentActions.Invoking(() => ((JsonSerializerOptions)null!).WithRowJson(writeOnly: true)).Should().Throw<ArgumentNullException>();
    }

    [Fact]
    public void WithRowJson_nothingToTakeOver_givesTheOptionsThemselves()
    {
        foreach (JsonSerializerOptions options in new JsonSerializerOptions[]
        {
            new() { ReferenceHandler = ReferenceHandler.Preserve },
            new() { IgnoreReadOnlyProperties = true }, new() { IgnoreReadOnlyFields = true }, new() { MaxDepth = 1 },
        })
        {
            options.WithRowJson(writeOnly: true).Should().BeSameAs(options);
            options.WithRowJson().Should().BeSameAs(options);
            new DropInComparison(options, new JsonRowOptions(), "nothing taken over").Check(Page, "a page");
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void WithRowJson_documentsAtSmallMaxDepth_areWrittenAsTheSerializers(int maxDepth)
    {
        var options = new JsonSerializerOptions { MaxDepth = maxDepth };
        int written = 0;
        foreach (string json in (string[])["1", "[]", "[2]", "{}", """{"a":[{}]}"""])
        {
            using JsonDocument document = JsonDocument.Parse(json);
            Check(document);
            Check(document.RootElement);
            Check(JsonNode.Parse(json));
            Check<object>(document);
        }
        written.Should().BeGreaterThan(20);

        void Check<T>(T value)
        {
            CheckValue(value);
            CheckValue(new List<T> { value, value });
            CheckValue(new Dictionary<string, T> { ["a"] = value });
            CheckValue(new { Value = value });
        }

        void CheckValue<T>(T value)
        {
            string expected = TextOf(value, options);
            TextOf(value, options.WithRowJson(writeOnly: true)).Should().Be(expected);
            TextOf(value, options.WithRowJson()).Should().Be(expected);
            if (!expected.EndsWith("Exception", StringComparison.Ordinal)) written++;
        }

        static string TextOf<T>(T value, JsonSerializerOptions options)
        {
            try
            {
                return JsonSerializer.Serialize(value, options);
            }
            catch (Exception exception)
            {
                return exception.GetType().Name;
            }
        }
    }

    [Fact]
    public void WithRowJson_copyThatWasChanged_obeysTheChange()
    {
        JsonSerializerOptions fast = new JsonSerializerOptions().WithRowJson(writeOnly: true);
        var camelCase = new JsonSerializerOptions(fast) { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };
        JsonSerializer.Serialize(Page, camelCase).Should().Be(JsonSerializer.Serialize(Page, JsonSerializerOptions.Web));
        Takes<List<DropInRow>>(camelCase).Should().BeTrue();
        camelCase.WithRowJson(writeOnly: true).Should().BeSameAs(camelCase);
        JsonSerializer.Serialize(Page, camelCase.WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(Page, JsonSerializerOptions.Web));

        var indented = new JsonSerializerOptions(fast) { WriteIndented = true };
        string expected = JsonSerializer.Serialize(Page, new JsonSerializerOptions { WriteIndented = true });
        JsonSerializer.Serialize(Page, indented).Should().Be(expected);

        // A converter of the user's wins, before us or after.
        var converted = new JsonSerializerOptions(fast) { Converters = { new CountConverter() } };
        JsonSerializer.Serialize(Page, converted).Should().Be("""{"Total":2,"Items":2,"Next":"n"}""");
        var before = new JsonSerializerOptions { Converters = { new CountConverter() } };
        JsonSerializer.Serialize(Page, before.WithRowJson(writeOnly: true)).Should().Be("""{"Total":2,"Items":2,"Next":"n"}""");

        // A resolver around ours: whose contract it changes is not known.
        var wrapped = new JsonSerializerOptions(fast) { TypeInfoResolver = fast.TypeInfoResolver!.WithAddedModifier(_ => { }) };
        JsonSerializer.Serialize(Page, wrapped).Should().Be(JsonSerializer.Serialize(Page));
        IJsonTypeInfoResolver chain = JsonTypeInfoResolver.Combine(DropInContext.Default, fast.TypeInfoResolver);
        var combined = new JsonSerializerOptions { TypeInfoResolver = chain };
        JsonSerializer.Serialize(new { Page }, combined).Should().Be(JsonSerializer.Serialize(new { Page }));
    }

    /// <summary>Changes with which nothing is taken over.</summary>
    [Fact]
    public void WithRowJson_copyThatIsLeftToTheSerializer_writesAsItsOptions()
    {
        Action<JsonSerializerOptions>[] changes =
        [
            it => it.ReferenceHandler = ReferenceHandler.Preserve, it => it.IgnoreReadOnlyProperties = true, it => it.IgnoreReadOnlyFields = true,
            it => it.MaxDepth = 1,
        ];
        foreach (Action<JsonSerializerOptions> change in changes)
        {
            var plain = new JsonSerializerOptions();
            change(plain);
            foreach (bool writeOnly in new[] { false, true })
            {
                var copy = new JsonSerializerOptions(JsonSerializerOptions.Default.WithRowJson(writeOnly));
                change(copy);
                Written(Page, copy).Should().Be(Written(Page, plain));
                Written(Page.Items, copy).Should().Be(Written(Page.Items, plain));
                Written(new[] { 1 }, copy).Should().Be(Written(new[] { 1 }, plain));
            }
        }

        static string Written<T>(T value, JsonSerializerOptions options) =>
            Outcome.Of(() => JsonSerializer.SerializeToUtf8Bytes(value, options)) ?? "refused";
    }

    [Fact]
    public void WithRowJson_resolverAskedWithOptionsThatMayChange_leavesThemOpen()
    {
        JsonSerializerOptions fast = JsonSerializerOptions.Default.WithRowJson(writeOnly: true);
        var open = new JsonSerializerOptions();

        fast.TypeInfoResolver!.GetTypeInfo(typeof(DropInPage), open)!.Properties.Should().NotBeEmpty();

        open.IsReadOnly.Should().BeFalse();
    }

    [Fact]
    public void WithRowJson_modifiedContract_isObeyed()
    {
        var options = new JsonSerializerOptions
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver
            {
                Modifiers =
                {
                    info =>
                    {
                        if (info.Kind != JsonTypeInfoKind.Object) return;
                        foreach (JsonPropertyInfo property in info.Properties) property.Name = "_" + property.Name;
                        foreach (JsonPropertyInfo property in info.Properties.Where(property => property.Name == "_Items"))
                            property.ShouldSerialize = (_, value) => value is List<DropInRow> { Count: > 1 };
                    },
                },
            },
        };
        foreach (int count in new[] { 0, 1, 2 })
        {
            DropInPage page = Page with { Items = [.. DropInRow.Make(count)] };
            string expected = JsonSerializer.Serialize(page, options);
            JsonSerializer.Serialize(page, options.WithRowJson(writeOnly: true)).Should().Be(expected);
            Streamed(page, options).Should().Be(expected);
        }
    }

    [Fact]
    public void WithRowJson_listsOfDirectRows_areTakenOver()
    {
        JsonSerializerOptions fast = new JsonSerializerOptions().WithRowJson(writeOnly: true);
        bool[] taken =
        [
            Takes<List<DropInRow>>(fast), Takes<DropInRow[]>(fast), Takes<IEnumerable<DropInRow>>(fast), Takes<IList<DropInRow>>(fast),
            Takes<ICollection<DropInRow>>(fast), Takes<IReadOnlyList<DropInRow>>(fast), Takes<IReadOnlyCollection<DropInRow>>(fast),
            Takes<ImmutableArray<DropInRow>>(fast), Takes<ImmutableList<DropInRow>>(fast), Takes<IImmutableList<DropInRow>>(fast),
            Takes<List<Person>>(fast), Takes<List<PointStruct>>(fast), Takes<List<KeyValuePair<string, int>>>(fast),
            Takes<List<Dictionary<string, object?>>>(fast), Takes<List<IDictionary<string, object?>>>(fast),
            Takes<List<SortedDictionary<string, int>>>(fast), Takes<List<ConcurrentDictionary<string, string>>>(fast),
            Takes<List<IReadOnlyDictionary<string, double>>>(fast), Takes<JsonElement>(fast), Takes<List<JsonElement>>(fast),
            Takes<List<RawJson>>(fast), Takes<DataTable>(fast), Takes<DataView>(fast), Takes<IList<object>>(fast),
            Takes<IDictionary<string, object>>(fast), Takes<DropInRow>(fast),
        ];
        taken.Should().OnlyContain(isTaken => isTaken);
    }

    /// <summary>The kinds that docs/drop-in.md names beside lists and arrays.</summary>
    [Fact]
    public void Explain_collectionsOfRows_areTakenOver()
    {
        foreach (Type type in (Type[])
        [
            typeof(HashSet<DropInRow>), typeof(ISet<DropInRow>), typeof(IReadOnlySet<DropInRow>), typeof(SortedSet<DropInRow>),
            typeof(Queue<DropInRow>), typeof(Stack<DropInRow>), typeof(LinkedList<DropInRow>), typeof(ObservableCollection<DropInRow>),
            typeof(ReadOnlyCollection<DropInRow>), typeof(ConcurrentQueue<DropInRow>), typeof(ImmutableQueue<DropInRow>),
            typeof(ImmutableHashSet<DropInRow>), typeof(OwnList), typeof(OwnSequence), typeof(FSharpList<DropInRow>), typeof(FSharpSet<DropInRow>),
        ])
        {
            JsonRowSerializer.Explain(type).Should().StartWith($"value: {type.Name.Split('`')[0]}").And.Contain(", RowJson, as rows\n");
        }
        JsonRowSerializer.Explain(typeof(ArraySegment<DropInRow>)).Should().NotContain("as rows");
    }

    [Fact]
    public void WithRowJson_everythingElse_isLeft()
    {
        JsonSerializerOptions fast = new JsonSerializerOptions().WithRowJson(writeOnly: true);
        bool[] taken =
        [
            Takes<List<Guid>>(fast), Takes<HashSet<string>>(fast), Takes<byte[]>(fast), Takes<Queue<int>>(fast),
            Takes<List<Dictionary<TimeOnly, string>>>(fast), Takes<ArraySegment<DropInRow>>(fast), Takes<IEnumerable>(fast),
            Takes<Dictionary<Guid, string>>(fast), Takes<Dictionary<int, Guid>>(fast), Takes<FewScalars>(fast), Takes<JsonArray>(fast), Takes<JsonNode>(fast),
            Takes<List<JsonNode>>(fast),
            Takes<List<Money>>(fast), Takes<List<DropInAsync>>(fast), Takes<string>(fast),
        ];
        taken.Should().OnlyContain(isTaken => !isTaken);
    }

    // Short ones would lose as members.
    [Fact]
    public void WithRowJson_dictionariesOfScalarsByNumber_areTakenOverIfTheOptionsOnlyWrite()
    {
        JsonSerializerOptions fast = new JsonSerializerOptions().WithRowJson(writeOnly: true);
        bool[] taken =
        [
            Takes<Dictionary<int, string>>(fast), Takes<IReadOnlyDictionary<long, double>>(fast), Takes<SortedDictionary<DateOnly, decimal>>(fast),
        ];
        taken.Should().OnlyContain(isTaken => isTaken == RuntimeFeature.IsDynamicCodeSupported);
        var options = new JsonSerializerOptions();
        HandlerOf<Dictionary<int, string>>(options).Should().BeNull();
        (HandlerOf<Dictionary<int, DropInFlat>>(options) is not null).Should().Be(RuntimeFeature.IsDynamicCodeSupported);
    }

    [Fact]
    public void WithRowJson_numbersAsText_whatIsWrittenDirectlyIsTakenOver()
    {
        var options = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString };
        JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
        bool[] taken =
        [
            Takes<List<DropInRow>>(fast), Takes<List<Dictionary<string, string>>>(fast), Takes<List<double[]>>(fast),
            Takes<Dictionary<string, double[]>>(fast), Takes<Dictionary<string, DropInFlat>>(fast), Takes<List<string>>(fast),
        ];
        taken.Should().OnlyContain(isTaken => isTaken);
        bool[] left =
        [
            Takes<List<Dictionary<string, int>>>(fast), Takes<List<int>>(fast), Takes<List<object>>(fast), Takes<Dictionary<string, object>>(fast),
            Takes<Dictionary<string, int>>(fast),
        ];
        left.Should().OnlyContain(isTaken => !isTaken);
        JsonSerializer.Serialize(Page, fast).Should().Be(JsonSerializer.Serialize(Page, options)).And.Contain("\"Total\":\"2\"");
    }

    [Fact]
    public void WithRowJson_everyListOfRows_isTakenOver()
    {
        JsonSerializerOptions fast = new JsonSerializerOptions().WithRowJson(writeOnly: true);
        bool[] taken =
        [
            Takes<List<DropInRow>>(fast), Takes<DropInRow[]>(fast), Takes<IEnumerable<DropInRow>>(fast), Takes<HashSet<DropInRow>>(fast),
            Takes<Collection<DropInRow>>(fast), Takes<ReadOnlyCollection<DropInRow>>(fast), Takes<ObservableCollection<DropInRow>>(fast),
            Takes<Queue<DropInRow>>(fast), Takes<LinkedList<DropInRow>>(fast), Takes<ImmutableArray<DropInRow>>(fast),
            Takes<List<List<DropInRow>>>(fast), Takes<double[][]>(fast), Takes<List<HashSet<string>>>(fast), Takes<List<List<List<int>>>>(fast),
            Takes<List<DropInAnimal>>(fast), Takes<List<Figure>>(fast), Takes<List<Callbacks>>(fast),
            Takes<List<KeyValuePair<string, int>[]>>(fast), Takes<List<Dictionary<string, DropInRow>>>(fast),
        ];
        taken.Should().OnlyContain(isTaken => isTaken);
    }

    [Fact]
    public void Deserialize_list_namesTheOptionsToReadWith()
    {
        Refusal(JsonSerializerOptions.Web).Should().Contain("JsonSerializerOptions.Web");
        Refusal(JsonSerializerOptions.Default).Should().Contain("JsonSerializerOptions.Default");
        Refusal(new JsonSerializerOptions()).Should().Contain("Read with the options that they were made of. ");
        JsonSerializerOptions fast = JsonSerializerOptions.Default.WithRowJson(writeOnly: true);
        JsonSerializer.Deserialize<JsonElement>("[1]", fast).GetArrayLength().Should().Be(1);
        JsonSerializer.Deserialize<DropInFlat>("""{"A":5}""", fast)!.A.Should().Be(5);

        static string Refusal(JsonSerializerOptions options) => FluentActions
            .Invoking(() => JsonSerializer.Deserialize<DropInPage>(
                """{"Total":1,"Items":[],"total":1,"items":[]}""", options.WithRowJson(writeOnly: true)))
            .Should().Throw<NotSupportedException>().Which.Message;
    }

    [Fact]
    public void JsonRows_insideOrWithWriteOptions_areWrittenByThoseOfTheApplication()
    {
        JsonSerializerOptions fast = JsonSerializerOptions.Web.WithRowJson(writeOnly: true);
        new JsonRowOptions(fast).SerializerOptions.Should().BeSameAs(JsonSerializerOptions.Web);
        string expected = JsonSerializer.Serialize(new { Rows = Page.Items }, JsonSerializerOptions.Web);
        JsonSerializer.Serialize(new { Rows = JsonRows.From(Page.Items) }, fast).Should().Be(expected);
        JsonSerializer.Serialize(new { Page.Items }, fast).Should().Be(expected.Replace("rows", "items", StringComparison.Ordinal));
    }

    [Fact]
    public void Serialize_concurrentFirstUse_isOneSetOfOptions()
    {
        var options = new JsonSerializerOptions();
        string expected = JsonSerializer.Serialize(Page);
        var made = new ConcurrentBag<JsonSerializerOptions>();
        Parallel.For(0, 16, _ =>
        {
            JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
            made.Add(fast);
            JsonSerializer.Serialize(Page, fast).Should().Be(expected);
            Streamed(Page, options).Should().Be(expected);
        });
        made.Distinct().Should().ContainSingle();
    }

    internal static string Streamed<T>(T value, JsonSerializerOptions options)
    {
        var stream = new MemoryStream();
        JsonRowSerializer.Serialize(stream, value, options);
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }

    // The contract of options for both directions, with the method that writes a value at once.
    private static JsonTypeInfo? HandlerOf<T>(JsonSerializerOptions options)
    {
        DropInOptions dropIn = DropInOptions.Of(options);
        JsonTypeInfo plain = options.TypeInfoResolver!.GetTypeInfo(typeof(T), dropIn.Both)!;
        return dropIn.RootOf(typeof(T)) is { IsTaken: true } root ? HandlerContracts.Create(plain, root, dropIn) : null;
    }

    private static bool Takes<T>(JsonSerializerOptions fast) => fast.GetTypeInfo(typeof(T)).Converter is IRootConverter { IsTaken: true };

    private sealed record FewScalars(int Id, string? Name);

    private sealed class OwnList : List<DropInRow>;

    private sealed class OwnSequence : IEnumerable<DropInRow>
    {
        public IEnumerator<DropInRow> GetEnumerator() => DropInRow.Make(1).AsEnumerable().GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
