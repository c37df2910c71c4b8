using System.Collections;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

// The types of rows of the contract tests: what services hold, and what a contract can ask for.
#pragma warning disable CA1051, CA1815, CA1819, CA2227, CA1044, CA1720, CA1822, CA1716, CA1711, CA1008, CA1028, CA1027, CA1056, CA1040

public enum Colour
{
    Red,
    Green = 5,
    Blue = -3,
    Übergrün = 1000,
}

[Flags]
public enum Rights : byte
{
    None = 0,
    Read = 1,
    Write = 2,
    Run = 64,
    All = 67,
}

[JsonConverter(typeof(JsonStringEnumConverter<Weather>))]
public enum Weather
{
    Sun,
    [JsonStringEnumMemberName("heavy rain <&>")]
    HeavyRain,
}

public enum Huge : ulong
{
    Small = 1,
    Largest = ulong.MaxValue,
}

public sealed class Flat
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public double Price { get; set; }
    public bool IsPaid { get; set; }
    public DateTime At { get; set; }
}

public record Person(int Id, string Name, double? Height);

public record struct PointStruct(int X, int Y, string? Label);

public readonly record struct ReadonlyPoint(long X, decimal Y);

public struct Counter
{
    private int _reads;

    public int Reads => ++_reads;

    public int Again => ++_reads;

    public readonly string Name => "counter";
}

public struct LargeStruct
{
    public decimal A { get; set; }
    public decimal B { get; set; }
    public Guid C { get; set; }
    public DateTimeOffset D { get; set; }
    public string E { get; set; }
    public long F { get; set; }
    public long G { get; set; }
}

public class WithFields
{
    [JsonInclude]
    public int Included = 7;
    public int Plain = 8;
    [JsonInclude]
    internal string Hidden { get; private set; } = "hidden";
    public readonly int ReadOnlyField = 9;
    public int ReadOnly => 10;
    public int WriteOnly { set => _ = value; }
    public static int Static => 11;
    public int this[int index] => index;
}

public class Animal
{
    public int Id { get; set; }
    public virtual string Kind => "animal";
    public object Hidden => "base";
}

public class Dog : Animal
{
    public string Secret { get; set; } = "pw";
    public override string Kind => "dog";
    public new int Hidden => 5;
}

public abstract class Shape
{
    public abstract double Area { get; }
}

public class Square(double side) : Shape
{
    public double Side { get; } = side;
    public override double Area => Side * Side;
}

public interface IHasId
{
    int Id { get; }
}

public interface IHasName : IHasId
{
    string? Name { get; }
}

public class Named : IHasName
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public string Extra => "not in the interface";
}

public class ExplicitNamed : IHasName
{
    int IHasId.Id => 3;
    string? IHasName.Name => "explicit";
    public int Own => 4;
}

public class Pair<TFirst, TSecond>
{
    public TFirst? First { get; set; }
    public TSecond? Second { get; set; }
}

public class Tree
{
    public string? Name { get; set; }
    public Tree? Next { get; set; }
    public List<Tree?>? Children { get; set; }
}

public class Order
{
    public long Id { get; set; }
    public Person? Customer { get; set; }
    public PointStruct Where { get; set; }
    public PointStruct? Maybe { get; set; }
    public List<Line>? Lines { get; set; }
    public Line?[]? LineArray { get; set; }
    public int[]? Numbers { get; set; }
    public List<double>? Reals { get; set; }
    public List<string?>? Tags { get; set; }
    public string?[]? TagArray { get; set; }
    public Dictionary<string, object?>? Extra { get; set; }
}

public class Line
{
    public string? Product { get; set; }
    public int? Quantity { get; set; }
    public Colour Colour { get; set; }
}

public class Collections
{
    public IEnumerable<int>? Sequence { get; set; }
    public IList<string>? List { get; set; }
    public IReadOnlyList<Line>? Lines { get; set; }
    public ISet<int>? Set { get; set; }
    public HashSet<string>? Hash { get; set; }
    public ImmutableArray<int> Immutable { get; set; } = [];
    public Queue<int>? Queue { get; set; }
    public Stack<int>? Stack { get; set; }
    public ArrayList? Untyped { get; set; }
    public int[][]? Jagged { get; set; }
    public List<int?>? Nullables { get; set; }
    public List<List<int>>? Lists { get; set; }
    public Collection<Line>? Collection { get; set; }
    public List<Colour>? Colours { get; set; }
    public List<object?>? Objects { get; set; }
    public byte[]? Bytes { get; set; }
    public Memory<byte> Memory { get; set; }
    public sbyte[]? SignedBytes { get; set; }
    public decimal[]? Money { get; set; }
    public KeyValuePair<string, int>? Entry { get; set; }
}

public class Dictionaries
{
    public Dictionary<string, int>? Ints { get; set; }
    public Dictionary<int, string>? ByInt { get; set; }
    public IDictionary<string, Line>? Lines { get; set; }
    public SortedDictionary<string, object?>? Sorted { get; set; }
    public Dictionary<Colour, int>? ByColour { get; set; }
    public IReadOnlyDictionary<Guid, string>? ByGuid { get; set; }
    public Dictionary<string, Dictionary<string, object?>>? Nested { get; set; }
}

public class Scalars
{
    public bool Boolean { get; set; }
    public byte Byte { get; set; }
    public sbyte SByte { get; set; }
    public short Int16 { get; set; }
    public ushort UInt16 { get; set; }
    public int Int32 { get; set; }
    public uint UInt32 { get; set; }
    public long Int64 { get; set; }
    public ulong UInt64 { get; set; }
    public float Single { get; set; }
    public double Double { get; set; }
    public Half Half { get; set; }
    public decimal Decimal { get; set; }
    public Int128 Int128 { get; set; }
    public UInt128 UInt128 { get; set; }
    public char Char { get; set; } = 'c';
    public string? String { get; set; }
    public Guid Guid { get; set; }
    public DateTime DateTime { get; set; }
    public DateTimeOffset DateTimeOffset { get; set; }
    public DateOnly DateOnly { get; set; }
    public TimeOnly TimeOnly { get; set; }
    public TimeSpan TimeSpan { get; set; }
    public Uri? Uri { get; set; }
    public Version? Version { get; set; }
    public Colour Colour { get; set; }
    public Rights Rights { get; set; }
    public Weather Weather { get; set; }
    public Huge Huge { get; set; }
}

public class NullableScalars
{
    public bool? Boolean { get; set; }
    public byte? Byte { get; set; }
    public sbyte? SByte { get; set; }
    public short? Int16 { get; set; }
    public ushort? UInt16 { get; set; }
    public int? Int32 { get; set; }
    public uint? UInt32 { get; set; }
    public long? Int64 { get; set; }
    public ulong? UInt64 { get; set; }
    public float? Single { get; set; }
    public double? Double { get; set; }
    public Half? Half { get; set; }
    public decimal? Decimal { get; set; }
    public char? Char { get; set; }
    public Guid? Guid { get; set; }
    public DateTime? DateTime { get; set; }
    public DateTimeOffset? DateTimeOffset { get; set; }
    public DateOnly? DateOnly { get; set; }
    public TimeOnly? TimeOnly { get; set; }
    public TimeSpan? TimeSpan { get; set; }
    public Colour? Colour { get; set; }
    public Rights? Rights { get; set; }
    public Weather? Weather { get; set; }
    public JsonElement? Element { get; set; }
    public RawJson? Raw { get; set; }
}

public class Documents
{
    public JsonElement Element { get; set; }
    public JsonNode? Node { get; set; }
    public JsonObject? Object { get; set; }
    public JsonArray? Array { get; set; }
    public JsonDocument? Document { get; set; }
    public RawJson Raw { get; set; }
    public object? Anything { get; set; }
}

public class OddNames
{
    [JsonPropertyName("with \"quotes\" & <angles>")]
    public int Quotes { get; set; }
    [JsonPropertyName("grün/日本語/😀")]
    public int NonAscii { get; set; }
    [JsonPropertyName("")]
    public int Empty { get; set; }
    [JsonPropertyName("a name that is much longer than the thirty-two bytes that one store of a vector writes at once")]
    public int Long { get; set; }
    public int URLValue { get; set; }
    public int snake_case { get; set; }
}

public class Ordered
{
    public int B { get; set; } = 1;
    [JsonPropertyOrder(5)]
    public int Last { get; set; } = 2;
    [JsonPropertyOrder(-1)]
    public int First { get; set; } = 3;
    public int C { get; set; } = 4;
}

public class OrderedDerived : Ordered
{
    [JsonPropertyOrder(-2)]
    public int BeforeFirst { get; set; } = 5;
    public int D { get; set; } = 6;
}

public class Conditions
{
    [JsonIgnore]
    public int Always { get; set; } = 1;
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public string? Never { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public int NeverInt { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? WhenNull { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? WhenNullInt { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int WhenDefault { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public Guid WhenDefaultGuid { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public Colour WhenDefaultColour { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public DateTime WhenDefaultTime { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public double? WhenDefaultNullable { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public List<int>? WhenNullList { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Line? WhenNullObject { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public PointStruct WhenDefaultStruct { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)]
    public int WhenWriting { get; set; } = 2;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public int WhenReading { get; set; } = 3;
    public int Kept { get; set; }
}

public class Numbers
{
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public int AsString { get; set; } = 1;
    [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    public double NotANumber { get; set; } = double.NaN;
    [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
    public long Plain { get; set; } = 2;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public List<int> List { get; set; } = [1, 2];
    [JsonNumberHandling(JsonNumberHandling.Strict)]
    public decimal Strict { get; set; } = 3.50m;
    public float Single { get; set; } = 0.1f;
}

[JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals)]
public class NumbersAsStrings
{
    public int Id { get; set; } = 1;
    public double Real { get; set; } = double.NegativeInfinity;
    [JsonNumberHandling(JsonNumberHandling.Strict)]
    public int Strict { get; set; } = 2;
    public Line Line { get; set; } = new() { Quantity = 3 };
}

public class Converted
{
    [JsonConverter(typeof(StarConverter))]
    public int Star { get; set; } = 5;
    [JsonConverter(typeof(JsonStringEnumConverter<Colour>))]
    public Colour Colour { get; set; } = Colour.Green;
    [JsonConverter(typeof(JsonStringEnumConverter<Rights>))]
    public Rights Rights { get; set; } = Rights.Read | Rights.Write;
    public Money Money { get; set; } = new(12, "EUR");
    public string Plain { get; set; } = "plain";
}

public sealed class StarConverter : JsonConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 0;

    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue(new string('*', value));
}

[JsonConverter(typeof(MoneyConverter))]
public readonly record struct Money(decimal Amount, string Currency);

public sealed class MoneyConverter : JsonConverter<Money>
{
    public override Money Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

    public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        writer.WriteNumberValue(value.Amount);
        writer.WriteStringValue(value.Currency);
        writer.WriteEndArray();
    }
}

public class Callbacks : IJsonOnSerializing, IJsonOnSerialized
{
    public int Before { get; set; }

    public int After { get; set; }

    public void OnSerializing() => (Before, After) = (1, 0);

    public void OnSerialized() => (Before, After) = (2, 3);
}

public class WithExtensionData
{
    public int Id { get; set; }

    [JsonExtensionData]
    public Dictionary<string, object?>? Extra { get; set; }
}

[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Rectangle), 7)]
public class Figure
{
    public string Name { get; set; } = "figure";
}

public class Circle : Figure
{
    public double Radius { get; set; } = 1.5;
}

public class Rectangle : Figure
{
    public int Width { get; set; } = 2;
}

public class HoldsFigures
{
    public Figure? One { get; set; }
    public List<Figure>? Many { get; set; }
    public int Id { get; set; }
}

[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Cat), "cat")]
public interface IPet
{
    string Name { get; }
}

public class Cat : IPet
{
    public string Name => "cat";
    public int Lives => 9;
}

public class Throws
{
    public int Id { get; set; }
    public string Text => Id == 2 ? throw new TimeoutException("The getter fails.") : "text";
}

public class Unsupported
{
    public int Id { get; set; }
    public Type? Type { get; set; }
    public Action? Action { get; set; }
}

public class Lazy
{
    public IEnumerable<int> Numbers
    {
        get
        {
            for (int i = 0; i < 3; i++) yield return i;
        }
    }
}

public class Nothing;

public class InitOnly
{
    public required string Name { get; init; }
    public int Age { get; init; }
}

[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
[method: JsonConstructor]
public class WithConstructor(int id, string name)
{
    public int Id { get; } = id;
    public string Name { get; } = name;
}

public class Wide
{
    public int A0 { get; set; }
    public string A1 { get; set; } = "1"; public double A2 { get; set; } = 2.5; public long A3 { get; set; } = 3;
    public bool A4 { get; set; } = true; public decimal A5 { get; set; } = 5.5m; public DateTime A6 { get; set; } = DateTime.UnixEpoch; public Guid A7 { get; set; }
    public int B0 { get; set; }
    public string B1 { get; set; } = "1"; public double B2 { get; set; } = 2.5; public long B3 { get; set; } = 3;
    public bool B4 { get; set; } = true; public decimal B5 { get; set; } = 5.5m; public DateTime B6 { get; set; } = DateTime.UnixEpoch; public Guid B7 { get; set; }
    public int C0 { get; set; }
    public string C1 { get; set; } = "1"; public double C2 { get; set; } = 2.5; public long C3 { get; set; } = 3;
    public bool C4 { get; set; } = true; public decimal C5 { get; set; } = 5.5m; public DateTime C6 { get; set; } = DateTime.UnixEpoch; public Guid C7 { get; set; }
    public int D0 { get; set; }
    public string? D1 { get; set; }
    public double? D2 { get; set; } = 2.5; public long? D3 { get; set; }
}

public class WithObject
{
    public object? Value { get; set; }
    public object? Other { get; set; }
}
