using System.Buffers;
using System.Data;
using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>
/// What a caller makes for one call is collected after it, whatever long-lived options, contracts and shapes it was used with. Each
/// entrance returns what it has made.
/// </summary>
[Collection(nameof(RunsAlone))]
public class LifetimeTests
{
    private const int Calls = 100;

    /// <summary>Sets of columns that options keep.</summary>
    private const int KeptSets = 64;

    private static readonly JsonSerializerOptions Application = new(JsonSerializerDefaults.Web) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
    private static readonly JsonSerializerOptions Cycles = new(Application) { ReferenceHandler = ReferenceHandler.IgnoreCycles };
    private static readonly JsonRowOptions Base = new(Application);
    private static readonly JsonTypeInfo<Pet> Contract = (JsonTypeInfo<Pet>)Application.GetTypeInfo(typeof(Pet));
    private static readonly JsonRowShape<Pet> Shape = new JsonRowShape<Pet>().Column("id", pet => pet.Id).Column("name", pet => pet.Name);
    private static readonly List<Pet> Pets = [new(1, "Ada", 0.5, new Tag("x")), new(2, null, 1, 3)];
    private static readonly List<Wide> Wides = [new(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)];
    private static readonly List<Animal> Animals = [new Dog { Name = "Rex", Age = 3 }, new Animal { Name = "It" }];
    private static readonly List<Dictionary<string, object?>> Dictionaries = [new() { ["id"] = 1, ["tag"] = new Tag("y") }];
    private static int _count;

    private static readonly Dictionary<string, Func<object>> Entrances = new()
    {
        ["objects"] = () => Written(JsonRows.From(Pets), New()),
        ["objects, as columns of delegates"] = () => Written(JsonRows.From(Pets), New(ObjectAccess.Delegates)),
        ["objects, as compiled columns"] = () => Written(JsonRows.From(Pets), New(ObjectAccess.Compiled)),
        ["objects, non-finite numbers as null"] = () =>
            Written(JsonRows.From(Pets), new JsonRowOptions(Application) { NonFiniteHandling = JsonNonFiniteHandling.Null }),
        ["objects, without nulls"] = () => Written(JsonRows.From(Pets), new JsonRowOptions(Application) { OmitNulls = true }),
        ["objects, a filter"] = () => Written(JsonRows.From(Pets), new JsonRowOptions(Application) { ColumnFilter = column => column.Name != "id" }),
        ["objects, by a contract that is kept"] = () => Written(JsonRows.From(Pets, Contract), New()),
        ["objects, by the default options"] = () => Written(JsonRows.From(Pets), new JsonRowOptions()),
        ["objects, indented"] = () => Written(JsonRows.From(Pets), new JsonRowOptions(new JsonSerializerOptions(Application) { WriteIndented = true })),
        ["objects, without cycles"] = () => Written(JsonRows.From(Pets), new JsonRowOptions(Cycles)),
        ["objects, asynchronous"] = () => WrittenAsync(JsonRows.From(Asynchronous(Pets)), New()),
        ["objects, in an envelope"] = () => Written(JsonRows.From(Pets).InEnvelope(new JsonRowEnvelope("pets")), New()),
        ["objects, by a writer"] = () =>
        {
            JsonRowOptions options = New();
            using var writer = new JsonRowWriter(new ArrayBufferWriter<byte>(), options);
            writer.WriteRow(Pets[0]);
            writer.WriteRow(Pets[0], Contract);
            writer.WriteRow(Pets[0], Shape);
            writer.Complete();
            return options;
        },
        ["objects, in a writer with an encoder of its own"] = () =>
        {
            var encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.All);
            using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>(), new JsonWriterOptions { Encoder = encoder });
            JsonRows.From(Pets).WriteTo(writer, Base);
            return Base.Context.For(encoder);
        },
        ["objects, compact"] = () => Written(JsonRows.From(Pets), new JsonRowOptions(Application) { Format = JsonRowFormat.CompactRows }),
        ["lists"] = () => Written(JsonRows.From(new List<int[]> { new[] { 1 } }), New(ObjectAccess.Compiled)),
        ["polymorphic objects"] = () => Written(JsonRows.From(Animals), New(ObjectAccess.Compiled)),
        ["values of any type"] = () => Written(JsonRows.From(new List<object> { Pets[0], 1, Dictionaries[0] }), New()),
        ["dictionaries"] = () => Written(JsonRows.From(Dictionaries), New()),
        ["columns by name, of objects"] = () => Written(JsonRows.From(Wides), Base.WithColumns(NewSet())),
        ["columns by name, of dictionaries"] = () => Written(JsonRows.From(Dictionaries), Base.WithColumns(["id", $"{_count++}"])),
        ["columns by name, that objects do not have"] = () =>
        {
            JsonRowOptions options = Base.WithColumns(["id", $"{_count++}"]);
            FluentActions.Invoking(() => JsonRows.From(Pets).ToJsonString(options)).Should().Throw<JsonRowException>();
            return options;
        },
        ["options of options"] = () => Written(JsonRows.From(Pets), new JsonRowOptions(Base) { FlushThreshold = 100 + _count++ }),
        ["a shape that is kept"] = () => Written(JsonRows.From(Pets, Shape), New()),
        ["a shape"] = () =>
        {
            int number = _count++;
            JsonRowShape<Pet> shape = new JsonRowShape<Pet>().Column("id", pet => pet.Id + number);
            Written(JsonRows.From(Pets, shape), Base);
            return shape;
        },
        ["a contract"] = () =>
        {
            int number = _count++;
            JsonTypeInfo<Pet> contract = JsonTypeInfo.CreateJsonTypeInfo<Pet>(Application);
            JsonPropertyInfo property = contract.CreateJsonPropertyInfo(typeof(int), "id");
            property.Get = _ => number;
            contract.Properties.Add(property);
            Written(JsonRows.From(Pets, contract), Base);
            WrittenAsync(JsonRows.From(Asynchronous(Pets), contract), Base);
            return contract;
        },
        ["a reader"] = () => Written(JsonRows.From(Reader()), New()),
        ["a reader, by compiled code"] = () => Written(JsonRows.From(Reader()), New(ObjectAccess.Compiled)),
        ["a reader whose converter refers to the options"] = () =>
        {
            JsonRowOptions? options = null;
            options = new JsonRowOptions(Application)
            {
                ObjectAccess = ObjectAccess.Compiled,
                ColumnConverter = _ => cell => options!.FlushThreshold > 0 ? cell.GetValue<int>() : null,
            };
            return Written(JsonRows.From(Reader()), options);
        },
        ["a table"] = () => Written(JsonRows.From(Table()), New()),
        ["a document"] = () => Written(JsonRows.From(JsonDocument.Parse("""[{"id":1}]""").RootElement), New()),
        ["encoders of other writers"] = () =>
        {
            var encoder = JavaScriptEncoder.Create(new TextEncoderSettings(System.Text.Unicode.UnicodeRanges.BasicLatin));
            using var writer = new Utf8JsonWriter(Stream.Null, new JsonWriterOptions { Encoder = encoder });
            JsonRows.From(Pets).WriteTo(writer, Base);
            return encoder;
        },
        ["options of the serializer"] = () =>
        {
            var options = new JsonSerializerOptions(Application);
            JsonRows.From(Pets).ToJsonString(options);
            return options;
        },
        ["other options of the serializer"] = () =>
        {
            var options = new JsonSerializerOptions(Application) { Converters = { new JsonStringEnumConverter() } };
            JsonRows.From(Pets).ToJsonString(options);
            return options;
        },
        ["WithRowJson, writeOnly"] = () => Dropped(new JsonSerializerOptions(Application).WithRowJson(writeOnly: true)),
        ["WithRowJson"] = () => Dropped(new JsonSerializerOptions(Application).WithRowJson()),
        ["AddRowJson"] = () =>
        {
            var options = new JsonSerializerOptions(Application);
            options.AddRowJson();
            return Dropped(options);
        },
        ["WithRowJson, writeOnly, other options"] = () => Dropped(Other().WithRowJson(writeOnly: true)),
        ["WithRowJson, other options"] = () => Dropped(Other().WithRowJson()),
        ["WithRowJson, changed afterwards"] = () => Dropped(new JsonSerializerOptions(Application.WithRowJson()) { MaxDepth = 30 }),
        ["WithRowJson, around another resolver"] = () => Dropped(
            new JsonSerializerOptions
            {
                TypeInfoResolver = Application.WithRowJson().TypeInfoResolver!.WithAddedModifier(static _ => { }),
            }),
        ["WithRowJson, writeOnly, without cycles"] = () => Dropped(
            new JsonSerializerOptions(Cycles) { PropertyNamingPolicy = JsonNamingPolicy.CamelCase }.WithRowJson(writeOnly: true)),
        ["SerializeAsync"] = () =>
        {
            JsonSerializerOptions options = Other();
            JsonRowSerializer.SerializeAsync(Stream.Null, Pets, options).GetAwaiter().GetResult();
            JsonRowSerializer.SerializeAsync(Stream.Null, Asynchronous(Pets), options).GetAwaiter().GetResult();
            return options;
        },
        ["Explain"] = () =>
        {
            JsonSerializerOptions options = Other();
            JsonRowSerializer.Explain(typeof(List<Pet>), options);
            return options;
        },
    };

    /// <summary>What may stay: sets of columns that are kept, contexts of encoders, and what an encoder or the runtime has used last.</summary>
    private static int MayStay(string entrance) => entrance.StartsWith("columns by name", StringComparison.Ordinal) ? KeptSets : 4;

    public static TheoryData<string> Names => [.. Entrances.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Call_ended_keepsNothingOfWhatWasMadeForIt(string entrance)
    {
        int mayStay = MayStay(entrance);
        WeakReference[] made = Call(entrance, Calls);

        for (int i = 0; i < 20 && made.Count(it => it.IsAlive) > mayStay; i++) Collect();

        made.Count(it => it.IsAlive).Should().BeLessThanOrEqualTo(mayStay, "{0} of {1}", entrance, Calls);
    }

    public static TheoryData<JsonRowFormat> CompactFormats => [JsonRowFormat.CompactRows, JsonRowFormat.CompactLines, JsonRowFormat.CompactColumns];

    [Theory]
    [MemberData(nameof(CompactFormats))]
    public void Write_compactRows_keepsNothingOfTheirSource(JsonRowFormat format)
    {
        var options = new JsonRowOptions(Application) { Format = format };

        WeakReference table = Reference(() =>
        {
            DataTable rows = Table();
            Written(JsonRows.From(rows), options);
            return rows;
        });

        Collect();
        table.IsAlive.Should().BeFalse();
        GC.KeepAlive(options);
    }

    [Fact]
    public void Write_envelope_keepsNothingOfIt()
    {
        var options = new JsonRowOptions(Application);

        WeakReference value = Reference(() =>
        {
            var before = new Tag("before");
            Written(JsonRows.From(Pets).InEnvelope(new JsonRowEnvelope("pets").Before("tag", before)), options);
            return before;
        });

        Collect();
        value.IsAlive.Should().BeFalse();
        GC.KeepAlive(options);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_longRowThatIsMoved_keepsNoMemory(bool isCompact)
    {
        var options = new JsonRowOptions(Application)
        {
            Format = isCompact ? JsonRowFormat.CompactLines : JsonRowFormat.Lines,
            RowPrefix = isCompact ? null : JsonRowPrefix.FromColumn("{", "b", "}"),
            Pool = new NoPool(),
        };
        WriteText(options, length: 1);
        long before = Used();

        WriteText(options, length: 5_000_000);
        for (int i = 0; i < 3; i++) WriteText(options, length: 1);

        (Used() - before).Should().BeLessThan(4_000_000);
        GC.KeepAlive(options);
    }

    [Theory]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    [MemberData(nameof(Names))]
    public void Calls_threeTimesAsMany_useNoMoreMemory(string entrance)
    {
        Call(entrance, Calls);
        long before = Used();

        Call(entrance, 3 * Calls);

        // What is kept for ever by mistake takes 1.2 MB and more.
        (Used() - before).Should().BeLessThan(300_000, entrance);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void SerializeAsync_asynchronousSequence_keepsNoneOfItsRows(bool isMember)
    {
        WeakReference row = Reference(() =>
        {
            var pet = new Pet(1, "Ada", 0.5, Any: null);
            IAsyncEnumerable<Pet> rows = AtOnce(pet);
            Task write = isMember
                ? JsonRowSerializer.SerializeAsync(Stream.Null, new AsyncPage(rows), Application)
                : JsonRowSerializer.SerializeAsync(Stream.Null, rows, Application);
            write.IsCompletedSuccessfully.Should().BeTrue();
            return pet;
        });
        Collect();
        row.IsAlive.Should().BeFalse();
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void Write_sinkOrSourceThatFails_keepsNeitherRowsNorTheException(bool isSequence, bool isOfSource)
    {
        var options = new JsonRowOptions(new JsonSerializerOptions(Application)) { FlushThreshold = 1 };
        for (int at = 1; at <= 8; at++)
        {
            WeakReference row = null!;
            WeakReference failure = Reference(() =>
            {
                var pet = new Pet(1, "Ada", 0.5, Any: null);
                row = new WeakReference(pet);
                var exception = new IOException();
                var sink = new ScriptedBufferWriter(isOfSource ? new SinkScript() : new SinkScript { FailAt = at, Failure = exception });
                IEnumerable<Pet> rows = isSequence ? Failing(pet, isOfSource ? at : 9, exception) : Enumerable.Repeat(pet, 9).ToList();
                FluentActions.Invoking(() => JsonRows.From(rows).WriteTo(sink, options)).Should().Throw<JsonRowException>();
                return exception;
            });
            Collect();
            row.IsAlive.Should().BeFalse("it has failed at {0}", at);
            failure.IsAlive.Should().BeFalse("it has failed at {0}", at);
        }
        GC.KeepAlive(options);
    }

    private static IEnumerable<Pet> Failing(Pet pet, int at, IOException failure)
    {
        for (int i = 0; i < at; i++) yield return pet;
        throw failure;
    }

    private static long Used()
    {
        Collect();
        Collect();
        return GC.GetTotalMemory(forceFullCollection: true);
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Call(string entrance, int times) =>
        [.. Enumerable.Range(0, times).Select(_ => new WeakReference(Entrances[entrance]()))];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteText(JsonRowOptions options, int length)
    {
        List<Dictionary<string, object?>> rows = [new() { ["a"] = 1, ["b"] = 2 }, new() { ["b"] = new string('x', length), ["a"] = 4 }];
        JsonRows.From(rows).WriteTo(Stream.Null, options);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Reference(Func<object> make) => new(make());

    private static JsonRowOptions New(ObjectAccess access = ObjectAccess.Automatic) => new(Application) { ObjectAccess = access };

    private static JsonSerializerOptions Other() => new(Application) { Converters = { new JsonStringEnumConverter() } };

    private static JsonRowOptions Written(JsonRows rows, JsonRowOptions options)
    {
        rows.ToUtf8Bytes(options).Should().NotBeEmpty();
        return options;
    }

    private static JsonRowOptions WrittenAsync(AsyncJsonRows rows, JsonRowOptions options)
    {
        rows.WriteToAsync(Stream.Null, options).GetAwaiter().GetResult();
        return options;
    }

    /// <summary>Written as values whose lists RowJson takes over, and as one object.</summary>
    private static JsonSerializerOptions Dropped(JsonSerializerOptions options)
    {
        JsonSerializer.Serialize(new { Pets, Numbers = new[] { 1, 2 }, Dictionaries }, options).Should().NotBeEmpty();
        JsonSerializer.Serialize(Pets, options).Should().NotBeEmpty();
        JsonSerializer.Serialize(Pets[0], options).Should().NotBeEmpty();
        return options;
    }

    private static async IAsyncEnumerable<T> Asynchronous<T>(IEnumerable<T> rows)
    {
        await Task.Yield();
        foreach (T row in rows) yield return row;
    }

    private static async IAsyncEnumerable<T> AtOnce<T>(T row)
    {
        await Task.CompletedTask;
        yield return row;
    }

    /// <summary>Names of the columns of <see cref="Wide"/> that no call before has asked for.</summary>
    private static IEnumerable<string> NewSet()
    {
        int set = _count++;
        return Enumerable.Range(0, 12).Where(i => (set >> i & 1) != 0).Select(i => $"{(char)('a' + i)}");
    }

    private static ColumnarReader Reader() => new(Column.Of("a", [.. Enumerable.Range(0, 100)]));

    private static DataTable Table()
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Rows.Add(1);
        return table;
    }

    private sealed record Wide(int A, int B, int C, int D, int E, int F, int G, int H, int I, int J, int K, int L);

    private sealed record AsyncPage(IAsyncEnumerable<Pet> Pets);

    private sealed record Tag(string Text);

    private sealed record Pet(int Id, string? Name, double Weight, object? Any);

    [JsonDerivedType(typeof(Dog), "dog")]
    [JsonDerivedType(typeof(Animal), "animal")]
    private class Animal
    {
        public string? Name { get; set; }
    }

    /// <summary>Returned arrays are not kept.</summary>
    private sealed class NoPool : ArrayPool<byte>
    {
        public override byte[] Rent(int minimumLength) => new byte[minimumLength];

        public override void Return(byte[] array, bool clearArray = false)
        {
        }
    }

    private sealed class Dog : Animal
    {
        public int Age { get; set; }
    }
}
