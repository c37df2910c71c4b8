using System.Collections.Concurrent;
using System.Data;
using System.Dynamic;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>The resolver is asked about what rows hold, and about nothing else: it may refuse all other types.</summary>
public class ResolverTests
{
    private static readonly Dictionary<string, object?> Row = new()
    {
        ["string"] = "x",
        ["int"] = 1,
        ["null"] = null,
        ["decimal"] = 1.5m,
        ["list"] = new List<object?> { true, new Dictionary<string, object?> { ["x"] = 2L } },
        ["enum"] = DayOfWeek.Friday,
        ["object"] = new { A = 1 },
    };

    private static readonly ExpandoObject[] Expandos = [Expando()];
    private static readonly JsonElement[] Elements = [JsonSerializer.SerializeToElement(new[] { 1, 2 })];
    private static readonly JsonArray Nodes = new(1, new JsonObject { ["a"] = "x" });
    private static readonly List<object?> Objects = [Row, "x", 1, null, Elements[0], new { A = 1 }];

    /// <summary>Rows, and what <see cref="JsonSerializer"/> is given for them.</summary>
    private static readonly Dictionary<string, (Func<JsonRows> Rows, object Value)> Sources = new()
    {
        ["dictionaries"] = Same<Dictionary<string, object?>>([Row, Row]),
        ["lazy dictionaries"] = Same(Lazy(Row, Row)),
        ["one string"] = Same<Dictionary<string, object?>>([new() { ["a"] = "x" }]),
        ["one number"] = Same<Dictionary<string, object?>>([new() { ["a"] = 1 }]),
        ["null cells"] = Same<Dictionary<string, object?>>([new() { ["a"] = null }]),
        ["null rows"] = Same<Dictionary<string, object?>?>([null, null]),
        ["no rows"] = Same<Dictionary<string, object?>>([]),
        ["arrays"] = Same<Dictionary<string, object?>>([new() { ["a"] = new object?[] { 1 }, ["b"] = new[] { 1 }, ["c"] = new byte[] { 1 } }]),
        ["sorted dictionaries"] = Same<SortedDictionary<string, object?>>([new(Row)]),
        ["expando objects"] = (() => JsonRows.From(Expandos), Expandos),
        ["objects"] = (() => JsonRows.From(Objects), Objects),
        ["strings"] = (() => JsonRows.From(new List<object?> { "a" }), new List<object?> { "a" }),
        ["typed numbers"] = Typed(1),
        ["typed strings"] = Typed("x"),
        ["typed decimals"] = Typed(1.5m),
        ["typed nullables"] = Typed<int?>(1),
        ["typed lists"] = Typed(new List<int> { 1 }),
        ["typed elements"] = Typed(JsonSerializer.SerializeToElement(1)),
        ["elements"] = (() => JsonRows.From(Elements), Elements),
        ["document"] = (() => JsonRows.From(Elements[0]), Elements[0]),
        ["nodes"] = (() => JsonRows.From(Nodes), Nodes),
        ["table"] = (() => JsonRows.From(Table(1, "x")), Dictionaries(1, "x")),
        ["reader"] = (() => JsonRows.From(Table(1, "x").CreateDataReader()), Dictionaries(1, "x")),
        ["table of rare types"] = (() => JsonRows.From(Table(1.5m, Guid.Empty)), Dictionaries(1.5m, Guid.Empty)),
        ["reader of rare types"] = (() => JsonRows.From(Table(1.5m, Guid.Empty).CreateDataReader()), Dictionaries(1.5m, Guid.Empty)),
        ["shape"] = (() => JsonRows.From([1], new JsonRowShape<int>().Column("a", it => it).Column("b", it => "x")), Dictionaries(1, "x")),
        ["shape of rare types"] =
            (() => JsonRows.From([1], new JsonRowShape<int>().Column("a", _ => 1.5m).Column("b", _ => Guid.Empty)), Dictionaries(1.5m, Guid.Empty)),
        ["shape, null row"] =
            (() => JsonRows.From<string?>([null], new JsonRowShape<string?>().Column("a", _ => 1)), new Dictionary<string, int>?[] { null }),
    };

    public static TheoryData<string, bool, bool> Cases
    {
        get
        {
            var data = new TheoryData<string, bool, bool>();
            foreach (string name in Sources.Keys)
            {
                foreach (bool isIndented in new[] { false, true })
                {
                    foreach (bool renames in new[] { false, true }) data.Add(name, isIndented, renames);
                }
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Write_anyRows_asksAboutNoMoreTypesThanJsonSerializer(string name, bool isIndented, bool renames)
    {
        (Func<JsonRows> rows, object value) = Sources[name];
        var theirs = new Recording();
        string expected = JsonSerializer.Serialize(value, value.GetType(), OptionsOf(theirs, isIndented));
        var ours = new Recording();
        rows().ToJsonString(RowOptionsOf(ours, isIndented, renames)).Should().Be(expected);
        ours.Types.Should().BeSubsetOf(theirs.Types);

        // A resolver that throws for all others.
        var strict = new Recording(theirs.Types);
        JsonRowOptions options = RowOptionsOf(strict, isIndented, renames);
        for (int i = 0; i < 3; i++) rows().ToJsonString(options).Should().Be(expected);
    }

    [Fact]
    public void Write_typeThatTheResolverRefuses_namesRowAndColumn()
    {
        Type[] known = [typeof(List<Dictionary<string, object?>>), typeof(Dictionary<string, object?>), typeof(object), typeof(string), typeof(int)];
        var options = new JsonRowOptions { SerializerOptions = OptionsOf(new Recording(known), isIndented: false) };
        foreach (object refused in new object[] { true, 1.5m, 2L, new List<object?> { 1 }, new List<object?> { true }, DayOfWeek.Friday })
        {
            List<Dictionary<string, object?>> rows = [new() { ["a"] = 1, ["b"] = "x" }, new() { ["a"] = 1, ["b"] = refused }];
            Action serialize = () => JsonSerializer.Serialize(rows, options.SerializerOptions);
            serialize.Should().Throw<InvalidOperationException>().WithMessage("Unexpected*");
            Action write = () => JsonRows.From(rows).ToUtf8Bytes(options);
            JsonRowException exception = write.Should().Throw<JsonRowException>("the resolver refuses {0}", refused.GetType()).Which;
            (exception.RowIndex, exception.ColumnName).Should().Be((1L, "b"));
            exception.InnerException!.Message.Should().StartWith("Unexpected");
        }
        using DataTable table = Table(1, true);
        Action writeTable = () => JsonRows.From(table).ToUtf8Bytes(options);
        writeTable.Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("b");
        // A column without values needs no metadata, as in a dictionary.
        table.Rows[0]["b"] = DBNull.Value;
        JsonRows.From(table).ToJsonString(options).Should().Be("""[{"a":1,"b":null}]""");
        JsonRows.From(table.CreateDataReader()).ToJsonString(options).Should().Be("""[{"a":1,"b":null}]""");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Write_convertedTypeThatComesLate_isTheConvertersInEveryRow(int flushThreshold)
    {
        foreach (object late in new object[] { "text", 7, 7L, 1.5, true, 1.5m, Guid.Empty })
        {
            var converter = (JsonConverter)Activator.CreateInstance(typeof(Marking<>).MakeGenericType(late.GetType()))!;
            // Once where all basic types are asked about at the beginning, and once where they may be refused.
            CheckLate(late, new JsonSerializerOptions { Converters = { converter } }, flushThreshold);
            CheckLate(late, new JsonSerializerOptions { Converters = { converter }, TypeInfoResolver = new Recording() }, flushThreshold);
        }
    }

    [Fact]
    public void Write_omittedNullsWhileTypesAreAskedAbout_stayInNestedValues()
    {
        var options = new JsonRowOptions { SerializerOptions = OptionsOf(new Recording(), isIndented: false), OmitNulls = true };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = null, ["b"] = new Dictionary<string, object?> { ["x"] = null, ["y"] = DBNull.Value }, ["c"] = null }];
        JsonRows.From(rows).ToJsonString(options).Should().Be("""[{"b":{"x":null,"y":{}}}]""");
    }

    /// <summary>A converter for the type of a number that JSON does not have: what the options say of such a cell comes first.</summary>
    [Fact]
    public void Write_replacedNumberWithAConverter_isReplaced()
    {
        var serializer = new JsonSerializerOptions { Converters = { new RealConverter() } };
        var options = new JsonRowOptions { SerializerOptions = serializer, NonFiniteHandling = JsonNonFiniteHandling.Null };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = 1.5, ["b"] = double.NaN, ["c"] = new object[] { double.NaN } }];
        JsonRows.From(rows).ToJsonString(options).Should().Be("""[{"a":"real","b":null,"c":["real"]}]""");
    }

    [Fact]
    public void Write_omittedNullsOfDatabasesWhileTypesAreAskedAbout_areLeftOut()
    {
        var options = new JsonRowOptions { SerializerOptions = OptionsOf(new Recording(), isIndented: false), OmitNulls = true };
        List<Dictionary<string, object?>> rows = [.. Enumerable.Range(0, 3).Select(i => new Dictionary<string, object?> { ["a"] = DBNull.Value, ["b"] = i })];
        JsonRows.From(rows).ToJsonString(options).Should().Be("""[{"b":0},{"b":1},{"b":2}]""");
    }

    [Fact]
    public void Write_resolverOnSeveralThreads_isAskedAboutWhatRowsHold()
    {
        var resolver = new Recording();
        var options = new JsonRowOptions { SerializerOptions = OptionsOf(resolver, isIndented: false), FlushThreshold = 100 };
        List<Dictionary<string, object?>> rows = [.. Enumerable.Range(0, 200).Select(RowOf)];
        string expected = JsonSerializer.Serialize(rows);
        Parallel.For(0, 4, _ => JsonRows.From(rows).ToJsonString(options).Should().Be(expected));
        resolver.Types.Should().BeEquivalentTo(
            [typeof(Dictionary<string, object?>), typeof(object), typeof(int), typeof(decimal), typeof(bool), typeof(string)]);

        static Dictionary<string, object?> RowOf(int i) => new() { ["a"] = i % 7 == 0 ? i : (object)1.5m, ["b"] = i % 50 == 0 ? true : "x" };
    }

    private static void CheckLate(object late, JsonSerializerOptions serializer, int flushThreshold)
    {
        var options = new JsonRowOptions { SerializerOptions = serializer, FlushThreshold = flushThreshold };
        List<Dictionary<string, object?>> rows =
        [
            new() { ["a"] = DayOfWeek.Friday },
            new() { ["a"] = null, ["b"] = new List<object?> { 'c', late, 'd' }, ["c"] = late },
            new() { ["a"] = late, ["b"] = new Dictionary<string, object?> { ["x"] = late, ["y"] = (byte)1 }, ["c"] = 'c' },
            new() { ["a"] = late },
        ];
        string expected = JsonSerializer.Serialize(rows, serializer);
        expected.Should().Contain("marked");
        JsonRows.From(rows).ToJsonString(options).Should().Be(expected);
        JsonRows.From(rows).ToJsonString(options).Should().Be(expected, "the type is known the second time");
        JsonRows.From(rows.Select(row => row)).ToJsonString(new JsonRowOptions { SerializerOptions = serializer, MaxCachedNames = 0 }).Should().Be(expected);
        JsonRows.From(rows.Cast<object>()).ToJsonString(new JsonRowOptions { SerializerOptions = serializer }).Should().Be(expected);
        JsonRows.From(rows.Select(row => row.ToArray())).ToJsonString(new JsonRowOptions { SerializerOptions = serializer, ColumnNamingPolicy = Naming.By(name => name) }).Should().Be(expected);
        using var table = new DataTable();
        table.Columns.Add("a", typeof(object));
        table.Rows.Add('c');
        table.Rows.Add(late);
        JsonRows.From(table).ToJsonString(new JsonRowOptions { SerializerOptions = serializer }).Should().Be($$"""[{"a":"c"},{"a":"marked"}]""");
        JsonRows.From(table.CreateDataReader()).ToJsonString(new JsonRowOptions { SerializerOptions = serializer }).Should().Be($$"""[{"a":"c"},{"a":"marked"}]""");
    }

    private static (Func<JsonRows> Rows, object Value) Same<TRow>(IEnumerable<TRow> rows)
        where TRow : IEnumerable<KeyValuePair<string, object?>>? =>
        (() => JsonRows.From((IEnumerable<IEnumerable<KeyValuePair<string, object?>>?>)rows), rows);

    private static (Func<JsonRows> Rows, object Value) Typed<TValue>(TValue value)
    {
        List<Dictionary<string, TValue>> rows = [new() { ["a"] = value }];
        return (() => JsonRows.From(rows), rows);
    }

    private static IEnumerable<Dictionary<string, object?>> Lazy(params Dictionary<string, object?>[] rows) => rows.Where(_ => true);

    private static Dictionary<string, object?>[] Dictionaries(object a, object b) => [new() { ["a"] = a, ["b"] = b }];

    private static DataTable Table(object a, object b)
    {
        var table = new DataTable();
        table.Columns.Add("a", a.GetType());
        table.Columns.Add("b", b.GetType());
        table.Rows.Add(a, b);
        return table;
    }

    private static ExpandoObject Expando()
    {
        IDictionary<string, object?> expando = new ExpandoObject();
        expando["a"] = 1;
        expando["b"] = "x";
        return (ExpandoObject)expando;
    }

    private static JsonSerializerOptions OptionsOf(IJsonTypeInfoResolver resolver, bool isIndented) =>
        new() { TypeInfoResolver = resolver, WriteIndented = isIndented };

    private static JsonRowOptions RowOptionsOf(IJsonTypeInfoResolver resolver, bool isIndented, bool renames) =>
        new() { SerializerOptions = OptionsOf(resolver, isIndented), ColumnNamingPolicy = renames ? Naming.By(name => name) : null };

    /// <summary>The default resolver, which remembers the types that it is asked about, and refuses those that are not known.</summary>
    private sealed class Recording(IEnumerable<Type>? known = null) : IJsonTypeInfoResolver
    {
        private readonly DefaultJsonTypeInfoResolver _resolver = new();
        private readonly HashSet<Type>? _known = known?.ToHashSet();
        private readonly ConcurrentDictionary<Type, bool> _types = new();

        public IEnumerable<Type> Types => _types.Keys;

        public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options)
        {
            _types.TryAdd(type, true);
            if (_known?.Contains(type) == false) throw new InvalidOperationException($"Unexpected type {type}.");
            return _resolver.GetTypeInfo(type, options);
        }
    }

    private sealed class Marking<TValue> : JsonConverter<TValue>
    {
        public override TValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, TValue value, JsonSerializerOptions options) => writer.WriteStringValue("marked");
    }

    private sealed class RealConverter : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 0;

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) => writer.WriteStringValue("real");
    }
}
