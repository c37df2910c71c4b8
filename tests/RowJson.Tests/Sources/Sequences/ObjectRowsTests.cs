using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

public partial class ObjectRowsTests
{
    private static readonly JsonRowShape<Person> Shape = new JsonRowShape<Person>()
        .Column("Id", p => p.Id)
        .Column("Name", p => p.Name)
        .Column("Age", p => p.Age)
        .Column("Height", p => p.Height)
        .Column("IsActive", p => p.IsActive)
        .Column("Balance", p => p.Balance)
        .Column("Born", p => p.Born)
        .Column("Key", p => p.Key)
        .Column("Tags", p => p.Tags)
        .Column("Extra", p => p.Extra)
        .Column("Day", p => p.Day);

    public static TheoryData<string> OptionNames => Materialised.OptionNames;

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_shape_equalsSerializer(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];
        foreach (IEnumerable<Person?> people in Sequences())
        {
            JsonRows.From(people, Shape!).ToJsonString(new JsonRowOptions { SerializerOptions = options })
                .Should().Be(JsonSerializer.Serialize(people, options));
        }
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_metadata_equalsSerializer(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];
        JsonSerializer.Serialize(0, options); // makes the options read-only, so that they have metadata
        var info = (JsonTypeInfo<Person>)options.GetTypeInfo(typeof(Person));
        foreach (IEnumerable<Person?> people in Sequences())
        {
            JsonRows.From(people, info!).ToJsonString(new JsonRowOptions { SerializerOptions = options })
                .Should().Be(JsonSerializer.Serialize(people, options));
        }
    }

    [Theory]
    [InlineData(JsonRowFormat.Array)]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks)]
    [InlineData(JsonRowFormat.Lines)]
    public void WriteTo_sourceGeneratedMetadata_followsTheFormat(JsonRowFormat format)
    {
        Person[] people = People(300);
        string[] rows = [.. people.Select(p => JsonSerializer.Serialize(p, PersonContext.Default.Person))];
        string expected = format switch
        {
            JsonRowFormat.Array => $"[{string.Join(",", rows)}]",
            JsonRowFormat.ArrayWithLineBreaks => $"[{string.Join(",\n", rows)}]",
            _ => string.Concat(rows.Select(row => row + "\n")),
        };

        JsonRows.From(people, PersonContext.Default.Person).ToJsonString(new JsonRowOptions { Format = format, FlushThreshold = 100 })
            .Should().Be(expected);
        JsonRows.From(people, Shape).ToJsonString(new JsonRowOptions { Format = format, FlushThreshold = 100 }).Should().Be(expected);
    }

    [Fact]
    public void WriteTo_metadata_takesNamesFromThemAndEncoderFromTheOptions()
    {
        var own = new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase, TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
        var options = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping } };

        JsonRows.From([new Point("é", 1)], (JsonTypeInfo<Point>)own.GetTypeInfo(typeof(Point))).ToJsonString(options)
            .Should().Be("""[{"label":"é","x":1}]""");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_omittedAndRenamed_followsTheOptions(bool indented)
    {
        var options = new JsonRowOptions
        {
            SerializerOptions = new JsonSerializerOptions { WriteIndented = indented, TypeInfoResolver = new DefaultJsonTypeInfoResolver() },
            OmitNulls = true,
            ColumnFilter = column => column.Name is "Id" or "Age" or "Name",
            ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()),
        };
        Person[] people = People(3);
        var expected = people.Select(p => new Dictionary<string, object?> { ["ID"] = p.Id, ["NAME"] = p.Name, ["AGE"] = p.Age }
            .Where(cell => cell.Value is not null).ToDictionary()).ToList();
        string json = JsonSerializer.Serialize(expected, options.SerializerOptions);

        JsonRows.From(people, Shape).ToJsonString(options).Should().Be(json);
        JsonRows.From(people, PersonContext.Default.Person).ToJsonString(options).Should().Be(json);
        JsonRows.From(JsonSerializer.SerializeToDocument(people)).ToJsonString(options).Should().Be(json);
        JsonRows.From(JsonSerializer.SerializeToNode(people)!.AsArray()).ToJsonString(options).Should().Be(json);
        JsonRows.From(Materialised.Read(Reader(people))).ToJsonString(options).Should().Be(json);

        // Rows whose type is known only when they come.
        JsonElement[] elements = [.. JsonSerializer.SerializeToElement(people).EnumerateArray()];
        foreach (IEnumerable<object?> mixed in new[] { people, elements.Cast<object?>(), elements.Select(element => (object?)JsonObject.Create(element)) })
            JsonRows.From(mixed).ToJsonString(options).Should().Be(json);
    }

    [Fact]
    public async Task WriteTo_typedDictionariesAmongMixedRows_followTheOptions()
    {
        var options = new JsonRowOptions { ColumnFilter = column => column.Name != "b", ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()), OmitNulls = true };
        object?[] rows = [new Dictionary<string, int?> { ["a"] = 1, ["b"] = 2, ["c"] = null }, null, 5, "x", new[] { 1 }];
        const string expected = """[{"A":1},null,5,"x",[1]]""";
        JsonRows.From(rows).ToJsonString(options).Should().Be(expected);
        var stream = new MemoryStream();
        await JsonRows.From(rows.ToAsyncEnumerable()).WriteToAsync(stream, options);
        System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
        var pushed = new MemoryStream();
        using (var writer = new JsonRowWriter(pushed, options))
        {
            foreach (object? row in rows) writer.WriteRow(row);
            writer.Complete();
        }
        System.Text.Encoding.UTF8.GetString(pushed.ToArray()).Should().Be(expected);
    }

    [Fact]
    public void WriteTo_shapeWithNonFiniteNumber_followsTheOption()
    {
        JsonRowShape<double> shape = new JsonRowShape<double>().Column("v", v => v).Column("n", v => (float?)v);

        JsonRows.From([double.NaN, 1], shape).ToJsonString(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null })
            .Should().Be("""[{"v":null,"n":null},{"v":1,"n":1}]""");
    }

    [Fact]
    public void WriteTo_shapeOfWhichNoColumnIsChosen_writesEmptyObjects() =>
        JsonRows.From([1, 2], new JsonRowShape<int>().Column("n", n => n)).ToJsonString(new JsonRowOptions { ColumnFilter = _ => false })
            .Should().Be("[{},{}]");

    [Fact]
    public void WriteTo_shapeUsedWithTwoOptions_encodesNamesForEach()
    {
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("é", v => v);
        var relaxed = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping } };

        for (int i = 0; i < 2; i++)
        {
            JsonRows.From([1], shape).ToJsonString().Should().Be("""[{"\u00E9":1}]""");
            JsonRows.From([1], shape).ToJsonString(relaxed).Should().Be("""[{"é":1}]""");
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_shapeGetterFails_saysWhere(bool indented)
    {
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("a", v => v).Column("b", v => 1 / v);
        var options = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { WriteIndented = indented } };

        JsonRowException failure = JsonRows.From([1, 0], shape).Invoking(rows => rows.ToJsonString(options))
            .Should().Throw<JsonRowException>().Which;

        failure.RowIndex.Should().Be(1);
        failure.ColumnName.Should().Be("b");
        failure.InnerException.Should().BeOfType<DivideByZeroException>();
    }

#if !DEBUG // type tests of a generic parameter are constants, and box nothing, only in optimised code
    [Fact]
    public void WriteTo_shape_allocatesNothingPerRow()
    {
        JsonRowShape<int> shape = new JsonRowShape<int>()
            .Column("i", v => v).Column("d", v => v / 2.0).Column("n", v => v % 2 == 0 ? (long?)null : v).Column("t", v => new DateTime(v));
        // Options of its own: tests that run meanwhile have the encoders of the default ones.
        var options = new JsonRowOptions();
        long Allocated(int rows)
        {
            JsonRows source = JsonRows.From(Enumerable.Range(0, rows).ToArray(), shape);
            long before = GC.GetAllocatedBytesForCurrentThread();
            source.WriteTo(Stream.Null, options);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Allocated(20_000);

        (Allocated(20_000) - Allocated(1000)).Should().BeLessThan(19_000);
    }
#endif

    [Fact]
    public void From_null_throws()
    {
        FluentActions.Invoking(() => JsonRows.From((IEnumerable<int>)null!, new JsonRowShape<int>())).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRows.From([1], (JsonRowShape<int>)null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRows.From([1], (JsonTypeInfo<int>)null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => new JsonRowShape<int>().Column(null!, v => v)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => new JsonRowShape<int>().Column("a", (Func<int, int>)null!)).Should().Throw<ArgumentNullException>();
    }

    internal static Person[] People(int count) =>
    [
        .. Enumerable.Range(0, count).Select(i => new Person
        {
            Id = i,
            Name = i % 3 == 1 ? null : "Zoë <" + i,
            Age = i % 2 == 0 ? null : i,
            Height = 1.5 + i / 100.0,
            IsActive = i % 2 == 0,
            Balance = 10.50m * i,
            Born = new DateTime(1990, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddHours(i),
            Key = new Guid(i, 0, 0, new byte[8]),
            Tags = i % 4 == 0 ? null : ["a", i.ToString(System.Globalization.CultureInfo.InvariantCulture)],
            Extra = i % 5 == 0 ? null : i % 5 == 1 ? 7 : new Dictionary<string, object?> { ["k"] = i },
            Day = (DayOfWeek)(i % 7),
        }),
    ];

    private static IEnumerable<IEnumerable<Person?>> Sequences()
    {
        Person?[] people = [.. People(20), null];
        yield return people;
        yield return people.ToList();
        yield return people.Where(_ => true);
        yield return new Queue<Person?>(people);
        yield return [];
    }

    private static ColumnarReader Reader(Person[] people) => new(
        Column.Of("Id", Array.ConvertAll(people, p => p.Id)),
        Column.Of("Name", Array.ConvertAll(people, p => p.Name)),
        Column.OfNullable("Age", Array.ConvertAll(people, p => p.Age)));

    internal sealed record Point(string Label, int X);

    internal sealed class Person
    {
        public long Id { get; init; }

        public string? Name { get; init; }

        public int? Age { get; init; }

        public double Height { get; init; }

        public bool IsActive { get; init; }

        public decimal Balance { get; init; }

        public DateTime Born { get; init; }

        public Guid Key { get; init; }

        public List<string>? Tags { get; init; }

        public object? Extra { get; init; }

        public DayOfWeek Day { get; init; }
    }

    [JsonSerializable(typeof(Person))]
    [JsonSerializable(typeof(int))]
    [JsonSerializable(typeof(Dictionary<string, object?>))]
    internal sealed partial class PersonContext : JsonSerializerContext;
}
