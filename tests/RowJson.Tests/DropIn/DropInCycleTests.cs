using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Values that contain themselves, where the options ignore cycles: what the serializer writes, and who writes it.</summary>
public class DropInCycleTests
{
    private static readonly Dictionary<string, JsonSerializerOptions> Options = new()
    {
        ["default"] = Cycles(),
        ["web"] = Cycles(new(JsonSerializerDefaults.Web)),
        ["without nulls"] = Cycles(new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull }),
        ["without defaults"] = Cycles(new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault }),
        ["null refused"] = Cycles(new() { RespectNullableAnnotations = true }),
        ["relaxed"] = Cycles(new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, DictionaryKeyPolicy = JsonNamingPolicy.CamelCase }),
        ["numbers as text"] = Cycles(new() { NumberHandling = JsonNumberHandling.WriteAsString }),
        ["shallow"] = Cycles(new() { MaxDepth = 6 }),
        ["a converter"] = Cycles(new() { Converters = { new NameConverter() } }),
        ["a modifier"] = Cycles(new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { Rename } } }),
    };

    public static TheoryData<string, string> Cases()
    {
        var cases = new TheoryData<string, string>();
        foreach ((int place, string options) in Options.Keys.Index())
            foreach ((int index, string access) in Enum.GetNames<ObjectAccess>().Index())
                if (MatrixShare.Has(2, place, index)) cases.Add(options, access);
        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void WithRowJson_valuesThatContainThemselves_areWrittenAsTheSerializers(string name, string access)
    {
        JsonSerializerOptions options = Options[name];
        var compared = new DropInComparison(options, new JsonRowOptions { ObjectAccess = Enum.Parse<ObjectAccess>(access) }, $"{name}, {access}");
        List<CyclicOrder> orders = CyclicValues.Orders(3);
        CyclicOrder tangle = CyclicValues.Tangle();
        List<CyclicNode?> siblings = CyclicValues.Siblings();
        CyclicManager manager = CyclicValues.Manager();

        compared.Check(orders, "orders");
        compared.Check(orders.ToArray(), "an array");
        compared.Check<IEnumerable<CyclicOrder>>(orders, "a sequence");
        compared.Check<object>(orders, "orders as an object");
        compared.Check(orders[0], "an order");
        compared.Check(new List<CyclicOrder> { orders[0], orders[0], null! }, "an order twice");
        compared.Check(tangle, "a tangle");
        compared.Check(new[] { tangle, tangle }, "tangles");
        compared.Check(tangle.Related, "a list that a row holds");
        compared.Check(tangle.Lines, "lines of a tangle");
        compared.Check(tangle.Groups, "groups");
        compared.Check(tangle.ByName, "a dictionary of lines");
        compared.Check(tangle.Lines[0].Links, "a structure");
        compared.Check(tangle.Lines[0].More, "a nullable structure");
        compared.Check(siblings, "a list in its own rows");
        compared.Check(siblings[0], "a node");
        compared.Check(new { siblings, siblings[0]!.Parent }, "an anonymous page");
        compared.Check(new List<List<CyclicNode?>> { siblings, siblings }, "lists of lists");
        compared.Check(manager, "a manager");
        compared.Check(manager.Team, "a team with its manager");
        compared.Check<CyclicCustomer>(manager, "a manager as a customer");
        compared.Check(CyclicValues.Page(), "a page");
        compared.Check(new[] { CyclicValues.Page() }, "pages");
        compared.Check(CyclicValues.Shape(), "a shape");
        compared.Check(new List<CyclicShape> { CyclicValues.Shape() }, "shapes");
        compared.Check(new CyclicSquare { Side = 1 }, "a square");
        var ring = new CyclicRing { Radius = 1 };
        ring.Inner = ring;
        compared.Check(ring, "a ring");
        compared.Check<CyclicFigure>(ring, "a ring as a figure");
        compared.Check<object>(ring, "a ring as an object");
        var polygon = new CyclicPolygon { Inner = ring, Corners = [1, 2], Sides = new() { ["a"] = [1.5] } };
        compared.Check<CyclicFigure>(polygon, "a polygon as a figure");
        compared.Check<object>(polygon, "a polygon as an object");
        compared.Check(new List<CyclicFigure> { ring, ring, polygon }, "figures");
        compared.Check<object>(tangle, "a tangle as an object");
        compared.Check<object>(new object(), "an object");
        compared.Check<object>(5, "a number as an object");
        compared.Check<object?>(null, "null as an object");
        compared.Check<object>(typeof(int), "what is refused, as an object");
        compared.Check(new CyclicStream { Lines = tangle.Lines }, "a stream");
        compared.Check(new CyclicMatrix(1, [[1, 2.5], []], ["a"], new() { ["x"] = 1 }), "a matrix");
        compared.Check(new List<CyclicMatrix> { new(1, [[1, 2.5], null!], ["a"], []) }, "matrices");
        compared.Check(new Dictionary<string, object?> { ["orders"] = orders, ["page"] = CyclicValues.Page() }, "a dictionary of objects");

        compared.Count.Should().BeGreaterThan(80);
        if (name is "default" or "web") compared.Written.Should().BeGreaterThan(80);
    }

    [Fact]
    public void WithRowJson_cyclesIgnored_takesWholeValuesOver()
    {
        JsonSerializerOptions options = Cycles().WithRowJson(writeOnly: true);
        IsTaken<List<CyclicOrder>>().Should().BeTrue();
        IsTaken<CyclicOrder>().Should().BeTrue();
        IsTaken<CyclicManager>().Should().BeTrue();
        IsTaken<Dictionary<string, CyclicLine>>().Should().BeTrue();
        IsTaken<List<CyclicNode>>().Should().BeTrue();
        IsTaken<CyclicPage>().Should().BeFalse("a property of type object may hold anything");
        IsTaken<List<CyclicPage>>().Should().BeFalse();
        IsTaken<CyclicShape>().Should().BeFalse();
        IsTaken<CyclicStream>().Should().BeNull("only the serializer can wait for a sequence");

        bool? IsTaken<T>() => DropInOptions.Of(options).RootOf(typeof(T))?.IsTaken;
    }

    /// <summary>What rows have told about the options is known when they are asked for: their converter leaves nothing to take over.</summary>
    [Fact]
    public void WithRowJson_cyclesIgnoredAndAConverterThatRowsHaveMet_leavesWholeValuesToTheSerializer()
    {
        JsonSerializerOptions options = Cycles(new() { Converters = { new StarConverter() } });
        JsonRows.From([new Dictionary<string, object?> { ["count"] = 1 }]).ToJsonString(JsonRowOptions.FromJsonSerializerOptions(options))
            .Should().Be("""[{"count":"*"}]""");
        var read = new CyclicReading { Count = 1 };
        read.Any = read;
        read.Next = new CyclicReading { Any = read, Count = 2 };

        JsonSerializer.Serialize(read, options.WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(read, options))
            .And.Be("""{"Next":{"Next":null,"Any":null,"Count":"**"},"Any":null,"Count":"*"}""");
    }

    [Fact]
    public void WithRowJson_cyclesIgnored_readsWhatIsDeclaredAsAnObject()
    {
        object? read = JsonSerializer.Deserialize<object>("[1]", Cycles().WithRowJson(writeOnly: true));
        read.Should().BeOfType<JsonElement>().Which.GetRawText().Should().Be("[1]");
    }

    [Fact]
    public async Task SerializeAsync_cyclesIgnored_awaitsSequencesThatAreDeclaredAsObjects()
    {
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync<object>(stream, Numbers(), Cycles());
        System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be("[1,2]");

        static async IAsyncEnumerable<int> Numbers()
        {
            yield return 1;
            await Task.Yield();
            yield return 2;
        }
    }

    [Fact]
    public async Task SerializeAsync_cyclesIgnored_isWrittenAsTheSerializers()
    {
        JsonSerializerOptions options = Cycles();
        JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
        List<CyclicOrder> many = CyclicValues.Orders(300);
        many[1].Related = many;
        await Check(many);
        await Check<object>(many);
        WaitForColumns<List<CyclicOrder>>(many);
        WaitForColumns<List<CyclicNode?>>(Enumerable.Repeat<CyclicNode?>(null, 300).ToList());
        await Check(many);
        await Check<object>(many);
        await Check(many.ToArray());
        await Check<IEnumerable<CyclicOrder>>(many);
        JsonRowSerializer.HoldsRows(typeof(CyclicNode[]), options).Should().BeTrue();
        JsonRowSerializer.HoldsRows(typeof(CyclicPage[]), options).Should().BeFalse();
        await Check(CyclicValues.Siblings());
        await Check(CyclicValues.Page());
        await Check(new CyclicStream { Lines = CyclicValues.Tangle().Lines, Awaited = Lines() });

        void WaitForColumns<T>(T list) => SpinWait.SpinUntil(
            () => DropInOptions.Of(options).RootOf(typeof(T))!.Open(list!) is not null, TimeSpan.FromMinutes(1)).Should().BeTrue();

        async Task Check<T>(T value)
        {
            byte[] expected = await Written(stream => JsonSerializer.SerializeAsync(stream, value, options));
            Same.Bytes(await Written(stream => JsonSerializer.SerializeAsync(stream, value, fast)), expected, "by JsonSerializer");
            Same.Bytes(await Written(stream => JsonRowSerializer.SerializeAsync(stream, value, options)), expected, "by JsonRowSerializer");
            Same.Bytes(await Written(stream => JsonRowSerializer.SerializeAsync(stream, value, fast)), expected, "by both");
            // An asynchronous sequence can only be awaited.
            if (value is CyclicStream) return;
            using var stream = new MemoryStream();
            JsonRowSerializer.Serialize(stream, value, options);
            Same.Bytes(stream.ToArray(), expected, "to a stream");
            JsonSerializer.Serialize(value, options.WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(value, options));
        }

        static async Task<byte[]> Written(Func<Stream, Task> write)
        {
            using var stream = new MemoryStream();
            await write(stream);
            return stream.ToArray();
        }

        static async IAsyncEnumerable<CyclicLine> Lines()
        {
            await Task.Yield();
            yield return CyclicValues.Tangle().Lines[1];
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void From_rowsThatContainThemselves_areWrittenAsTheSerializers(string name, string access)
    {
        JsonSerializerOptions serializer = Options[name];
        var options = new JsonRowOptions { SerializerOptions = serializer, ObjectAccess = Enum.Parse<ObjectAccess>(access) };
        int written = Check(CyclicValues.Orders(3)) + Check([CyclicValues.Tangle(), CyclicValues.Order(2)]) + Check([.. CyclicValues.Tangle().Lines])
            + Check(CyclicValues.Siblings()[..2]) + Check([CyclicValues.Manager()]) + Check([CyclicValues.Page()]) + Check([CyclicValues.Shape()])
            + Check([CyclicValues.Siblings(), []]) + Check([CyclicValues.Tangle().Groups!]);
        if (name is "default" or "web") written.Should().Be(9);

        // Each list is made for this: one that its rows hold is found one level later.
        int Check<T>(List<T> rows)
        {
            string expected;
            try
            {
                expected = JsonSerializer.Serialize(rows, serializer);
            }
            catch (JsonException)
            {
                FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(options)).Should().Throw<JsonRowException>();
                return 0;
            }
            JsonRows.From(rows).ToJsonString(options).Should().Be(expected);
            return 1;
        }
    }

    [Fact]
    public void WithRowJson_copyOfOptionsThatIgnoreCycles_obeysTheChange()
    {
        var options = new JsonSerializerOptions(Cycles().WithRowJson(writeOnly: true)) { ReferenceHandler = null };
        FluentActions.Invoking(() => JsonSerializer.Serialize(CyclicValues.Orders(1), options)).Should().Throw<JsonException>();
        var camelCase = new JsonSerializerOptions(Cycles().WithRowJson(writeOnly: true)) { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };
        JsonSerializer.Serialize(CyclicValues.Tangle(), camelCase).Should().Be(
            JsonSerializer.Serialize(CyclicValues.Tangle(), Cycles(new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase })));
        var later = new JsonSerializerOptions(new JsonSerializerOptions().WithRowJson(writeOnly: true)) { ReferenceHandler = ReferenceHandler.IgnoreCycles };
        JsonSerializer.Serialize(CyclicValues.Siblings(), later).Should().Be(JsonSerializer.Serialize(CyclicValues.Siblings(), Cycles()));
        var both = new JsonSerializerOptions(new JsonSerializerOptions().WithRowJson()) { ReferenceHandler = ReferenceHandler.IgnoreCycles };
        JsonSerializer.Serialize(CyclicValues.Siblings(), both).Should().Be(JsonSerializer.Serialize(CyclicValues.Siblings(), Cycles()));
    }

    [Fact]
    public void WithRowJson_rowThatFails_leavesNothingUnderWay()
    {
        JsonSerializerOptions options = Cycles().WithRowJson(writeOnly: true);
        var failing = new List<FailingNode> { new() { Fails = true } };
        failing[0].Inner = failing[0];
        var same = failing[0];
        for (int i = 0; i < 3; i++)
        {
            same.Fails = true;
            FluentActions.Invoking(() => JsonSerializer.Serialize(failing, options)).Should().Throw<InvalidOperationException>();
            same.Fails = false;
            JsonSerializer.Serialize(failing, options).Should().Be("""[{"Inner":null,"Value":1,"Numbers":[]}]""");
        }
    }

    private static JsonSerializerOptions Cycles(JsonSerializerOptions? options = null)
    {
        options ??= new();
        options.ReferenceHandler = ReferenceHandler.IgnoreCycles;
        return options;
    }

    private static void Rename(JsonTypeInfo info)
    {
        foreach (JsonPropertyInfo property in info.Properties) property.Name = $"_{property.Name}";
    }

    private sealed class NameConverter : JsonConverter<CyclicCustomer>
    {
        public override CyclicCustomer Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, CyclicCustomer value, JsonSerializerOptions options)
        {
            writer.WriteStartArray();
            writer.WriteStringValue(value.Name);
            // A call of its own: it knows nothing of what is around it, and would not end.
            if (writer.CurrentDepth < 8) JsonSerializer.Serialize(writer, value.Orders.FirstOrDefault()?.Lines, options);
            writer.WriteEndArray();
        }
    }

    private sealed class FailingNode
    {
        [JsonIgnore]
        public bool Fails { get; set; }

        public FailingNode? Inner { get; set; }

        public int Value => Fails ? throw new InvalidOperationException("fails") : 1;

        public List<int> Numbers { get; } = [];
    }
}
