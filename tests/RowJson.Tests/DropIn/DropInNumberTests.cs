using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>How numbers are written is inherited: by what lists and dictionaries hold, whoever writes them.</summary>
public class DropInNumberTests
{
    private const JsonNumberHandling AsText = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString;

    private static Dictionary<string, Func<JsonSerializerOptions>> Options => new()
    {
        ["default"] = () => new(),
        ["text"] = () => new() { NumberHandling = AsText },
        ["text, encoder"] = () => new() { NumberHandling = AsText, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["named literals"] = () => new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
        ["encoder"] = () => new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["cycles ignored"] = () => new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["text, cycles ignored"] = () => new() { NumberHandling = AsText, ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["text, indented"] = () => new() { NumberHandling = AsText, WriteIndented = true },
    };

    /// <summary>What a property holds whose type says nothing about numbers.</summary>
    private static Dictionary<string, object?> Values => new()
    {
        ["a number"] = 1,
        ["numbers"] = new[] { 1, 2 },
        ["lists of numbers"] = new List<List<int>?> { new() { 1 }, null },
        ["arrays of numbers"] = new int[]?[] { [1], null },
        ["a dictionary of arrays"] = new Dictionary<string, int[]> { ["a"] = [1] },
        ["dictionaries"] = new List<Dictionary<string, object>> { new() { ["a"] = 1, ["b"] = new[] { 1.5 } } },
        ["dictionaries of numbers"] = new List<Dictionary<string, int>> { new() { ["a"] = 1 } },
        ["anything"] = new List<object?> { 1, new[] { 2 }, new List<List<int>> { new() { 3 } }, null, new Inherited { Number = 4 } },
        ["an object"] = new Inherited { Number = 1, Any = new[] { 2 }, Numbers = [3] },
        ["objects"] = new List<Inherited> { new() { Number = 1, Any = new List<int[]> { new[] { 2 } } } },
        ["NaN"] = new List<object> { double.NaN },
    };

    public static TheoryData<string> Names => [.. Options.Keys];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string options in Options.Keys)
                foreach (ObjectAccess access in (ObjectAccess[])[ObjectAccess.Automatic, ObjectAccess.Compiled]) cases.Add(options, access.ToString());
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Serialize_handlingOfATypeOrProperty_equalsSerializer(string name, string access)
    {
        DropInComparison compared = Compare(name, access);
        foreach ((string of, object? value) in Values)
        {
            CheckAll(new StrictType { O = value, S = [value], L = [value], D = new() { ["a"] = value } });
            CheckAll(new ReadType { O = value, S = [value], L = [value], D = new() { ["a"] = value } });
            CheckAll(new TextType { O = value, S = [value], L = [value], D = new() { ["a"] = value } });
            CheckAll(new StrictProperties { O = value, S = [value], L = [value], D = new() { ["a"] = value } });
            CheckAll(new TextProperties { O = value, S = [value], L = [value], D = new() { ["a"] = value } });

            void CheckAll<T>(T holder)
            {
                compared.Check(holder, $"{typeof(T).Name}, {of}");
                compared.Check(new List<T> { holder }, $"list of {typeof(T).Name}, {of}");
                compared.Check<object>(new { holder }, $"object that holds {typeof(T).Name}, {of}");
            }
        }
        compared.Written.Should().BeGreaterThan(100);
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Serialize_handlingOfAPolymorphicType_equalsSerializer(string name, string access)
    {
        DropInComparison compared = Compare(name, access);
        CheckAll<Shape>(new Shape { X = 1, L = [2], D = new() { ["a"] = 1.5 }, T = ["t"] });
        CheckAll<Shape>(new Square { X = 1, L = [2], D = new() { ["a"] = 1.5 }, T = ["t"], Side = 3 });
        CheckAll(new Square { L = [2], Side = 3 });
        CheckAll<Plain>(new Numbered { L = [1], M = new() { ["a"] = 1.5 }, R = [ulong.MaxValue] });
        CheckAll(new Numbered { L = [1], M = new() { ["a"] = 1.5 }, R = [1] });
        CheckAll<Tagged>(new Tagged { More = new() { ["a"] = JsonElement.Parse("1") }, N = [1] });
        CheckAll<Tagged>(new TaggedMore { More = new() { ["a"] = JsonElement.Parse("[1,{}]"), ["b c"] = JsonElement.Parse("null") }, N = [1] });
        CheckAll<Tagged>(new TaggedMore { More = [] });
        // As an object it has no discriminator where cycles are ignored (docs/drop-in.md).
        compared.Check<TaggedAny>(new TaggedAnyMore { More = new() { ["a"] = 1, ["b"] = "t" } }, "additional properties of any type");
        CheckAll(new Awaitable { N = [1], More = new() { ["a"] = JsonElement.Parse("1") }, L = [2] });
        compared.Written.Should().BeGreaterThan(100);

        void CheckAll<T>(T value)
        {
            compared.Check(value, $"{value!.GetType().Name} as {typeof(T).Name}");
            compared.Check<object>(value, $"{value!.GetType().Name} as an object");
            compared.Check(new List<T> { value, value }, $"list of {value.GetType().Name}");
            compared.Check(new Dictionary<string, T> { ["a"] = value }, $"dictionary of {value.GetType().Name}");
            compared.Check(new { A = 1, Value = value }, $"object that holds {value.GetType().Name}");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Serialize_handlingThatAModifierGivesAType_equalsSerializer(string name)
    {
        Type[] types =
        [
            typeof(double), typeof(int), typeof(int[]), typeof(List<int>), typeof(object), typeof(List<object>), typeof(Dictionary<string, object>),
            typeof(Dictionary<string, double>), typeof(List<List<int>>), typeof(Inherited),
        ];
        foreach (Type type in types)
        {
            foreach (JsonNumberHandling handling in (JsonNumberHandling[])[AsText, JsonNumberHandling.Strict])
            {
                JsonSerializerOptions options = Options[name]();
                options.TypeInfoResolver = new DefaultJsonTypeInfoResolver
                {
                    Modifiers =
                    {
                        info =>
                        {
                            if (info.Type == type) info.NumberHandling = handling;
                        },
                    },
                };
                DropInComparison compared = Compare(name, nameof(ObjectAccess.Automatic), options, $"{type.Name} is {handling}, ");
                compared.Check(1.5, "a fraction");
                compared.Check(new[] { 1 }, "numbers");
                compared.Check(new List<int> { 1 }, "a list");
                compared.Check(new List<List<int>> { new() { 1 } }, "lists");
                compared.Check(new Dictionary<string, object> { ["c"] = 1.5, ["d"] = new[] { 1 }, ["e"] = new List<int> { 2 } }, "a dictionary");
                compared.Check(new List<object> { 1.5, new[] { 1 }, new List<int> { 2 }, 3, new Dictionary<string, double> { ["a"] = 1 } }, "anything");
                compared.Check(new Inherited { Number = 1, Any = new List<List<int>> { new() { 2 } }, Numbers = [3] }, "an object");
                compared.Check<object>(new { V = 1.5, A = new[] { 1 }, L = new List<int> { 1 }, O = (object)new[] { 1 } }, "an anonymous object");
                compared.Check(new List<Inherited> { new() { Number = 1, Any = 1.5, Numbers = [3] } }, "objects");
            }
        }
    }

    /// <summary>The members of the object, and not an object inside it (<c>{{…}}</c>).</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Serialize_additionalPropertiesUnderAHandling_equalsSerializer(string name)
    {
        Dictionary<string, object?> more = new() { ["a"] = null, ["b"] = 1, ["c"] = new[] { 1.5 }, ["d"] = new List<int> { 2 } };
        Action<JsonTypeInfo>?[] modifiers =
        [
            null,
            info => info.NumberHandling = info.Kind is JsonTypeInfoKind.Object ? AsText : info.NumberHandling,
        ];
        foreach (Action<JsonTypeInfo>? modifier in modifiers)
        {
            JsonSerializerOptions options = Options[name]();
            options.TypeInfoResolver = new DefaultJsonTypeInfoResolver();
            if (modifier is not null) options.TypeInfoResolver = options.TypeInfoResolver.WithAddedModifier(modifier);
            DropInComparison compared = Compare(name, nameof(ObjectAccess.Automatic), options, $"modifier {Array.IndexOf(modifiers, modifier)}, ");
            Check(new StrictMore { X = 1, More = more });
            Check(new ReadMore { X = 1, More = more });
            Check(new TextMore { X = 1, More = more, L = [1] });
            compared.Check<TaggedText>(new TaggedTextMore { More = new() { ["a"] = 1, ["b"] = "t" } }, "derived");

            void Check<T>(T value)
            {
                compared.Check(value, typeof(T).Name);
                compared.Check(new List<T> { value }, $"list of {typeof(T).Name}");
                compared.Check<object>(new { value }, $"object that holds {typeof(T).Name}");
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Serialize_listToPopulateWhereCyclesAreIgnored_failsInTheWordsOfTheSerializer(bool isDerived)
    {
        JsonSerializerOptions options = Options["cycles ignored"]();
        Populated value = isDerived ? new PopulatedMore() : new Populated();

        string expected = FluentActions.Invoking(() => JsonSerializer.Serialize(value, options)).Should().ThrowExactly<InvalidOperationException>().Which.Message;

        FluentActions.Invoking(() => JsonSerializer.Serialize(value, options.WithRowJson(writeOnly: true)))
            .Should().ThrowExactly<InvalidOperationException>().WithMessage(expected);
    }

    private static DropInComparison Compare(string name, string access, JsonSerializerOptions? options = null, string? what = null)
    {
        options ??= Options[name]();
        options.MakeReadOnly(populateMissingResolver: true);
        return new DropInComparison(options, new JsonRowOptions { ObjectAccess = Enum.Parse<ObjectAccess>(access) }, $"{what}{name}, {access}");
    }

    private class Holder
    {
        public int X { get; set; }

        public object? O { get; set; }

        public IEnumerable<object?>? S { get; set; }

        public List<object?>? L { get; set; }

        public Dictionary<string, object?>? D { get; set; }
    }

    [JsonNumberHandling(JsonNumberHandling.Strict)]
    private sealed class StrictType : Holder;

    [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
    private sealed class ReadType : Holder;

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class TextType : Holder;

    [JsonNumberHandling(JsonNumberHandling.Strict)]
    private sealed class StrictMore
    {
        public int X { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object?>? More { get; set; }
    }

    [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
    private sealed class ReadMore
    {
        public int X { get; set; }

        [JsonExtensionData]
        public IDictionary<string, object?>? More { get; set; }
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class TextMore
    {
        public int X { get; set; }

        public List<int>? L { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object?>? More { get; set; }
    }

    private sealed class StrictProperties
    {
        public int X { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public object? O { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public IEnumerable<object?>? S { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public List<object?>? L { get; set; }

        [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
        public Dictionary<string, object?>? D { get; set; }
    }

    private sealed class TextProperties
    {
        public int X { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public object? O { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public IEnumerable<object?>? S { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<object?>? L { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals)]
        public Dictionary<string, object?>? D { get; set; }
    }

    private sealed class Inherited
    {
        public int Number { get; set; }

        public object? Any { get; set; }

        public List<int>? Numbers { get; set; }
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    [JsonDerivedType(typeof(Square), "square")]
    private class Shape
    {
        public int X { get; set; }

        public List<int>? L { get; set; }

        public Dictionary<string, double>? D { get; set; }

        public List<string>? T { get; set; }
    }

    private sealed class Square : Shape
    {
        public int Side { get; set; }
    }

    [JsonDerivedType(typeof(Numbered), "numbered")]
    private class Plain
    {
        public int X { get; set; }
    }

    private sealed class Numbered : Plain
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<int>? L { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public Dictionary<string, double>? M { get; set; }

        [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
        public List<ulong>? R { get; set; }
    }

    [JsonDerivedType(typeof(TaggedMore), "more")]
    private class Tagged
    {
        public int X { get; set; }

        public List<int>? N { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    private sealed class TaggedMore : Tagged;

    [JsonDerivedType(typeof(TaggedAnyMore), "more")]
    private class TaggedAny
    {
        public int X { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object>? More { get; set; }
    }

    private sealed class TaggedAnyMore : TaggedAny;

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    [JsonDerivedType(typeof(TaggedTextMore), "more")]
    private class TaggedText
    {
        public int X { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object>? More { get; set; }
    }

    private sealed class TaggedTextMore : TaggedText;

    /// <summary>Only the serializer can wait for the sequence.</summary>
    private sealed class Awaitable
    {
        public IAsyncEnumerable<int>? Awaited { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<int>? N { get; set; }

        public List<int>? L { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    [JsonDerivedType(typeof(PopulatedMore), "more")]
    private class Populated
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public List<int> L { get; set; } = [1];
    }

    private sealed class PopulatedMore : Populated;
}
