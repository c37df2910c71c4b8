using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Data;
using System.Data.Common;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Roots of all kinds, as the fuzzer of values has found them: the bytes, the failures and the flushes of the serializer.</summary>
public partial class DropInRootTests
{
    [Fact]
    public void Serialize_numberDeclaredAsObject_obeysTheHandlingOfTheOptions()
    {
        var options = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString };

        JsonSerializer.Serialize<object>(7, options.WithRowJson(writeOnly: true)).Should().Be("\"7\"");
        JsonSerializer.Serialize<object>(new[] { 7 }, options.WithRowJson(writeOnly: true)).Should().Be("""["7"]""");
    }

    [Fact]
    public void Serialize_objectInAWriterThatIndents_flushesAsOftenAsTheSerializer()
    {
        foreach (object value in new object[] { 7, "é", JsonValue.Create(true), new { B = new[] { 1 } }, new Derived[] { new() } })
            Written(value, new JsonSerializerOptions().WithRowJson(writeOnly: true)).Should().Be(Written(value, new()));
        JsonSerializerOptions texts = new() { NumberHandling = JsonNumberHandling.WriteAsString };
        foreach (object number in new object[] { 7.5m, 1e40, long.MinValue })
            Written(number, texts.WithRowJson(writeOnly: true)).Should().Be(Written(number, texts));
        JsonSerializerOptions converted = new(texts) { Converters = { new Accented() } };
        Written(7, converted.WithRowJson(writeOnly: true)).Should().Be(Written(7, converted));

        static (string Text, int Flushes) Written(object value, JsonSerializerOptions options)
        {
            var stream = new FlushedStream();
            using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true, Encoder = options.Encoder });
            writer.WriteStartArray();
            writer.WriteNumberValue(1);
            JsonSerializer.Serialize(writer, value, options);
            writer.WriteEndArray();
            writer.Flush();
            return (Encoding.UTF8.GetString(stream.ToArray()), stream.Flushes);
        }
    }

    /// <summary>The derived type is written in parts where it is the root.</summary>
    [Fact]
    public void Serialize_derivedTypeWithRowsOfATypeThatGainsNothing_hasItsDiscriminator()
    {
        var comparison = new DropInComparison(new JsonSerializerOptions(), new JsonRowOptions(), "derived type with documents");
        var value = new WithDocuments { Documents = [JsonDocument.Parse("[1]")] };

        comparison.Check<MayHaveDocuments>(value, "root");
        comparison.Check<MayHaveDocuments[]>([value, new()], "elements");
        comparison.Check(new { Member = (MayHaveDocuments)value }, "member");
        comparison.Written.Should().Be(comparison.Count);
        JsonSerializer.Serialize<MayHaveDocuments>(new WithDocuments(), new JsonSerializerOptions().WithRowJson(writeOnly: true))
            .Should().Be("""{"$type":"d","Documents":null}""");
    }

    [JsonDerivedType(typeof(WithDocuments), "d")]
    private class MayHaveDocuments
    {
        public IList<JsonDocument>? Documents { get; set; }
    }

    private sealed class WithDocuments : MayHaveDocuments;

    /// <summary>The serializer writes the ancestor, because it alone can wait for the other derived type.</summary>
    [Fact]
    public async Task SerializeAsync_derivedTypeWithRowsBesideOneThatIsAwaited_hasItsDiscriminator()
    {
        JsonSerializerOptions options = new JsonSerializerOptions().WithRowJson(writeOnly: true);
        var stream = new MemoryStream();

        await JsonSerializer.SerializeAsync<Awaitable[]>(stream, [new BesideAwaited { Rows = [new() { ["a"] = 1 }] }, new AwaitedItems()], options);
        await JsonSerializer.SerializeAsync<AwaitableParent>(stream, new BesideAwaited { Rows = [] }, options);

        Encoding.UTF8.GetString(stream.ToArray()).Should()
            .Be("""[{"$type":"rows","Rows":[{"a":1}]},{"$type":"items","Items":[1]}]{"$type":"r","Rows":[]}""");
    }

    [JsonDerivedType(typeof(BesideAwaited), "r")]
    private class AwaitableParent;

    [JsonDerivedType(typeof(BesideAwaited), "rows")]
    [JsonDerivedType(typeof(AwaitedItems), "items")]
    private class Awaitable : AwaitableParent;

    private sealed class BesideAwaited : Awaitable
    {
        public List<Dictionary<string, int>>? Rows { get; set; }
    }

    private sealed class AwaitedItems : Awaitable
    {
        public IAsyncEnumerable<int> Items { get; } = new[] { 1 }.ToAsyncEnumerable();
    }

    /// <summary>JsonRows writes their columns: for the serializer they are objects with properties.</summary>
    [Fact]
    public async Task Serialize_recordsOfAReader_areObjectsAsForTheSerializer()
    {
        var table = new DataTable { Columns = { { "a", typeof(int) } }, Rows = { 1, 2 } };
        List<DbDataRecord> records = [.. table.CreateDataReader().Cast<DbDataRecord>()];
        var comparison = new DropInComparison(new JsonSerializerOptions(), new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }, "records");

        comparison.Check(records, "list");
        comparison.Check<IEnumerable<IDataRecord>>(records.Select(it => it), "sequence");
        comparison.Check(new { Rows = records }, "member");
        comparison.Check(new[] { records }, "lists");
        JsonRowSerializer.Explain(typeof(List<DbDataRecord>)).Should().NotContain("as rows");
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, records);
        await JsonRowSerializer.SerializeAsync(stream, Awaited(records));
        Encoding.UTF8.GetString(stream.ToArray()).Should()
            .Be("""[{"FieldCount":1},{"FieldCount":1}][{"FieldCount":1},{"FieldCount":1}]""");

        static async IAsyncEnumerable<T> Awaited<T>(IEnumerable<T> rows)
        {
            await Task.Yield();
            foreach (T row in rows) yield return row;
        }
    }

    /// <summary>After values that are mostly long texts the serializer writes some, and then the encoder again.</summary>
    [Theory]
    [InlineData('x')]
    [InlineData('é')]
    [InlineData('"')]
    public void Serialize_longAndShortTextsInTurns_haveTheBytesOfTheSerializer(char unit)
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions writeOnly = options.WithRowJson(writeOnly: true), both = options.WithRowJson();
        foreach (int length in Enumerable.Repeat(5_000, 10).Concat([0, 3, 100_000, 4_096, 4_095, 3]).Concat(Enumerable.Repeat(5_000, 150)))
        {
            var row = new Dictionary<string, string> { ["a"] = new(unit, length), ["b"] = "\n" };
            Check(new[] { row, row });
            Check(row);
            Check(row.Values.ToList());
            Check(new[] { new { Id = length, Text = row["a"], Rows = new[] { new { row } } } });
            Check(new { Text = row["a"], Rows = new[] { row } });
        }

        void Check<T>(T value)
        {
            string expected = JsonSerializer.Serialize(value, options);
            JsonSerializer.Serialize(value, writeOnly).Should().Be(expected);
            JsonSerializer.Serialize(value, both).Should().Be(expected);
        }
    }

    /// <summary>What gains in an object may be null: after short values the serializer writes some, until they are longer.</summary>
    [Fact]
    public void Serialize_objectThatHoldsOneThatGains_hasTheBytesOfTheSerializer()
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
        (fast.GetTypeInfo(typeof(Around)).Converter is IRootConverter { IsTaken: true }).Should().BeTrue();
        foreach (int run in new[] { 200, 1, 1, 2, 3, 200 })
        {
            for (int i = 0; i < run; i++) Check(new Around(null));
            for (int i = 0; i < run; i++) Check(new Around(new Prices(i, i * 1.5, "é")));
            for (int i = 0; i < run; i++) Check(new Around(new Prices(i, i, new string('x', 9_000))));
        }

        void Check(Around value) => JsonSerializer.Serialize(value, fast).Should().Be(JsonSerializer.Serialize(value, options));
    }

    /// <summary>They gain by their values: those with fewer bytes than a call takes are the serializer's.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(100)]
    public async Task Serialize_objectsUnderKeysThatAreNotStrings_haveTheBytesOfTheSerializer(int count)
    {
        Prices?[] values = [.. Enumerable.Range(0, count).Select(i => i % 5 == 1 ? null : new Prices(i, i * 0.1, "é"))];
        await Check(values.Index().ToDictionary(it => it.Index, it => it.Item));
        await Check<IDictionary<long, Prices?>>(values.Index().ToDictionary(it => (long)it.Index, it => it.Item));
        await Check<IReadOnlyDictionary<Guid, Prices?>>(values.Index().ToDictionary(it => new Guid(it.Index, 0, 0, new byte[8]), it => it.Item));
        var days = values.Index().ToDictionary(it => DateOnly.MinValue.AddDays(it.Index), it => it.Item);
        await Check(new SortedDictionary<DateOnly, Prices?>(days));
        await Check(new ConcurrentDictionary<int, List<int>>(values.Index().ToDictionary(it => it.Index, it => new List<int> { it.Index })));
        await Check(new OtherEntries { [count] = null });

        static async Task Check<T>(T value)
        {
            await CheckText(value);
            await CheckText(new { value, Text = "x" });
            await CheckText(new List<T> { value, value });
        }

        static async Task CheckText<T>(T value)
        {
            var options = new JsonSerializerOptions();
            string expected = JsonSerializer.Serialize(value, options);
            JsonSerializerOptions both = options.WithRowJson();
            foreach (JsonSerializerOptions fast in new[] { options.WithRowJson(writeOnly: true), both })
            {
                for (int i = 0; i < 3; i++) JsonSerializer.Serialize(value, fast).Should().Be(expected);
                var stream = new MemoryStream();
                await JsonSerializer.SerializeAsync(stream, value, fast);
                Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
            }
            JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(expected, both), options).Should().Be(expected);
        }
    }

    /// <summary>RowJson writes them, and the serializer does not.</summary>
    [Fact]
    public void Serialize_valuesThatTheContextDoesNotKnowAfterLongTexts_areWritten()
    {
        JsonSerializerOptions options = new JsonSerializerOptions { TypeInfoResolver = FewTypesContext.Default }.WithRowJson(writeOnly: true);
        Dictionary<string, object?> longText = new() { ["a"] = new string('x', 10_000), ["b"] = 1, ["c"] = 2, ["d"] = 3, ["e"] = 4 };
        Dictionary<string, object?> known = new(longText) { ["a"] = new string('é', 10_000) };
        Dictionary<string, object?> unknown = new(longText) { ["a"] = new DateOnly(2024, 2, 29) };
        // Columns come on another thread.
        SpinWait.SpinUntil(() => JsonSerializer.Serialize(known, options).Length > 0 && IsWritten(unknown), TimeSpan.FromMinutes(1)).Should().BeTrue();

        for (int i = 0; i < 4; i++)
        {
            for (int k = 0; k < 3; k++) JsonSerializer.Serialize(longText, options).Should().HaveLength(10_032);
            JsonSerializer.Serialize(unknown, options).Should().Be("""{"a":"2024-02-29","b":1,"c":2,"d":3,"e":4}""");
        }

        bool IsWritten(Dictionary<string, object?> value)
        {
            try
            {
                return JsonSerializer.Serialize(value, options).Length > 0;
            }
            catch (NotSupportedException)
            {
                return false;
            }
        }
    }

    /// <summary>Lists of few rows, or of rows that are null, are not worth an encoder.</summary>
    [Fact]
    public void Serialize_fewRowsAndNulls_haveTheBytesAndTheFailuresOfTheSerializer()
    {
        Row[] rows = [new() { A = 1 }, new() { A = 2 }];
        Check<List<Row?>>([null], [rows[0]], [null, rows[0], null], [null, null, null, null], [.. rows, .. rows, null], [null, null, null, null, null]);
        Check<IRow?[]>([null], [rows[0]], [rows[1], null]);
        Check<List<Single?>>([null], [new(1)], [null, new(2)], [null, null, null, null, null]);
        Check<List<List<int>?>>([null], [[1]], [null, [], [2]]);
        Check<List<Row?>>([new() { A = -1 }], [null, new() { A = -1 }], [.. rows, .. rows, new() { A = -1 }]);

        static void Check<T>(params T[] values)
        {
            var options = new JsonSerializerOptions { MaxDepth = 8 };
            foreach (JsonSerializerOptions made in new[] { options.WithRowJson(writeOnly: true), options.WithRowJson() })
                for (int i = 0; i < 3; i++)
                    foreach (T value in values)
                        Written(value, made).Should().Be(Written(value, options));
        }

        static string Written<T>(T value, JsonSerializerOptions options)
        {
            try
            {
                return JsonSerializer.Serialize(value, options);
            }
            catch (Exception exception)
            {
                return exception.ToString().Split('\n')[0];
            }
        }
    }

    /// <summary>A list of up to 256 elements is written as one row, a longer one in parts.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(600)]
    public void Serialize_listThatIsOneRowOrParts_hasTheBytesAndTheFailuresOfTheSerializer(int count)
    {
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var compared = new DropInComparison(
                new JsonSerializerOptions(), new JsonRowOptions { ObjectAccess = access, FlushThreshold = 100 }, $"{access}, {count}");
            Row[] rows = [.. Enumerable.Range(0, count).Select(i => new Row { A = i })];
            Check<Row>([.. rows]);
            Check<object>([.. rows]);
            Check<Row?>([.. rows.Select(row => row.A == count / 2 ? null : row)]);
            Check<Row>([.. rows[..^1], new Row { A = -1 }]);
            Check<Dictionary<string, int>>([.. rows.Select(row => new Dictionary<string, int> { ["a"] = row.A })]);
            Check<IEnumerable<int>>([.. rows.Select(row => Enumerable.Range(0, row.A % 4))]);
            Check<Single>([.. rows.Select(row => new Single(row.A))]);
            compared.Check<IRow[]>(rows, "covariant array");
            compared.Check(rows.Select(row => row), "sequence");
            compared.Check(rows.ToDictionary(row => $"k{row.A}"), "dictionary");

            void Check<T>(List<T> list)
            {
                string of = typeof(T).Name;
                compared.Check(list, $"list of {of}");
                compared.Check(list.ToArray(), $"array of {of}");
                compared.Check<IReadOnlyList<T>>(list, $"interface of {of}");
                compared.Check<IEnumerable<T>>(list, $"sequence of {of}");
                compared.Check(new HashSet<T>(list), $"set of {of}");
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Serialize_fewEnumerationsAndAddresses_haveTheBytesOfTheSerializer(bool asText)
    {
        var options = new JsonSerializerOptions();
        if (asText) options.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase));
        var compared = new DropInComparison(options, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }, $"text {asText}");
        for (int count = 0; count < 20; count++)
        {
            Check(count, i => (DayOfWeek)(i % 9));
            Check(count, i => i % 3 == 1 ? null : (DayOfWeek?)(i % 9));
            Check(count, i => i % 3 == 1 ? null : new Uri($"https://example.org/é?a={i}&b"));
            Check(count, i => new Version(1, i));
            Check(count, i => JsonSerializer.SerializeToElement(new { A = "é", B = new string('x', i) }));
        }

        void Check<T>(int of, Func<int, T> value)
        {
            List<T> list = [.. Enumerable.Range(0, of).Select(value)];
            compared.Check(list, $"list of {of} {typeof(T)}");
            compared.Check(list.ToArray(), $"array of {of} {typeof(T)}");
            compared.Check(new Dictionary<string, T>(list.Select((it, i) => KeyValuePair.Create($"k<{i}", it))), $"dictionary of {of} {typeof(T)}");
            if (of > 0) compared.Check(list[^1], $"{typeof(T)}");
        }
    }

    [Fact]
    public void Serialize_objectAfterAPolymorphicMemberOfItsType_hasTheDiscriminatorOfTheSerializer()
    {
        // The serializer writes none there: it remembers the type from the member before.
        foreach (Plant plant in (Plant[])[new() { Before = new Plant(), Any = new Plant() }, new() { Before = new(), Any = new Plant() }])
        {
            List<Plant> plants = [.. Enumerable.Repeat(plant, 3)];
            string expected = JsonSerializer.Serialize(plants);
            DropInOptions forced = DropInOptions.Create(new(), new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled });
            JsonSerializer.Serialize(plants, forced.WriteOnly).Should().Be(expected);
            JsonRows.From(plants).ToJsonString(new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }).Should().Be(expected);
        }
    }

    [Fact]
    public void Deserialize_failureInAnObjectThatIsLookedAhead_namesTheTypeThatTheSerializerNames()
    {
        var plain = new JsonSerializerOptions { AllowOutOfOrderMetadataProperties = true, DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        JsonException expected = Failure(plain);

        JsonException actual = Failure(plain.WithRowJson());

        actual.Message.Should().Be(expected.Message);
        expected.Path.Should().Be("$[0].Number");

        static JsonException Failure(JsonSerializerOptions options) =>
            FluentActions.Invoking(() => JsonSerializer.Deserialize<List<Seed>>("[{\"Number\":\"x\",\"Next\":null},{}]", options))
                .Should().Throw<JsonException>().Which;
    }

    [Fact]
    public void WithRowJson_propertiesToPopulate_areWrittenAndReadAsBefore()
    {
        foreach (JsonSerializerOptions plain in (JsonSerializerOptions[])
            [new(), new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }, new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase }])
        {
            JsonSerializerOptions both = plain.WithRowJson();
            string json = JsonSerializer.Serialize(new Populated(), plain);
            JsonSerializer.Serialize(new Populated(), both).Should().Be(json);
            JsonSerializer.Deserialize<Populated>(json, both)!.Rows.Should().HaveCount(2);
        }
    }

    [Fact]
    public void WithRowJson_memberToPopulateOfAnObjectThatGainsNothing_isWrittenAndReadAsBefore()
    {
        foreach (JsonSerializerOptions plain in (JsonSerializerOptions[])
            [
                new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
                new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate },
            ])
        {
            JsonSerializerOptions both = plain.WithRowJson();
            string json = JsonSerializer.Serialize(new PopulatedMatrices(), plain);
            JsonSerializer.Serialize(new PopulatedMatrices(), both).Should().Be(json);
            JsonSerializer.Deserialize<PopulatedMatrices>("""{"Read":{"y":[[2]]}}""", both)!.Read.Keys
                .Should().Equal(JsonSerializer.Deserialize<PopulatedMatrices>("""{"Read":{"y":[[2]]}}""", plain)!.Read.Keys).And.Equal("x", "y");
        }
    }

    [Fact]
    public void WithRowJson_objectToPopulateWithAHandlingOfItsOwn_isReadAsBefore()
    {
        var plain = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        JsonSerializerOptions both = plain.WithRowJson();

        JsonSerializer.Deserialize<HoldsNumbers>("""{"Read":{"Counts":{"b":2}}}""", both)!.Read.Counts.Keys.Should().Equal("a", "b");
        FluentActions.Invoking(() => JsonSerializer.Deserialize<HoldsNumbers>("""{"Read":null}""", both))
            .Should().Throw<InvalidOperationException>().WithMessage("Unable to assign 'null'*");
        FluentActions.Invoking(() => JsonSerializer.Deserialize<HoldsNumbers>("""{"Read":null}""", plain))
            .Should().Throw<InvalidOperationException>().WithMessage("Unable to assign 'null'*");
    }

    [Fact]
    public void WithRowJson_documentInAnObjectWithANumberHandling_readsNullAsADocument()
    {
        var plain = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        foreach (JsonSerializerOptions options in (JsonSerializerOptions[])[plain, plain.WithRowJson()])
            JsonSerializer.Deserialize<StrictDocument>("""{"Document":null}""", options)!.Document!.RootElement.ValueKind.Should().Be(JsonValueKind.Null);
    }

    [Fact]
    public void Write_rowWhoseOwnContractCannotBeMade_failsForItsReason()
    {
        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From<Failing>([new Unmade()]).ToJsonString())
            .Should().Throw<JsonRowException>().Which;

        failure.InnerException.Should().BeOfType<TimeoutException>();
    }

    [Fact]
    public void Serialize_typeThatTheSerializerRefuses_failsInItsWords()
    {
        string expected = FluentActions.Invoking(() => JsonSerializer.Serialize(new HoldsUnmade())).Should().Throw<InvalidOperationException>()
            .Which.Message;

        FluentActions.Invoking(() => JsonSerializer.Serialize(new HoldsUnmade(), new JsonSerializerOptions().WithRowJson(writeOnly: true)))
            .Should().ThrowExactly<InvalidOperationException>().WithMessage(expected);
    }

    [Fact]
    public async Task Serialize_fieldsOfTypesThatHoldThemselves_equalsSerializer()
    {
        Nested value = Nested.Of(8);
        string expected = JsonSerializer.Serialize(value);
        JsonSerializer.Serialize(value, new JsonSerializerOptions().WithRowJson(writeOnly: true)).Should().Be(expected);
        DropInOptionTests.Streamed(value, new JsonSerializerOptions()).Should().Be(expected);
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, value, new JsonSerializerOptions());
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    [Fact]
    public void Serialize_additionalPropertiesThatAreNull_areLeftOut()
    {
        foreach (Open value in (Open[])[new() { Rows = [null, new()] }, new() { Rows = [], More = new Dictionary<string, object?> { ["x"] = 1 } }])
            DropInOptionTests.Streamed(value, new JsonSerializerOptions()).Should().Be(JsonSerializer.Serialize(value));
    }

    [Fact]
    public void Serialize_nodeDeclaredAsObject_equalsSerializer()
    {
        foreach (string json in (string[])["1.0", "[1]", "{\"a\":null}"])
            JsonSerializer.Serialize<object>(JsonNode.Parse(json)!, new JsonSerializerOptions().WithRowJson(writeOnly: true)).Should().Be(json);
    }

    [Fact]
    public void Serialize_immutableArrayWithACycle_failsAsTheSerializerDoes()
    {
        var row = new Nested();
        row.Next = row;
        ImmutableArray<Nested> rows = [row];
        DropInOptions forced = DropInOptions.Create(new(), new JsonRowOptions { ObjectAccess = ObjectAccess.Delegates });

        FluentActions.Invoking(() => JsonSerializer.Serialize(rows, forced.WriteOnly)).Should().ThrowExactly<JsonException>();
    }

    [Fact]
    public void Serialize_interfaceWithDiscriminatorsDeclaredAsObject_flushesAsOftenAsTheSerializer()
    {
        Flushes(new()).Should().Be(1);
        Flushes(new JsonSerializerOptions().WithRowJson(writeOnly: true)).Should().Be(1);

        static int Flushes(JsonSerializerOptions options)
        {
            var stream = new FlushedStream();
            using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true });
            JsonSerializer.Serialize<object>(writer, new Circle(), options);
            return stream.Flushes;
        }
    }

    [Theory]
    [InlineData(JsonNumberHandling.Strict)]
    [InlineData(JsonNumberHandling.WriteAsString)]
    [InlineData(JsonNumberHandling.AllowReadingFromString)]
    [InlineData(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    public void Serialize_numberDeclaredAsObject_isDeliveredAsByTheSerializer(JsonNumberHandling handling)
    {
        var plain = new JsonSerializerOptions { NumberHandling = handling };
        object[] numbers = [7, 1.5, 1.5m, 1.5f, (Half)1.5, Half.MaxValue, Int128.MaxValue, UInt128.MaxValue, (byte)1, 1e300];
        foreach (object number in numbers)
        {
            foreach (bool isIndented in (bool[])[false, true])
                Deliver(number, plain.WithRowJson(writeOnly: true), isIndented).Should().Be(Deliver(number, plain, isIndented), "{0}", number);
        }

        static (string Text, int Flushes) Deliver(object number, JsonSerializerOptions options, bool isIndented)
        {
            var stream = new FlushedStream();
            using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = isIndented });
            writer.WriteStartArray();
            for (int i = 0; i < 2; i++) JsonSerializer.Serialize(writer, number, options);
            writer.WriteEndArray();
            int flushes = stream.Flushes;
            writer.Flush();
            return (Encoding.UTF8.GetString(stream.ToArray()), flushes);
        }
    }

    /// <summary>Longer than a batch: an array is then written element by element.</summary>
    [Theory]
    [InlineData("""{"a" : [""", "]}")]
    [InlineData("""[{"a" : [""", "]}]")]
    [InlineData("[", " ]")]
    public void Serialize_longElement_equalsSerializer(string open, string close)
    {
        string items = string.Join(" , ", Enumerable.Range(0, 20_000).Select(i => $"\"é{i}\""));
        JsonElement element = JsonElement.Parse(open + items + close);

        string text = JsonSerializer.Serialize(element, JsonSerializerOptions.Default.WithRowJson(writeOnly: true));

        text.Should().HaveLength(JsonSerializer.Serialize(element).Length).And.Be(JsonSerializer.Serialize(element));
    }

    [Fact]
    public void Serialize_classesDerivedFromList_areReadByIndex()
    {
        var value = new { Rows = new Backwards<List<Nested>> { new() { new() }, new() } };

        JsonSerializer.Serialize(value, DropInOptions.Create(new(), new JsonRowOptions { ObjectAccess = ObjectAccess.Delegates }).WriteOnly)
            .Should().Be(JsonSerializer.Serialize(value)).And.StartWith("""{"Rows":[[{""");
    }

    /// <summary>Null in a text is a document, which is not left out.</summary>
    [Fact]
    public void WithRowJson_documentThatIsNull_isReadAndWrittenAsBefore()
    {
        var options = new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault };
        JsonSerializerOptions both = options.WithRowJson();
        const string json = """{"Document":null}""";

        JsonSerializer.Serialize(JsonSerializer.Deserialize<HoldsDocument>(json, both), both).Should().Be(json);
        JsonSerializer.Serialize(new HoldsDocument(), both).Should().Be("{}");
        JsonSerializer.Serialize<JsonDocument?>(null, options.WithRowJson(writeOnly: true)).Should().Be("null");
    }

    [Fact]
    public void Serialize_wrongContractDeclaredAsObject_isRefusedAsByTheSerializer()
    {
        string expected = FluentActions.Invoking(() => JsonSerializer.Serialize<object>(new WrongContract())).Should()
            .Throw<InvalidOperationException>().Which.Message;

        FluentActions.Invoking(() => JsonSerializer.Serialize<object>(new WrongContract(), new JsonSerializerOptions().WithRowJson(writeOnly: true)))
            .Should().ThrowExactly<InvalidOperationException>().WithMessage(expected);
    }

    /// <summary>Before the columns of the members around a list are compiled, and after.</summary>
    [Fact]
    public void Serialize_valuesThatContainEachOtherAroundALateList_areNullAsForTheSerializer()
    {
        var options = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };
        JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
        var inner = new CyclicInner();
        inner.Outer = new CyclicOuter { Inner = inner };
        var values = new Dictionary<string, CyclicOuter> { ["a"] = inner.Outer };
        string expected = JsonSerializer.Serialize(values, options);
        long bytes = 0;
        for (; bytes < 2 * ColumnGain.BytesBeforeColumns; bytes += expected.Length)
            if (JsonSerializer.Serialize(values, fast) is var actual && actual != expected) actual.Should().Be(expected);
    }

    /// <summary>The nearest class with derived types counts, and a class that has some itself.</summary>
    [Fact]
    public void Serialize_classOfSeveralDiscriminatorsDeclaredAsObject_equalsSerializer()
    {
        foreach (object value in new object[] { new Middle(), new Leaf(), new Top(), new Circle() })
            JsonSerializer.Serialize(value, new JsonSerializerOptions().WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(value));
    }

    /// <summary>These options have a converter of RowJson for the list.</summary>
    [Fact]
    public void WithRowJson_numbersOfAPolymorphicClass_areWrittenAsItSays()
    {
        var options = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        foreach (object list in new object[] { new List<List<int>> { new() { 1 } }, new[] { 1.5 } })
        {
            Numbered value = new NumberedMore { Any = list, Numbers = [1, 2] };
            foreach (bool indented in new[] { false, true })
                Text(options.WithRowJson(), indented).Should().Be(Text(options, indented)).And.Contain("\"1");

            string Text(JsonSerializerOptions by, bool isIndented)
            {
                var stream = new MemoryStream();
                using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = isIndented });
                JsonSerializer.Serialize(writer, value, by);
                return Encoding.UTF8.GetString(stream.ToArray());
            }
        }
        JsonSerializerOptions both = options.WithRowJson();
        JsonSerializer.Deserialize<Numbered>("""{"$type":1,"Numbers":["3"]}""", both)!.Numbers.Should().Equal(3);
    }

    private sealed class FlushedStream : MemoryStream
    {
        public int Flushes { get; private set; }

        public override void Flush() => Flushes++;
    }

    private sealed class Backwards<T> : List<T>, IEnumerable<T>
    {
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Enumerable.Reverse(ToArray()).GetEnumerator();
    }

    private sealed class HoldsDocument
    {
        public JsonDocument? Document { get; set; }
    }

    [JsonDerivedType(typeof(WrongContract), 1)]
    private class RightContract;

    private sealed class WrongContract : RightContract
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.Always), JsonRequired]
        public int Number { get; set; }
    }

    // Only compiled columns write it.
    private struct Pair
    {
        public int First { get; set; }

        public int Second { get; set; }
    }

    private sealed class CyclicOuter
    {
        public Pair Pair { get; set; }

        public CyclicInner? Inner { get; set; }
    }

    private sealed class CyclicInner
    {
        public ICollection<SortedDictionary<string, int>>? Counts { get; set; }

        public CyclicOuter? Outer { get; set; }
    }

    private sealed class Open
    {
        public List<Base?>? Rows { get; set; }

        [JsonExtensionData]
        public IDictionary<string, object?>? More { get; set; }
    }

    [JsonDerivedType(typeof(Circle), "circle")]
    private interface IShape;

    private sealed class Circle : IShape
    {
        public double Radius { get; set; } = 1.5;
    }

    [JsonDerivedType(typeof(Middle), "middle")]
    private class Top;

    [JsonDerivedType(typeof(Leaf), "leaf")]
    private class Middle : Top;

    private sealed class Leaf : Middle;

    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString), JsonDerivedType(typeof(NumberedMore), 1)]
    private class Numbered
    {
        public object? Any { get; set; }

        public List<int> Numbers { get; set; } = [];
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    private sealed class NumberedMore : Numbered;

    [JsonDerivedType(typeof(Derived), 1)]
    private class Base
    {
        public int A { get; set; }
    }

    private sealed class Derived : Base;

    private sealed class Populated
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public List<Base> Rows { get; } = [new() { A = 1 }];
    }

    [JsonNumberHandling(JsonNumberHandling.Strict)]
    private sealed class PopulatedMatrices
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Dictionary<string, ImmutableArray<HashSet<Half>>> Read { get; } = new() { ["x"] = [[(Half)1]] };
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    private sealed class HoldsNumbers
    {
        public NamedNumbers Read { get; } = new();
    }

    [JsonNumberHandling(JsonNumberHandling.Strict)]
    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    private sealed class NamedNumbers
    {
        public IDictionary<string, int> Counts { get; } = new Dictionary<string, int> { ["a"] = 1 };
    }

    [JsonNumberHandling(JsonNumberHandling.Strict)]
    private sealed class StrictDocument
    {
        public JsonDocument? Document { get; set; }

        public StrictDocument? Next { get; set; }
    }

    private class Failing
    {
        public int Id => throw new TimeoutException();
    }

    [JsonPolymorphic]
    private sealed class Unmade : Failing;

    private sealed class HoldsUnmade
    {
        public Unmade? One { get; set; }
    }

    private sealed class Nested
    {
        public int Number { get; set; }

        public Nested? Next { get; set; }

        [JsonInclude]
        public Nested? Field;

        public object? Any { get; set; }

        public static Nested Of(int depth) => depth == 0
            ? new Nested()
            : new Nested { Number = depth, Next = Of(depth - 1), Field = depth % 3 == 0 ? Of(depth / 2) : null, Any = new[] { depth } };
    }

    [JsonDerivedType(typeof(Plant), "plant")]
    public class Growth;

    public class Plant : Growth
    {
        public Growth? Before { get; set; }

        [JsonPropertyOrder(1)]
        public object? Any { get; set; }
    }

    [JsonDerivedType(typeof(Tree), "tree")]
    public class Seed
    {
        public int Number { get; set; }

        public Seed? Next { get; set; }
    }

    public class Tree : Seed;

    private sealed class Accented : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue($"é{value}");
    }

    private interface IRow
    {
        int A { get; }
    }

    private sealed class Row : IRow
    {
        private readonly int _a;

        public int A
        {
            get => _a < 0 ? throw new InvalidOperationException("no A") : _a;
            init => _a = value;
        }
    }

    private readonly record struct Single(int A);

    private sealed record Around(Prices? Value);

    /// <summary>Enumerated as an interface, it has another entry.</summary>
    private sealed class OtherEntries : Dictionary<int, Prices?>, IEnumerable<KeyValuePair<int, Prices?>>
    {
        IEnumerator<KeyValuePair<int, Prices?>> IEnumerable<KeyValuePair<int, Prices?>>.GetEnumerator()
        {
            yield return KeyValuePair.Create(-1, (Prices?)new Prices(1, 2, "other"));
        }
    }

    private sealed record Prices(decimal Net, double Gross, string? Text);

    [JsonSerializable(typeof(Dictionary<string, object>))]
    [JsonSerializable(typeof(string))]
    [JsonSerializable(typeof(int))]
    private sealed partial class FewTypesContext : JsonSerializerContext;
}
