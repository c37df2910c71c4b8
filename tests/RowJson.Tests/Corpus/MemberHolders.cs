using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

// Rows whose members are of any one type: each class has the attributes of one kind.
#pragma warning disable CA1051, CA1819, CA2227, CA1044, CA1000, CA1002, CA1040, IDE0051

/// <summary>No attributes.</summary>
public class PlainMembers<TValue>
{
    public TValue? Value { get; set; }
    public TValue? InitOnly { get; init; }
    public TValue? ReadOnly => Value;
    public TValue? PublicField;
    public TValue? WriteOnly { set => _ = value; }
}

/// <summary>Names and order.</summary>
public class NamedMembers<TValue>
{
    public TValue? URLOfValue { get; set; }
    [JsonPropertyName("with \"quotes\", grün/日本 and more than the thirty-two bytes of one store")]
    public TValue? Odd { get; set; }
    [JsonPropertyOrder(-1)]
    public TValue? First { get; set; }
    [JsonPropertyName("last"), JsonPropertyOrder(7)]
    public TValue? Last { get; set; }
}

/// <summary>Members that others do not see.</summary>
public class HiddenMembers<TValue>
{
    private TValue? _value;

    public HiddenMembers(TValue? value) => (_value, Internal, PrivateSetter, PrivateGetter, Field) = (value, value, value, value, value);

    [JsonInclude]
    internal TValue? Internal { get; private set; }
    [JsonInclude]
    public TValue? PrivateSetter { get; private set; }
    [JsonInclude]
    public TValue? PrivateGetter { private get; set; }
    [JsonInclude]
    private TValue? Private => _value;
    [JsonInclude]
    internal readonly TValue? Field;
    internal TValue? NotIncluded { get => _value; set => _value = value; }
}

/// <summary>Fields.</summary>
public class FieldMembers<TValue>
{
    [JsonInclude]
    public TValue? Included;
    public TValue? Plain;
    public readonly TValue? ReadOnly;
    [JsonIgnore]
    public TValue? Ignored;

    public FieldMembers()
    {
    }

    public FieldMembers(TValue? value) => Included = Plain = ReadOnly = Ignored = value;
}

/// <summary>Conditions that are allowed on every type.</summary>
public class ConditionMembers<TValue>
{
    [JsonIgnore]
    public TValue? Always { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public TValue? Never { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TValue? WhenDefault { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)]
    public TValue? WhenWriting { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public TValue? WhenReading { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TValue? DefaultField;
}

/// <summary>A condition that is refused on types that cannot be null.</summary>
public class WhenNullMembers<TValue>
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public TValue? WhenNull { get; set; }
    public TValue? Other { get; set; }
}

/// <summary>Numbers as strings; refused on members that hold no numbers.</summary>
public class NumberMembers<TValue>
{
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public TValue? AsString { get; set; }
    [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    public TValue? Named { get; set; }
    [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals | JsonNumberHandling.WriteAsString)]
    public TValue? Both { get; set; }
    [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
    public TValue? ReadingOnly { get; set; }
    [JsonNumberHandling(JsonNumberHandling.Strict)]
    public TValue? Strict { get; set; }
    [JsonNumberHandling(JsonNumberHandling.WriteAsString), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TValue? AsStringUnlessDefault { get; set; }
}

/// <summary>The handling of numbers is the type's.</summary>
[JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals)]
public class NumberType<TValue>
{
    public TValue? Value { get; set; }
    public List<TValue?>? List { get; set; }
    public TValue?[]? Array { get; set; }
    public Dictionary<string, TValue?>? Map { get; set; }
    public PlainMembers<TValue>? Nested { get; set; }
}

/// <summary>A converter of the property.</summary>
public class ConvertedMembers<TValue>
{
    [JsonConverter(typeof(BracketConverters))]
    public TValue? Converted { get; set; }
    public TValue? Plain { get; set; }
    [JsonConverter(typeof(BracketConverters)), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TValue? UnlessDefault { get; set; }
}

/// <summary>Enumerations as strings, each property for itself.</summary>
public class StringEnumMembers<TValue>
{
    [JsonConverter(typeof(JsonStringEnumConverter))]
    public TValue? Text { get; set; }
    public TValue? Number { get; set; }
    [JsonConverter(typeof(JsonStringEnumConverter)), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TValue? UnlessDefault { get; set; }
}

/// <summary>Extension data.</summary>
public class ExtendedMembers<TValue>
{
    public TValue? Value { get; set; }
    [JsonExtensionData]
    public Dictionary<string, object?>? Extra { get; set; }
}

/// <summary>Callbacks.</summary>
public class CallbackMembers<TValue> : IJsonOnSerializing, IJsonOnSerialized
{
    public int Calls { get; set; }
    public TValue? Value { get; set; }

    public void OnSerializing() => Calls = 1;

    public void OnSerialized() => Calls = 0;
}

/// <summary>A record with a constructor.</summary>
public record RecordMembers<TValue>(TValue? Value, TValue? Second);

/// <summary>A struct.</summary>
public record struct StructMembers<TValue>(TValue? Value, TValue? Second)
{
    public TValue? Field = Second;
}

/// <summary>A struct whose getters change nothing.</summary>
public readonly struct ReadOnlyStructMembers<TValue>(TValue? value)
{
    public TValue? Value { get; } = value;
    [JsonInclude]
    public readonly TValue? Field = value;
}

/// <summary>An interface.</summary>
public interface IMember<out TValue>
{
    TValue? Value { get; }
}

/// <summary>Members that are overridden and hidden.</summary>
public class BaseMembers<TValue> : IMember<TValue>
{
    public virtual TValue? Value { get; set; }
    public object? Hidden => "base";
}

/// <inheritdoc/>
public class DerivedMembers<TValue> : BaseMembers<TValue>
{
    public override TValue? Value { get => base.Value; set => base.Value = value; }
    public new TValue? Hidden => Value;
}

/// <summary>Members in nested objects.</summary>
public class NestedMembers<TValue>
{
    public PlainMembers<TValue>? One { get; set; }
    public List<PlainMembers<TValue>?>? Many { get; set; }
    public StructMembers<TValue> Struct { get; set; }
    public StructMembers<TValue>? Maybe { get; set; }
    public StructMembers<TValue>[]? Structs { get; set; }
    public IReadOnlyList<PlainMembers<TValue>>? ReadOnly { get; set; }
    public IEnumerable<StructMembers<TValue>>? Sequence { get; set; }
    public Dictionary<string, PlainMembers<TValue>>? Map { get; set; }
}

/// <summary>Collections.</summary>
public class CollectionMembers<TValue>
{
    public TValue?[]? Array { get; set; }
    public List<TValue?>? List { get; set; }
    public IEnumerable<TValue?>? Enumerable { get; set; }
    public ICollection<TValue?>? Collection { get; set; }
    public IList<TValue?>? ListInterface { get; set; }
    public IReadOnlyCollection<TValue?>? ReadOnlyCollection { get; set; }
    public IReadOnlyList<TValue?>? ReadOnlyList { get; set; }
    public HashSet<TValue?>? Hash { get; set; }
    public ISet<TValue?>? Set { get; set; }
    public ImmutableArray<TValue?> Immutable { get; set; } = [];
    public Queue<TValue?>? Queue { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<TValue?>? UnlessNull { get; set; }
}

/// <summary>Dictionaries.</summary>
public class DictionaryMembers<TValue>
{
    public Dictionary<string, TValue?>? Map { get; set; }
    public IDictionary<string, TValue?>? Interface { get; set; }
    public IReadOnlyDictionary<string, TValue?>? ReadOnly { get; set; }
    public SortedDictionary<string, TValue?>? Sorted { get; set; }
    public Dictionary<int, TValue?>? ByNumber { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public Dictionary<string, TValue?>? UnlessDefault { get; set; }
}

/// <summary>Writes a value of any type between brackets, so that it shows who has written it.</summary>
public sealed class BracketConverters : JsonConverterFactory
{
    public override bool CanConvert(Type typeToConvert) => true;

    public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        (JsonConverter?)Activator.CreateInstance(typeof(BracketConverter<>).MakeGenericType(typeToConvert));
}

/// <inheritdoc cref="BracketConverters"/>
public sealed class BracketConverter<TValue> : JsonConverter<TValue>
{
    public override bool HandleNull => true;

    public override TValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, TValue value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        writer.WriteStringValue(value is null ? "none" : typeof(TValue).Name);
        writer.WriteEndArray();
    }
}
