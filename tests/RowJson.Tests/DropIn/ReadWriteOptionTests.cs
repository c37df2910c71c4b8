using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Schema;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Xunit.Abstractions;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>What <see cref="RowJsonOptionsExtensions.WithRowJson"/> makes of options: writes by columns, and reads and describes as before.</summary>
public class ReadWriteOptionTests(ITestOutputHelper log)
{
    private static readonly DropInPage Page = new(2, [.. DropInRow.Make(2)], "n");

    private static Dictionary<string, JsonSerializerOptions> Known => new()
    {
        ["default"] = new(),
        ["web"] = new(JsonSerializerDefaults.Web),
        ["strict"] = new(JsonSerializerOptions.Strict),
        ["enumerations"] = new(JsonSerializerDefaults.Web) { Converters = { new JsonStringEnumConverter() } },
        ["two converters"] = new() { Converters = { new NumberedEnumConverter(), new JsonStringEnumConverter() } },
        ["populate"] = new() { PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate },
        ["annotations"] = new() { RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true },
        ["lenient"] = new() { AllowTrailingCommas = true, ReadCommentHandling = JsonCommentHandling.Skip, PropertyNameCaseInsensitive = true },
        ["numbers from strings"] = new() { NumberHandling = JsonNumberHandling.AllowReadingFromString, MaxDepth = 5 },
        ["references"] = new() { ReferenceHandler = ReferenceHandler.Preserve },
        ["indented"] = new() { WriteIndented = true },
        ["modified"] = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { Rename } } },
        ["modifier added"] = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver().WithAddedModifier(Rename) },
        ["encoder"] = new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["encoder, enumerations"] = new()
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            Converters = { new JsonStringEnumConverter() },
        },
        ["key policy"] = new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase },
        ["named literals"] = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
    };

    public static TheoryData<string> Names => [.. Known.Keys];

    /// <summary>With these options the serializer calls no handlers.</summary>
    private static bool IsHandedOver(string name) => name is "encoder" or "encoder, enumerations" or "key policy" or "named literals";

    [Theory]
    [Trait("Speed", "Slow")]
    [MemberData(nameof(Names))]
    public async Task WithRowJson_everyWayToRead_equalsSerializer(string name)
    {
        JsonSerializerOptions options = Known[name], both = options.WithRowJson();
        var comparison = new ReadComparison(options, both, name, IsHandedOver(name));
        var pages = new List<ReadContract>
        {
            new([.. ReadRow.Make(2)], 3) { Needed = ReadRow.Make(1), Required = ReadRow.Make(2), Renamed = [] },
            new([]) { Needed = [], Required = null },
        };
        await Check(ReadCollections.Make());
        await Check(pages[0]);
        await Check(pages);
        await Check(ReadRow.Make(3));
        await Check(new Dictionary<string, ReadRow[]> { ["a b"] = ReadRow.Make(2), ["c"] = [] });
        // Which the serializer refuses together.
        if (options.ReferenceHandler is null) await Check(new ReadPopulated());
        await Check(new ReadStrict([.. ReadRow.Make(1)], new ReadStrict([])));
        ReadBase derived = new ReadDerived { Rows = [.. ReadRow.Make(1)], Inner = [new ReadBase(), new ReadDerived()] };
        // The path of a failure begins at a list in such an object, where it is read by a converter.
        if (!IsHandedOver(name)) await Check(derived);
        else await comparison.CheckAsync<ReadBase>(JsonSerializer.Serialize(derived, options), "polymorphic");
        await Check<object>(pages);
        await Check(5);
        await Check(new ReadRefused { Id = 1, Inner = new ReadStrict([.. ReadRow.Make(1)]), Rows = [.. ReadRow.Make(1)] });
        await Check(new ReadFailing { Address = new Uri("https://a.b/"), Version = new Version(1, 2) });
        log.WriteLine($"{comparison.Count} comparisons, {comparison.Read} of them values");
        comparison.Read.Should().BeGreaterThan(50);

        Task Check<T>(T value) => comparison.CheckWithFaultsAsync<T>(JsonSerializer.Serialize(value, options), typeof(T).Name);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void WithRowJson_everyCollection_isWrittenAsBySerializerAndReadByEach(string name)
    {
        JsonSerializerOptions options = Known[name], both = options.WithRowJson();
        ReadCollections value = ReadCollections.Make();
        string expected = JsonSerializer.Serialize(value, options);
        JsonSerializer.Serialize(value, both).Should().Be(expected);
        // What was a stack is read in reverse.
        string again = JsonSerializer.Serialize(JsonSerializer.Deserialize<ReadCollections>(expected, options), options);
        JsonSerializer.Serialize(JsonSerializer.Deserialize<ReadCollections>(expected, options), both).Should().Be(again);
        JsonSerializer.Serialize(JsonSerializer.Deserialize<ReadCollections>(expected, both), options).Should().Be(again);
        string node = JsonSerializer.SerializeToNode(value, options)!.ToJsonString(options);
        JsonSerializer.SerializeToNode(value, both)!.ToJsonString(options).Should().Be(node);
        foreach (PropertyInfo property in typeof(ReadCollections).GetProperties())
        {
            object? one = property.GetValue(value);
            JsonSerializer.Serialize(one, property.PropertyType, both).Should().Be(JsonSerializer.Serialize(one, property.PropertyType, options));
            if (!property.PropertyType.IsValueType) JsonSerializer.Serialize((object?)null, property.PropertyType, both).Should().Be("null");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task WithRowJson_asynchronousWrites_equalSerializer(string name)
    {
        JsonSerializerOptions options = Known[name], both = options.WithRowJson();
        foreach (object value in new object[] { ReadCollections.Make(), ReadRow.Make(500).ToList(), Sequence() })
        {
            (await Written(value, both)).Should().Be(await Written(value, options));
        }

        static async IAsyncEnumerable<ReadRow> Sequence()
        {
            foreach (ReadRow row in ReadRow.Make(3))
            {
                await Task.Yield();
                yield return row;
            }
        }

        static async Task<string> Written(object value, JsonSerializerOptions options)
        {
            var stream = new MemoryStream();
            await JsonSerializer.SerializeAsync(stream, value, options);
            return System.Text.Encoding.UTF8.GetString(stream.ToArray());
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void WithRowJson_schemas_equalSerializerWhereHandlersAreCalled(string name)
    {
        JsonSerializerOptions options = Known[name], both = options.WithRowJson();
        Type[] types =
        [
            typeof(ReadRows), typeof(Dictionary<string, int>[]), typeof(ReadCollections), typeof(ReadContract), typeof(ReadPopulated),
            typeof(ReadStrict), typeof(ReadRow[]), typeof(JsonElement),
        ];
        foreach (Type type in types)
        {
            Schema(both, type).Should().Be(IsHandedOver(name) ? "true" : Schema(options, type), type.Name);
        }
    }

    [Fact]
    public void WithRowJson_sameOptions_givesTheSameInstance()
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions both = options.WithRowJson();
        both.Should().NotBeSameAs(options).And.NotBeSameAs(options.WithRowJson(writeOnly: true));
        options.WithRowJson().Should().BeSameAs(both);
        both.WithRowJson().Should().BeSameAs(both);
        options.WithRowJson(writeOnly: true).WithRowJson().Should().BeSameAs(both);
        both.WithRowJson(writeOnly: true).Should().BeSameAs(options.WithRowJson(writeOnly: true));
        new JsonRowOptions(both).SerializerOptions.Should().BeSameAs(options);
        options.IsReadOnly.Should().BeTrue();
        FluentActions.Invoking(() => ((JsonSerializerOptions)null!).WithRowJson()).Should().Throw<ArgumentNullException>();
    }

    [Fact]
    public void WithRowJson_listsOfRows_haveHandlersThatTheSerializerCalls()
    {
        int count = 0;
        // Of options that indent, only those for writing take values over.
        foreach ((string name, JsonSerializerOptions options) in Known.Where(it => !IsHandedOver(it.Key) && !it.Value.WriteIndented))
        {
            JsonSerializerOptions both = options.WithRowJson(), write = options.WithRowJson(writeOnly: true);
            Compare<List<ReadRow>>();
            Compare<ReadRow[]>();
            Compare<IReadOnlyList<ReadRow>>();
            Compare<Queue<ReadRow>>();
            Compare<HashSet<ReadRow>>();
            Compare<Dictionary<string, int>[]>();
            IsCalled<ReadContract>(both).Should().BeFalse(name);

            void Compare<T>()
            {
                bool isCalled = IsCalled<T>(both);
                isCalled.Should().Be(write.GetTypeInfo(typeof(T)).Converter is IRootConverter, name);
                if (isCalled) count++;
            }
        }
        count.Should().BeGreaterThan(50);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WithRowJson_resolversOfBothMethodsInOneChain_writeAndReadAsTheApplications(bool ignoresCycles)
    {
        var mixed = new JsonSerializerOptions(JsonSerializerOptions.Default.WithRowJson());
        JsonSerializerOptions other = ignoresCycles ? new() { ReferenceHandler = ReferenceHandler.IgnoreCycles } : JsonSerializerOptions.Default;
        mixed.TypeInfoResolverChain.Add(other.WithRowJson(writeOnly: true).TypeInfoResolver!);
        ReadRow[] rows = ReadRow.Make(3);
        string expected = JsonSerializer.Serialize(rows);
        JsonSerializer.Serialize(rows, mixed).Should().Be(expected);
        JsonSerializer.Serialize(rows, mixed.WithRowJson()).Should().Be(expected);
        JsonSerializer.Deserialize<ReadRow[]>(expected, mixed).Should().BeEquivalentTo(rows);
    }

    [Fact]
    public void WithRowJson_rarerCollections_areWrittenAndReadAsBySerializer()
    {
        var options = new JsonSerializerOptions();
        SortedRow[] rows = [new(1, "a", 2, 3), new(2, "b", 4, 5)];

        Check(new ConcurrentStack<SortedRow>(rows), isCalled: true);
        Check(ImmutableSortedSet.Create(rows), isCalled: true);
        Check<IImmutableSet<SortedRow>>(ImmutableHashSet.Create(rows), isCalled: true);
        Check<IImmutableQueue<SortedRow>>(ImmutableQueue.Create(rows), isCalled: true);
        Check<IImmutableStack<SortedRow>>(ImmutableStack.Create(rows), isCalled: true);
        Check(new SortedSet<SortedRow>(rows), isCalled: true);
        Check(new SortedRows(rows), isCalled: true);
        Check<IReadOnlySet<SortedRow>>(new HashSet<SortedRow>(rows), isCalled: null);

        void Check<T>(T value, bool? isCalled)
        {
            JsonSerializerOptions both = options.WithRowJson();
            string expected = JsonSerializer.Serialize(value, options);
            JsonSerializer.Serialize(value, both).Should().Be(expected);
            Read<T>(expected, both).Should().Be(Read<T>(expected, options));
            if (isCalled is { } known) IsCalled<T>(both).Should().Be(known, typeof(T).ToString());
        }

        string Read<T>(string text, JsonSerializerOptions with)
        {
            try
            {
                return JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(text, with), options);
            }
            catch (NotSupportedException exception)
            {
                return exception.Message;
            }
        }
    }

    /// <summary>The text is read once more to find the path; a converter that does not fail again must not lose its exception.</summary>
    [Theory]
    [InlineData("encoder")]
    [InlineData("default")]
    public void WithRowJson_converterThatFailsOnce_throwsItsOwnException(string name)
    {
        const string json = """[{"Id":1,"Version":"1.2"},{"Id":2,"Version":"bad"}]""";
        int failures = 0;
        var once = new FailingVersions(() => new JsonException("a converter's own"), () => failures++ == 0);
        var options = new JsonSerializerOptions(Known[name]) { Converters = { once } };
        JsonSerializerOptions both = options.WithRowJson();
        Action read = () => JsonSerializer.Deserialize<List<VersionedRow>>(json, both);
        read.Should().Throw<JsonException>().WithMessage("a converter's own*");
    }

    /// <summary>What a converter throws while a list is read that the serializer leaves to us: the same, with its path.</summary>
    [Theory]
    [InlineData("encoder")]
    [InlineData("default")]
    public void WithRowJson_converterThatFailsToRead_failsAsWithTheSerializer(string name)
    {
        const string json = """[{"Id":1,"Version":"1.2"},{"Id":2,"Version":"bad"}]""";
        foreach (Func<Exception> failure in (Func<Exception>[])
        [
            () => new TimeoutException("a converter's own"), () => new NotSupportedException("a converter's own"),
            () => new FormatException("a converter's own"), () => new InvalidOperationException("a converter's own"),
            () => new JsonException("a converter's own"), () => new JsonException(null),
        ])
        {
            var options = new JsonSerializerOptions(Known[name]) { Converters = { new FailingVersions(failure) } };

            Describe<List<VersionedRow>>(options.WithRowJson()).Should().Be(Describe<List<VersionedRow>>(options));
            Describe<VersionedRow[]>(options.WithRowJson()).Should().Be(Describe<VersionedRow[]>(options));
        }

        static string Describe<T>(JsonSerializerOptions options)
        {
            Exception exception = FluentActions.Invoking(() => JsonSerializer.Deserialize<T>(json, options)).Should().Throw<Exception>().Which;
            return $"{exception.GetType()}: {exception.Message} {(exception as JsonException)?.Path}";
        }
    }

    [Theory]
    [InlineData("encoder")]
    [InlineData("default")]
    public void WithRowJson_numberHandlingOfTypesAndProperties_isTheSerializers(string name)
    {
        JsonSerializerOptions options = Known[name], both = options.WithRowJson();

        Check(new NumberedType { Number = 1, Numbers = [2], Any = 3, Anything = [4, 5.5] });
        Check(new NumberedProperties { Number = 1, Numbers = [2], Any = 3, Anything = [4, 5.5] });
        Check(new List<NumberedProperties> { new() { Number = 1 } });
        Check(new Dictionary<string, NumberedType> { ["a"] = new() { Number = 1, Numbers = [2] } });

        void Check<T>(T value)
        {
            string expected = JsonSerializer.Serialize(value, options);
            JsonSerializer.Serialize(value, both).Should().Be(expected).And.Contain("\"1\"");
            JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(expected, both), options).Should().Be(expected);
        }
    }

    [Fact]
    public void WithRowJson_generatedContext_keepsItsCodeAndItsMeaning()
    {
        foreach (JsonSerializerOptions options in new JsonSerializerOptions[]
        {
            new() { TypeInfoResolver = DropInContext.Default },
            new(JsonSerializerDefaults.Web) { TypeInfoResolver = DropInContext.Default },
            new() { TypeInfoResolver = DropInContext.Default, Converters = { new CountConverter() } },
            new() { TypeInfoResolver = JsonTypeInfoResolver.Combine(DropInContext.Default, new DefaultJsonTypeInfoResolver()) },
        })
        {
            JsonSerializerOptions both = options.WithRowJson();
            string expected = JsonSerializer.Serialize(Page, options);
            JsonSerializer.Serialize(Page, both).Should().Be(expected);
            if (options.Converters.Count > 0) continue;
            JsonSerializer.Serialize(JsonSerializer.Deserialize<DropInPage>(expected, both), options).Should().Be(expected);
        }
        IsCalled<List<DropInRow>>(new JsonSerializerOptions() { TypeInfoResolver = DropInContext.Default }.WithRowJson()).Should().BeTrue();
    }

    /// <summary>docs/drop-in.md: those of the original options are not in the list of the copy, so nothing can come before them.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WithRowJson_converterThatACopyAdds_isAskedAfterThoseOfTheOriginal(bool isFirst)
    {
        var original = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } };
        var copy = new JsonSerializerOptions(original.WithRowJson());
        copy.Converters.Should().BeEmpty();
        if (isFirst) copy.Converters.Insert(0, new NumberedEnumConverter());
        else copy.Converters.Add(new NumberedEnumConverter());
        var value = new { Kind = ReadKind.Other, Kinds = new[] { ReadKind.Other } };

        string json = JsonSerializer.Serialize(value, copy);

        json.Should().Be(JsonSerializer.Serialize(value, original)).And.Contain("\"Other\"");
        JsonSerializer.Deserialize<ReadKind[]>("[\"Other\"]", copy).Should().Equal(ReadKind.Other);
    }

    [Fact]
    public void WithRowJson_copyThatWasChanged_obeysTheChange()
    {
        var original = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } };
        JsonSerializerOptions both = original.WithRowJson();
        Obeys(it => it.PropertyNamingPolicy = JsonNamingPolicy.CamelCase, areCalled: true);
        Obeys(it => it.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, areCalled: true);
        Obeys(it => it.IncludeFields = true, areCalled: true);
        Obeys(it => it.WriteIndented = true, areCalled: false);
        Obeys(it => it.ReferenceHandler = ReferenceHandler.IgnoreCycles, areCalled: false);
        Obeys(it => it.NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString, areCalled: false);
        Obeys(it => it.Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, areCalled: false);
        Obeys(it => it.DictionaryKeyPolicy = JsonNamingPolicy.CamelCase, areCalled: false);
        Obeys(it => it.Converters.Add(new LengthConverter()), areCalled: false);
        Obeys(it => it.TypeInfoResolver = it.TypeInfoResolver!.WithAddedModifier(Rename), areCalled: false);
        Obeys(it => it.TypeInfoResolverChain.Add(DropInContext.Default), areCalled: true);

        void Obeys(Action<JsonSerializerOptions> change, bool areCalled)
        {
            var expected = new JsonSerializerOptions(original) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
            var actual = new JsonSerializerOptions(both);
            change(expected);
            change(actual);
            var value = new { Rows = ReadRow.Make(3), Maps = new Dictionary<string, List<ReadRow>> { ["A"] = [.. ReadRow.Make(1)] } };
            string text = JsonSerializer.Serialize(value, expected);
            JsonSerializer.Serialize(value, actual).Should().Be(text);
            JsonSerializer.Serialize(value, actual.WithRowJson(writeOnly: true)).Should().Be(text);
            JsonSerializer.Serialize(value, actual.WithRowJson(writeOnly: true)).Should().Be(text);
            JsonSerializer.Serialize(Again(actual), expected).Should().Be(JsonSerializer.Serialize(Again(expected), expected));
            IsCalled<List<ReadRow>>(actual).Should().Be(areCalled);
            string again = JsonSerializer.Serialize(value, actual.WithRowJson());
            again.Should().Be(text);

            List<ReadRow[]> Again(JsonSerializerOptions with) => [.. JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(text, with)!
                .Values.Where(it => it.ValueKind == JsonValueKind.Array).Select(it => it.Deserialize<ReadRow[]>(with)!)];
        }
    }

    [Fact]
    public void WithRowJson_depthAndIndentedWriters_equalSerializer()
    {
        JsonSerializerOptions options = new() { MaxDepth = 4 }, both = options.WithRowJson();
        for (int depth = 0; depth < 6; depth++)
        {
            Outcome(both, depth).Should().Be(Outcome(options, depth));
        }
        DropInComparison.Inside(ReadRow.Make(2), both).Should().Equal(DropInComparison.Inside(ReadRow.Make(2), options));

        static string Outcome(JsonSerializerOptions options, int depth)
        {
            var buffer = new System.Buffers.ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);
            for (int i = 0; i < depth; i++) writer.WriteStartArray();
            try
            {
                JsonSerializer.Serialize(writer, ReadRow.Make(1), options);
            }
            catch (JsonException)
            {
                return "refused";
            }
            writer.Flush();
            return System.Text.Encoding.UTF8.GetString(buffer.WrittenSpan);
        }
    }

    /// <summary>The serializer has decided to call a handler of the type.</summary>
    private static bool IsCalled<T>(JsonSerializerOptions options) => (bool)typeof(JsonTypeInfo)
        .GetProperty("CanUseSerializeHandler", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(options.GetTypeInfo(typeof(T)))!;

    private static string Schema(JsonSerializerOptions options, Type type)
    {
        try
        {
            return options.GetJsonSchemaAsNode(type).ToString();
        }
        catch (NotSupportedException exception)
        {
            return exception.Message;
        }
    }

    private static void Rename(JsonTypeInfo info)
    {
        if (info.Kind != JsonTypeInfoKind.Object) return;
        foreach (JsonPropertyInfo property in info.Properties) property.Name = "_" + property.Name;
    }

    private sealed class LengthConverter : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new('x', reader.GetInt32());

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Length);
    }

    private sealed class NumberedEnumConverter : JsonConverterFactory
    {
        public override bool CanConvert(Type typeToConvert) => typeToConvert == typeof(ReadKind);

        public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) => new Numbers();

        private sealed class Numbers : JsonConverter<ReadKind>
        {
            public override ReadKind Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
                (ReadKind)(reader.GetInt32() - 100);

            public override void Write(Utf8JsonWriter writer, ReadKind value, JsonSerializerOptions options) =>
                writer.WriteNumberValue((int)value + 100);
        }
    }

    private sealed record SortedRow(int Id, string Name, int Width, int Height) : IComparable<SortedRow>
    {
        public int CompareTo(SortedRow? other) => Id.CompareTo(other?.Id);
    }

    /// <summary>A sequence and nothing more.</summary>
    private sealed class SortedRows(SortedRow[] rows) : IEnumerable<SortedRow>
    {
        public IEnumerator<SortedRow> GetEnumerator() => rows.AsEnumerable().GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class VersionedRow
    {
        public int Id { get; set; }

        public Version? Version { get; set; }
    }

    private sealed class FailingVersions(Func<Exception> failure, Func<bool>? mayFail = null) : JsonConverter<Version>
    {
        public override Version Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            Version.TryParse(reader.GetString(), out Version? version) ? version
            : mayFail?.Invoke() ?? true ? throw failure()
            : new Version(0, 0);

        public override void Write(Utf8JsonWriter writer, Version value, JsonSerializerOptions options) => writer.WriteStringValue(value.ToString());
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    private sealed class NumberedType
    {
        public int Number { get; set; }

        public List<int>? Numbers { get; set; }

        public object? Any { get; set; }

        public List<object>? Anything { get; set; }
    }

    private sealed class NumberedProperties
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public int Number { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public List<int>? Numbers { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public object? Any { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public List<object>? Anything { get; set; }
    }
}
