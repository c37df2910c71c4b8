using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Options that concern columns, and contracts of other options, where objects are written by their columns.</summary>
public class ObjectColumnsTests
{
    private static readonly JsonTypeInfo<Pair<double?, Line>> PairInfo = Info<Pair<double?, Line>>(JsonSerializerOptions.Default);

    public static TheoryData<string> Ways => [nameof(ObjectAccess.Automatic), nameof(ObjectAccess.Delegates), nameof(ObjectAccess.Compiled)];

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_enumerationThatMayBeMissing_isWrittenByItsPropertysConverter(string access)
    {
        Nuance[] rows = [new() { Generic = Colour.Blue, Any = Colour.Red, Combined = Rights.Read | Rights.Run }, new(), new() { Generic = (Colour)77 }];

        Write(rows, Info<Nuance>(JsonSerializerOptions.Default), new JsonRowOptions { ObjectAccess = Access(access) }).Should().Be(JsonSerializer.Serialize(rows));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_nonFiniteCell_followsTheOption(string access)
    {
        Pair<double?, Line>[] rows = [new() { First = double.NaN }, new() { First = double.NegativeInfinity }];

        Write(rows, PairInfo, new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null, ObjectAccess = Access(access) })
            .Should().Be("""[{"First":null,"Second":null},{"First":null,"Second":null}]""");
        Write(rows, PairInfo, new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.NamedLiterals, ObjectAccess = Access(access) })
            .Should().Be("""[{"First":"NaN","Second":null},{"First":"-Infinity","Second":null}]""");
    }

    [Theory]
    [InlineData(nameof(ObjectAccess.Delegates))]
    [InlineData(nameof(ObjectAccess.Compiled))]
    public void WriteTo_nullableStructures_areWrittenDirectly(string access)
    {
        var options = new JsonRowOptions { ObjectAccess = Access(access) };
        Reading?[] rows = [new(1, 2.5), null, new(3, 4.5)];

        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));
        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From<Reading?>([new(1, double.NaN)]).ToJsonString(options))
            .Should().Throw<JsonRowException>().Which;
        failure.ColumnName.Should().Be("Value");
        failure.InnerException!.Message.Should().StartWith("JSON has no number for NaN.");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_nonFiniteCell_isRefusedWithItsColumn(string access)
    {
        Action write = () => Write([new Pair<double?, Line> { First = double.NaN }], PairInfo, new JsonRowOptions { ObjectAccess = Access(access) });

        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;
        failure.RowIndex.Should().Be(0);
        if (Access(access) != ObjectAccess.Automatic) failure.ColumnName.Should().Be("First");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_nullsOmitted_keepsThoseOfNestedValues(string access)
    {
        Pair<double?, Line>[] rows = [new() { Second = new Line() }, new() { First = 1.5 }, new()];

        Write(rows, PairInfo, new JsonRowOptions { OmitNulls = true, ObjectAccess = Access(access) })
            .Should().Be("""[{"Second":{"Product":null,"Quantity":null,"Colour":0}},{"First":1.5},{}]""");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_nullsOmittedOfEveryKind_leavesOutWhatTheOutputHasAsNull(string access)
    {
        Documents[] rows = [new() { Element = JsonDocument.Parse("null").RootElement, Raw = new RawJson("null"), Node = null }];

        Write(rows, Info<Documents>(JsonSerializerOptions.Default), new JsonRowOptions { OmitNulls = true, ObjectAccess = Access(access) })
            .Should().Be("[{}]");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_columnsRenamedAndLeftOut_concernsTheRowOnly(string access)
    {
        Pair<double?, Line>[] rows = [new() { First = 1, Second = new Line { Product = "p" } }];
        var options = new JsonRowOptions
        {
            ColumnFilter = column => column.Name != "First",
            ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()),
            ObjectAccess = Access(access),
        };

        Write(rows, PairInfo, options).Should().Be("""[{"SECOND":{"Product":"p","Quantity":null,"Colour":0}}]""");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_uniqueNamesRequired_concernsNoObjects(string access)
    {
        Pair<int, int>[] rows = [new() { First = 1, Second = 2 }];
        var options = new JsonRowOptions
        {
            RequireUniqueColumnNames = true,
            ColumnNamingPolicy = Naming.By(_ => "same"),
            ObjectAccess = Access(access),
        };

        Write(rows, Info<Pair<int, int>>(JsonSerializerOptions.Default), options).Should().Be("""[{"same":1,"same":2}]""");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_contractOfOtherOptions_followsTheContract(string access)
    {
        JsonSerializerOptions web = new(JsonSerializerDefaults.Web) { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        web.MakeReadOnly(populateMissingResolver: true);
        WithObject[] rows = [new() { Value = new Line { Product = "<p>" }, Other = new Dictionary<string, object?> { ["Key"] = 1 } }];

        Write(rows, Info<WithObject>(web), new JsonRowOptions { ObjectAccess = Access(access) })
            .Should().Be("""[{"value":{"product":"\u003Cp\u003E","quantity":null,"colour":0},"other":{"Key":1}}]""");
    }

    [Fact]
    public void WriteTo_rowsAfterTheFirst_areTheSameAsTheFirst()
    {
        Flat[] rows = [.. Enumerable.Range(0, 10_000).Select(i => new Flat { Id = i, Name = "näme " + i, Price = i / 3.0 })];
        var options = new JsonRowOptions { FlushThreshold = 1000 };
        string expected = JsonSerializer.Serialize(rows);
        for (int i = 0; i < 20; i++) Write(rows, Info<Flat>(JsonSerializerOptions.Default), options).Should().Be(expected);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void WriteTo_modifiedGetter_isHonoured(int modifiedIndex)
    {
        var resolver = new DefaultJsonTypeInfoResolver();
        resolver.Modifiers.Add(info =>
        {
            // Replaced by the getter of another property, a delegate of the framework.
            if (info.Type == typeof(Wide)) info.Properties[modifiedIndex].Get = info.Properties[modifiedIndex + 8].Get;
        });
        var serializerOptions = new JsonSerializerOptions { TypeInfoResolver = resolver };
        serializerOptions.MakeReadOnly();
        Wide[] rows = [new Wide { A0 = 1, B0 = 2, A3 = 4, B3 = 5 }];

        Write(rows, Info<Wide>(serializerOptions), new JsonRowOptions { SerializerOptions = serializerOptions, ObjectAccess = ObjectAccess.Compiled })
            .Should().Be(JsonSerializer.Serialize(rows, serializerOptions));
    }

    /// <summary>Their lengths are constants of compiled code: one store, several, and the lengths between which that changes.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_namesOfEveryLength_areWrittenWhole(string access)
    {
        Named[] rows =
        [
            new(1, "a", 2.5, true, "b", new Line(), [new Line(), new Line()]),
            new(-1_234_567_890, "\"é", null, null, null, null, null),
            new(7, new string('c', 300), 1e300, false, new string('d', 40), new Line(), []),
        ];
        for (int length = 1; length <= 130; length++)
        {
            var options = new JsonSerializerOptions
            {
                PropertyNamingPolicy = new Padding(length),
                TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
            };

            Write(rows, Info<Named>(options), new JsonRowOptions { ObjectAccess = Access(access) })
                .Should().Be(JsonSerializer.Serialize(rows, options));
        }
    }

    private sealed record Named(
        long A, string B, double? C, bool? D, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? E, Line? F, Line[]? G);

    /// <summary>Makes names of a length, or leaves them longer.</summary>
    private sealed class Padding(int length) : JsonNamingPolicy
    {
        public override string ConvertName(string name) => name.PadRight(length, '_');
    }

    private static ObjectAccess Access(string name) => Enum.Parse<ObjectAccess>(name);

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));

    private static string Write<T>(IEnumerable<T> rows, JsonTypeInfo<T> info, JsonRowOptions options) => JsonRows.From(rows, info).ToJsonString(options);

    private readonly record struct Reading(int Id, double Value);

    private sealed class Nuance
    {
        [JsonConverter(typeof(JsonStringEnumConverter<Colour>))]
        public Colour? Generic { get; set; }

        [JsonConverter(typeof(JsonStringEnumConverter))]
        public Colour? Any { get; set; }

        [JsonConverter(typeof(JsonStringEnumConverter<Rights>))]
        public Rights? Combined { get; set; }
    }
}
