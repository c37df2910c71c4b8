using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>
/// Conditions of members × conditions of options × resolvers × types of members, by each way to read members, in rows of a source and in
/// lists inside what the serializer writes.
/// </summary>
public class IgnoreConditionTests
{
    private static readonly Dictionary<string, Action<Conditions>> Types = new()
    {
        ["int"] = options => options.Compare<int>(0, 1),
        ["int?"] = options => options.Compare<int?>(null, 0, 1),
        ["string"] = options => options.Compare<string?>(null, "x"),
        ["object"] = options => options.Compare<object?>(null, 1),
        ["byte[]"] = options => options.Compare<byte[]?>(null, [1]),
        ["Uri"] = options => options.Compare<Uri?>(null, new Uri("https://a/b")),
        ["Memory<byte>"] = options => options.Compare<Memory<byte>>(default, new byte[] { 1 }),
        ["Memory<byte>?"] = options => options.Compare<Memory<byte>?>(null, default(Memory<byte>)),
        ["Version"] = options => options.Compare<Version?>(null, new Version(1, 2)),
        ["enum"] = options => options.Compare<DayOfWeek>(DayOfWeek.Sunday, DayOfWeek.Monday),
        ["enum?"] = options => options.Compare<DayOfWeek?>(null, DayOfWeek.Sunday),
        ["List<int>"] = options => options.Compare<List<int>?>(null, [], [1]),
        ["ImmutableArray<int>"] = options => options.Compare<ImmutableArray<int>>([], [1]),
        ["Dictionary"] = options => options.Compare<Dictionary<string, string?>?>(null, new() { ["a"] = null }),
        ["structure"] = options => options.Compare<ConditionPoint>(default, new(1)),
        ["structure?"] = options => options.Compare<ConditionPoint?>(null, default(ConditionPoint)),
        ["converted"] = options => options.Compare<ConditionConverted?>(null, new ConditionConverted()),
        ["converted structure"] = options => options.Compare<ConditionConvertedStruct>(default, new(1)),
        ["converted structure?"] = options => options.Compare<ConditionConvertedStruct?>(null, default(ConditionConvertedStruct)),
        ["JsonElement?"] = options => options.Compare<JsonElement?>(null, JsonDocument.Parse("null").RootElement),
        ["JsonDocument"] = options => options.Compare<JsonDocument?>(null, JsonDocument.Parse("null")),
        ["JsonElement"] = options => options.Compare<JsonElement>(default, JsonDocument.Parse("null").RootElement),
    };

    private static readonly Dictionary<string, Action<JsonTypeInfo>?> Resolvers = new()
    {
        ["no modifier"] = null,
        ["no change"] = _ => { },
        ["ShouldSerialize false"] = OfAll(property => property.ShouldSerialize = (_, _) => false),
        ["ShouldSerialize true"] = OfAll(property => property.ShouldSerialize = (_, _) => true),
        ["ShouldSerialize by value"] = OfAll(property => property.ShouldSerialize = (_, value) => value is not null),
        ["ShouldSerialize null"] = OfAll(property => property.ShouldSerialize = null),
        ["getters replaced"] = OfAll(property =>
        {
            if (property.Get is { } get) property.Get = row => get(row);
        }),
        ["ignored members restored"] = OfAll(property => property.Get ??= _ => null),
        ["no attributes"] = OfAll(property => property.AttributeProvider = null),
        ["attributes of another member"] = OfAll(property =>
            property.AttributeProvider = typeof(ConditionPoint).GetProperty(nameof(ConditionPoint.Hidden))),
        ["properties made anew"] = info =>
        {
            if (info.Kind != JsonTypeInfoKind.Object) return;
            for (int i = 0; i < info.Properties.Count; i++)
            {
                JsonPropertyInfo old = info.Properties[i];
                JsonPropertyInfo made = info.CreateJsonPropertyInfo(old.PropertyType, old.Name);
                made.Get = old.Get;
                made.AttributeProvider = old.AttributeProvider;
                info.Properties[i] = made;
            }
        },
    };

    /// <summary>Those of the options; null for the obsolete property that also leaves out nulls.</summary>
    private static readonly JsonIgnoreCondition?[] AllConditions =
        [JsonIgnoreCondition.Never, JsonIgnoreCondition.WhenWritingNull, JsonIgnoreCondition.WhenWritingDefault, null];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string type in Types.Keys)
                foreach (string resolver in Resolvers.Keys) cases.Add(type, resolver);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Write_membersWithConditions_equalsSerializer(string type, string resolver)
    {
        int place = Types.Keys.ToList().IndexOf(type) + Resolvers.Keys.ToList().IndexOf(resolver);
        foreach ((int index, JsonIgnoreCondition? condition) in AllConditions.Index())
        {
            if (!MatrixShare.Has(AllConditions.Length, place, index)) continue;
            var modified = new DefaultJsonTypeInfoResolver();
            if (Resolvers[resolver] is { } modifier) modified.Modifiers.Add(modifier);
            var options = new JsonSerializerOptions
            {
                IncludeFields = condition != JsonIgnoreCondition.WhenWritingNull,
                TypeInfoResolver = modified,
            };
            if (condition is { } known) options.DefaultIgnoreCondition = known;
#pragma warning disable SYSLIB0020 // Obsolete, and still obeyed by the serializer.
            else options.IgnoreNullValues = true;
#pragma warning restore SYSLIB0020
            options.MakeReadOnly();
            Types[type](new Conditions(options, place, $"{type}, {resolver}, {condition?.ToString() ?? "nulls ignored"}"));
        }
    }

    private static Action<JsonTypeInfo> OfAll(Action<JsonPropertyInfo> change) => info =>
    {
        if (!info.Type.Name.StartsWith("Condition", StringComparison.Ordinal)) return;
        foreach (JsonPropertyInfo property in info.Properties) change(property);
    };

    private sealed class Conditions(JsonSerializerOptions options, int place, string what)
    {
        public void Compare<TValue>(params TValue[] values)
        {
            CompareRows([.. values.Select(value => new ConditionRow<TValue>(value))]);
            CompareRows([.. values.Select(value => new ConditionNullRow<TValue> { WhenNull = value })]);
        }

        private void CompareRows<T>(List<T> rows)
        {
            foreach (T row in rows)
            {
                CompareList([row]);
                CompareList([new ConditionOuter<T> { One = row, Many = [row] }]);
            }
        }

        private void CompareList<T>(List<T> rows)
        {
            (string? expected, Exception? failure) = Try(() => JsonSerializer.Serialize(rows, options));
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            {
                // By the type and the resolver, and not by the condition, which they choose.
                if (!MatrixShare.Has(2, place / 2, (int)access)) continue;
                var settings = new JsonRowOptions { SerializerOptions = options, ObjectAccess = access };
                (string? actual, Exception? reason) = Try(() => JsonRows.From(rows).ToJsonString(settings));
                if (failure is null && reason is not null) Assert.Fail($"{what}, {access}: {reason} instead of {expected}");
                actual.Should().Be(expected, "{0}, {1}, {2}", what, access, typeof(T));
                var dropIn = new DropInComparison(options, settings, $"{what}, {access}");
                dropIn.Check(rows, typeof(T).ToString());
                dropIn.Check(new ConditionPage<T> { Rows = rows }, $"page of {typeof(T)}");
            }
        }

        private static (string? Text, Exception? Failure) Try(Func<string> write)
        {
            try
            {
                return (write(), null);
            }
            catch (Exception exception)
            {
                return (null, exception);
            }
        }
    }
}

#pragma warning disable CA1051, CA1822, CA1819, CA1002, CA2227

/// <summary>A member for each condition, among others that are written directly.</summary>
public class ConditionRow<TValue>(TValue value)
{
    public int A { get; set; } = 1;
    public string B { get; set; } = "b";
    public int C { get; set; }
    public int D { get; set; }
    public int E { get; set; }
    public int F { get; set; }
    public int G { get; set; }
    public int H { get; set; }
    public int I { get; set; }
    public int J { get; set; }
    public TValue None { get; set; } = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.Always)]
    public TValue Always { get; set; } = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public TValue Never { get; set; } = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public TValue NeverReadOnly => Never;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TValue WhenDefault { get; set; } = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)]
    public TValue WhenWriting { get; set; } = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public TValue WhenReading { get; set; } = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public TValue WhenReadingReadOnly => WhenReading;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading), JsonInclude]
    public TValue WhenReadingField = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault), JsonInclude]
    public readonly TValue WhenDefaultField = value;
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public TValue NeverField = value;
    public TValue Field = value;
}

/// <summary>The condition that value types refuse.</summary>
public class ConditionNullRow<TValue>
{
    public int A { get; set; } = 1;
    public string B { get; set; } = "b";
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), JsonRequired]
    public TValue? WhenNull { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public required TValue? Required { get; set; }

    [System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
    public ConditionNullRow()
    {
    }
}

/// <summary>Rows in rows.</summary>
public class ConditionOuter<T>
{
    public int Id { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public T? One { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public List<T>? Many { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public List<T>? Nothing { get; set; }
}

/// <summary>Lists of rows under each condition.</summary>
public class ConditionPage<T>
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public List<T>? Nothing { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public List<T>? Never { get; set; }
    public List<T>? None { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)]
    public List<T>? Writing => Rows;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public List<T>? Rows { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public ImmutableArray<T> Empty { get; set; } = [];
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public ImmutableArray<T> Default { get; set; }
}

/// <summary>A structure with members.</summary>
public record struct ConditionPoint(int X)
{
    [JsonIgnore]
    public int Hidden => X;
}

/// <summary>A converter is asked about null.</summary>
[JsonConverter(typeof(Converter))]
public sealed class ConditionConverted
{
    private sealed class Converter : JsonConverter<ConditionConverted?>
    {
        public override bool HandleNull => true;

        public override ConditionConverted? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

        public override void Write(Utf8JsonWriter writer, ConditionConverted? value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value is null ? "none" : "some");
    }
}

/// <summary>A structure with a converter.</summary>
[JsonConverter(typeof(Converter))]
public readonly record struct ConditionConvertedStruct(int X)
{
    private sealed class Converter : JsonConverter<ConditionConvertedStruct>
    {
        public override ConditionConvertedStruct Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

        public override void Write(Utf8JsonWriter writer, ConditionConvertedStruct value, JsonSerializerOptions options) =>
            writer.WriteStringValue($"<{value.X}>");
    }
}
