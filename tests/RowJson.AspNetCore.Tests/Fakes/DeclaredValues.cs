using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace RowJson.AspNetCore.Tests;

/// <summary>Values whose own type says more, or less, than the type that they are declared as; and options that decide what is written.</summary>
public static class DeclaredValues
{
    private static readonly Derived[] DerivedRows = [.. Enumerable.Range(0, 12).Select(i => new Derived(i, $"secret {i}"))];

    private static readonly JsonSerializerOptions OwnOptions = new() { PropertyNamingPolicy = JsonNamingPolicy.KebabCaseUpper };

    /// <summary>Each with the type that it is declared as.</summary>
    internal static readonly IReadOnlyList<DeclaredValue> All =
    [
        Of<Base[]>("array-of-derived", () => [.. DerivedRows.Select(row => new Base(row.Id))]),
        Of<Base[]>("base-array-that-is-derived", () => DerivedRows),
        Of<Derived[]>("derived-array", () => DerivedRows),
        Of<List<Base>>("list", () => [.. DerivedRows]),
        Of<List<Base>>("own-list", () => new OwnList { DerivedRows[0], new Base(3) }),
        Of<IEnumerable<Base>>("sequence-that-is-derived-list", () => DerivedRows.ToList()),
        Of<IEnumerable<Base>>("sequence-that-is-derived-array", () => DerivedRows),
        Of<IEnumerable<Base>>("sequence-that-is-query", () => DerivedRows.Where(row => row.Id > 2)),
        Of<IReadOnlyList<Base>>("read-only-list", () => DerivedRows),
        Of<ICollection<Derived>>("collection", () => DerivedRows.ToHashSet()),
        Of<IAsyncEnumerable<Base>>("async-that-is-derived", () => Async(DerivedRows)),
        Of<System.Collections.IEnumerable>("untyped-sequence", () => DerivedRows),
        Of<IEnumerable<char>>("characters", () => "text"),
        Of<IComparable>("comparable", () => "text"),
        Of<object[]>("objects", () => [DerivedRows, DerivedRows[0], 7]),
        Of<List<object>>("list-of-objects", () => [DerivedRows[0], new Base(1)]),
        Of<Base>("row", () => DerivedRows[0]),
        Of<Page>("page", () => new Page(3, [.. DerivedRows])),
        Of<Page>("page-that-is-more", () => new DerivedPage(3, [.. DerivedRows], DerivedRows)),
        Of<Page>("page-without-rows-that-is-more", () => new DerivedPage(3, null, null)),
        Of<SealedPage>("sealed-page", () => new SealedPage(3, DerivedRows)),
        Of<IPage>("interface-page", () => new DerivedPage(3, [.. DerivedRows], DerivedRows)),
        Of<PageValue>("structure-page", () => new PageValue(3, DerivedRows)),
        Of<PageValue?>("nullable-page", () => new PageValue(3, DerivedRows)),
        Of<PageValue?>("null-page", () => null),
        Of<Animal>("polymorphic", () => new Cat([.. DerivedRows])),
        Of<Cat>("polymorphic-derived", () => new Cat([.. DerivedRows])),
        Of<Animal>("polymorphic-without-rows", () => new Dog("Rex")),
        Of<Dog>("polymorphic-derived-without-rows", () => new Dog("Rex")),
        Of<Animal[]>("polymorphic-rows", () => [new Dog("Rex"), new Cat([.. DerivedRows])]),
        Of<Animal[]>("polymorphic-rows-that-are-derived", () => (Dog[])[new Dog("Rex")]),
        Of<IEnumerable<Animal>>("polymorphic-sequence", () => (Cat[])[new Cat([.. DerivedRows])]),
        Of<Kennel>("holder-of-polymorphic", () => new Kennel(new Cat([.. DerivedRows]), [new Dog("Rex")])),
        Of<Creature>("polymorphic-by-interface", () => new Creature([.. DerivedRows])),
        Of<Dictionary<string, object?>[]>("dictionaries", () => [new() { ["rows"] = DerivedRows, ["one"] = new Base(2), ["null"] = null }]),
        Of<IDictionary<string, List<Base>>>("dictionary-of-lists", () => new Dictionary<string, List<Base>> { ["a"] = [.. DerivedRows] }),
        Of<List<Base>?>("null-list", () => null),
        Of<Base[]>("empty", () => []),
        Of<JsonElement>("element", () => JsonSerializer.SerializeToElement(DerivedRows)),
    ];

    /// <summary>Options of applications, by what they change.</summary>
    internal static readonly IReadOnlyDictionary<string, Action<JsonSerializerOptions>> Options = new Dictionary<string, Action<JsonSerializerOptions>>
    {
        ["none"] = _ => { },
        ["general"] = options => (options.PropertyNamingPolicy, options.PropertyNameCaseInsensitive, options.NumberHandling) = (null, false, default),
        ["snakes"] = options => (options.PropertyNamingPolicy, options.DictionaryKeyPolicy) = (JsonNamingPolicy.SnakeCaseLower, JsonNamingPolicy.KebabCaseUpper),
        ["polymorphic-resolver"] = options => options.TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { MakePolymorphic } },
        ["hiding-resolver"] = options => options.TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { Hide } },
        ["context"] = options => options.TypeInfoResolverChain.Insert(0, DeclaredContext.Default),
        ["context-only"] = options =>
        {
            options.TypeInfoResolverChain.Clear();
            options.TypeInfoResolverChain.Add(DeclaredContext.Default);
        },
        ["preserve"] = options => options.ReferenceHandler = ReferenceHandler.Preserve,
        ["ignore-cycles"] = options => options.ReferenceHandler = ReferenceHandler.IgnoreCycles,
        ["indented"] = options => options.WriteIndented = true,
        ["no-nulls"] = options => options.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        ["numbers-as-text"] = options => options.NumberHandling = JsonNumberHandling.WriteAsString,
        ["converter"] = options => options.Converters.Add(new BaseConverter()),
        ["object-converter"] = options => options.Converters.Add(new AnyConverter()),
        ["factory"] = options => options.Converters.Add(new JsonStringEnumConverter()),
        ["shallow"] = options => options.MaxDepth = 3,
        ["fields"] = options => (options.IncludeFields, options.IgnoreReadOnlyProperties) = (true, true),
        ["metadata-anywhere"] = options => options.AllowOutOfOrderMetadataProperties = true,
    };

    private static DeclaredValue Of<T>(string name, Func<T> value) => new(name, typeof(T), () => value(), new Dictionary<string, Delegate>
    {
        ["value"] = value,
        ["task"] = async () =>
        {
            await Task.Yield();
            return value();
        },
        ["value-task"] = () => new ValueTask<T>(value()),
        ["object"] = () => (object?)value(),
        ["task-of-object"] = () => Task.FromResult<object?>(value()),
        ["typed-ok"] = () => TypedResults.Ok(value()),
        ["ok"] = () => Results.Ok<T>(value()),
        ["ok-of-object"] = () => Results.Ok((object?)value()),
        ["bad-request"] = () => TypedResults.BadRequest(value()),
        ["created"] = () => TypedResults.Created("/there", value()),
        ["json"] = () => Results.Json(value()),
        ["typed-json"] = () => TypedResults.Json(value(), statusCode: 203, contentType: "application/vnd.x+json"),
        ["json-of-object"] = () => Results.Json((object?)value()),
        ["json-of-type"] = () => Results.Json((object?)value(), JsonSerializerOptions.Web.GetTypeInfo(typeof(T))),
        ["json-options"] = () => TypedResults.Json(value(), OwnOptions),
        ["json-contract"] = () => TypedResults.Json(value(), (JsonTypeInfo<T>)JsonSerializerOptions.Web.GetTypeInfo(typeof(T))),
        ["union"] = Results<Ok<T>, NotFound> () => TypedResults.Ok(value()),
        ["task-of-result"] = () => Task.FromResult<IResult>(TypedResults.Ok(value())),
    });

    private static async IAsyncEnumerable<T> Async<T>(IEnumerable<T> rows)
    {
        foreach (T row in rows)
        {
            await Task.Yield();
            yield return row;
        }
    }

    private static void MakePolymorphic(JsonTypeInfo info)
    {
        if (info.Type == typeof(Base))
            info.PolymorphismOptions = new() { DerivedTypes = { new JsonDerivedType(typeof(Derived), "derived"), new JsonDerivedType(typeof(Base), "base") } };
        if (info.Type == typeof(Page))
            info.PolymorphismOptions = new() { DerivedTypes = { new JsonDerivedType(typeof(DerivedPage), "more") } };
    }

    private static void Hide(JsonTypeInfo info)
    {
        for (int i = info.Properties.Count - 1; i >= 0; i--)
            if (info.Properties[i].Name.Contains("hidden", StringComparison.OrdinalIgnoreCase)) info.Properties.RemoveAt(i);
    }

    public record Base(int Id);

    public sealed record Derived(int Id, string Hidden) : Base(Id);

    public sealed class OwnList : List<Base>;

    public interface IPage
    {
        int Total { get; }
    }

    public record Page(int Total, List<Base>? Items) : IPage;

    public sealed record DerivedPage(int Total, List<Base>? Items, Derived[]? HiddenItems) : Page(Total, Items);

    public sealed record SealedPage(int Total, IReadOnlyList<Base> Items);

    public readonly record struct PageValue(int Total, Base[] Items);

    [JsonDerivedType(typeof(Cat), "cat")]
    [JsonDerivedType(typeof(Dog), "dog")]
    public abstract record Animal;

    public record Cat(List<Base> Toys) : Animal;

    public sealed record Dog(string Name) : Animal;

    public sealed record Kennel(Animal First, Animal[] Others);

    [JsonDerivedType(typeof(Creature), "creature")]
    public interface IAlive;

    public record Creature(List<Base> Toys) : IAlive;

    /// <summary>Of an application that decides by itself what values are that are declared as objects.</summary>
    private sealed class AnyConverter : JsonConverter<object>
    {
        public override object Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.GetType().Name);
    }

    private sealed class BaseConverter : JsonConverter<Base>
    {
        public override Base Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Base value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Id);
    }
}

/// <summary>A value, the type that it is declared as, and the handlers that return it so.</summary>
internal sealed record DeclaredValue(string Name, Type Type, Func<object?> Value, IReadOnlyDictionary<string, Delegate> Handlers);

/// <summary>Most types of the values, and not their own lists.</summary>
[JsonSerializable(typeof(DeclaredValues.Base[]))]
[JsonSerializable(typeof(DeclaredValues.Derived[]))]
[JsonSerializable(typeof(List<DeclaredValues.Base>))]
[JsonSerializable(typeof(IEnumerable<DeclaredValues.Base>))]
[JsonSerializable(typeof(IReadOnlyList<DeclaredValues.Base>))]
[JsonSerializable(typeof(ICollection<DeclaredValues.Derived>))]
[JsonSerializable(typeof(IAsyncEnumerable<DeclaredValues.Base>))]
[JsonSerializable(typeof(System.Collections.IEnumerable))]
[JsonSerializable(typeof(IEnumerable<char>))]
[JsonSerializable(typeof(IComparable))]
[JsonSerializable(typeof(object[]))]
[JsonSerializable(typeof(List<object>))]
[JsonSerializable(typeof(DeclaredValues.IPage))]
[JsonSerializable(typeof(DeclaredValues.Page))]
[JsonSerializable(typeof(DeclaredValues.SealedPage))]
[JsonSerializable(typeof(DeclaredValues.PageValue))]
[JsonSerializable(typeof(DeclaredValues.PageValue?))]
[JsonSerializable(typeof(DeclaredValues.Animal[]))]
[JsonSerializable(typeof(IEnumerable<DeclaredValues.Animal>))]
[JsonSerializable(typeof(DeclaredValues.Kennel))]
[JsonSerializable(typeof(DeclaredValues.Creature))]
[JsonSerializable(typeof(Dictionary<string, object>[]))]
[JsonSerializable(typeof(IDictionary<string, List<DeclaredValues.Base>>))]
[JsonSerializable(typeof(JsonElement))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(int))]
internal sealed partial class DeclaredContext : JsonSerializerContext;
