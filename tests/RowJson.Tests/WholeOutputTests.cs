using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

public sealed class WholeOutputTests
{
    private static readonly Point[] Points = [new(1, "é"), new(2, null)];

    [Fact]
    public async Task ToJsonStringAsync_anyRows_isWhatJsonSerializerWrites()
    {
        string expected = System.Text.Json.JsonSerializer.Serialize(Points);

        (await JsonRows.From(Points).ToJsonStringAsync()).Should().Be(expected);
        (await JsonRows.From(Points.ToAsyncEnumerable()).ToJsonStringAsync()).Should().Be(expected);
        (await JsonRows.From(Points).ToUtf8BytesAsync()).Should().Equal(Encoding.UTF8.GetBytes(expected));
        (await JsonRows.From(Points.ToAsyncEnumerable()).ToUtf8BytesAsync()).Should().Equal(Encoding.UTF8.GetBytes(expected));
        (await JsonRows.From(Points).InEnvelope(new JsonRowEnvelope("rows")).ToJsonStringAsync()).Should().Be($$"""{"rows":{{expected}}}""");
    }

    [Fact]
    public async Task ToJsonStringAsync_cancelled_throws()
    {
        var cancelled = new CancellationToken(canceled: true);
        Func<Task>[] calls =
        [
            () => JsonRows.From(Points).ToJsonStringAsync(cancellationToken: cancelled),
            () => JsonRows.From(Points.ToAsyncEnumerable()).ToUtf8BytesAsync(cancellationToken: cancelled),
        ];
        foreach (Func<Task> call in calls) await call.Should().ThrowAsync<OperationCanceledException>();
    }

    // Of a type that no other test writes: the serializer writes all rows in one call until columns are there.
    [Theory]
    [InlineData("as they are")]
    [InlineData("indented")]
    [InlineData("cycles ignored")]
    [InlineData("numbers as strings")]
    [InlineData("without nulls")]
    public void ToUtf8Bytes_firstRowsOfAType_equalsSerializer(string settings)
    {
        JsonSerializerOptions serializer = Settings(settings);
        var options = new JsonRowOptions(serializer);
        List<Early?> rows = [new(1, "é", null), null, new(3, null, new Early(4, "<", null))];
        // The second time, the contract of the list is known, and then that of the array.
        for (int i = 0; i < 2; i++)
        {
            JsonRows.From(rows).ToUtf8Bytes(options).Should().Equal(JsonSerializer.SerializeToUtf8Bytes<IEnumerable<Early?>>(rows, serializer));
            JsonRows.From(rows.ToArray()).ToJsonString(options).Should().Be(JsonSerializer.Serialize<IEnumerable<Early?>>(rows, serializer));
        }
    }

    [Fact]
    public void ToUtf8Bytes_firstRowsThatHoldTheirList_endCyclesAsTheSerializerDoes()
    {
        JsonSerializerOptions serializer = Settings("cycles ignored");
        var rows = new List<Member>();
        rows.Add(new Member { Name = "a", All = rows });

        JsonRows.From(rows).ToJsonString(new JsonRowOptions(serializer)).Should().Be(JsonSerializer.Serialize<IEnumerable<Member>>(rows, serializer));
    }

    [Fact]
    public void ToJsonString_firstRowsWithSettingsOfRows_obeysThem()
    {
        List<Early?> rows = [new(1, null, null), new(2, "b", null)];
        Text(new JsonRowOptions { Format = JsonRowFormat.Lines })
            .Should().Be("{\"Number\":1,\"Text\":null,\"Inner\":null}\n{\"Number\":2,\"Text\":\"b\",\"Inner\":null}\n");
        Text(new JsonRowOptions { Format = JsonRowFormat.CompactRows }).Should().Be("""[[1,null,null],[2,"b",null]]""");
        Text(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"Number":1},{"Number":2,"Text":"b"}]""");
        Text(new JsonRowOptions { ColumnNamingPolicy = JsonNamingPolicy.CamelCase })
            .Should().Be("""[{"number":1,"text":null,"inner":null},{"number":2,"text":"b","inner":null}]""");
        Text(new JsonRowOptions { ColumnFilter = column => column.Name != "Inner" })
            .Should().Be("""[{"Number":1,"Text":null},{"Number":2,"Text":"b"}]""");
        Text(new JsonRowOptions().WithColumns("Text")).Should().Be("""[{"Text":null},{"Text":"b"}]""");
        FluentActions.Invoking(() => Text(new JsonRowOptions { RowPrefix = JsonRowPrefix.Constant("{}") }))
            .Should().Throw<ArgumentException>().WithMessage("JsonRowOptions.RowPrefix is a line before each row.*");

        string Text(JsonRowOptions options) => JsonRows.From(rows).ToJsonString(options);
    }

    [Fact]
    public async Task ToJsonString_firstRowsFail_namesTheRowAsAStreamWould()
    {
        List<Failing> rows = [new(1), new(2), new(-3)];
        Func<Task>[] calls =
        [
            () => Task.FromResult(JsonRows.From(rows).ToJsonString(new JsonRowOptions())),
            () => Task.FromResult(JsonRows.From(rows).ToUtf8Bytes(new JsonRowOptions())),
            () => JsonRows.From(rows).ToJsonStringAsync(new JsonRowOptions()),
            () => JsonRows.From(rows).WriteToAsync(Stream.Null, new JsonRowOptions()),
        ];
        JsonRowException streamed = (await calls[^1].Should().ThrowAsync<JsonRowException>()).Which;
        foreach (Func<Task> call in calls)
        {
            JsonRowException failure = (await call.Should().ThrowAsync<JsonRowException>()).Which;
            failure.Message.Should().Be(streamed.Message);
            failure.RowIndex.Should().Be(2);
            failure.Stage.Should().Be(JsonRowStage.Value);
            failure.InnerException.Should().BeOfType<InvalidDataException>();
        }
    }

    // Columns come while a long list is written: it is not the serializer's alone, which would write it once more to find the row.
    [Fact]
    public void ToJsonString_lastOfManyRowsFails_readsEachRowOnce()
    {
        List<Read> rows = [.. Enumerable.Range(0, 40_000).Select(_ => new Read()), new Read { Fails = true }];
        FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(new JsonRowOptions())).Should().Throw<JsonRowException>()
            .Which.RowIndex.Should().Be(40_000);
        rows[0].Reads.Should().Be(1);
    }

    [Fact]
    public void ToJsonString_firstRowsHaveAConverter_mustBeWritten()
    {
        List<Silent> rows = [new(1)];
        FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(new JsonRowOptions())).Should().Throw<JsonRowException>()
            .WithInnerException<InvalidOperationException>();
    }

    [Fact]
    public void ToJsonString_firstRowsByAContractOfOtherOptions_areWrittenByIt()
    {
        List<Early> rows = [new(1, null, null)];
        var other = new JsonSerializerOptions(JsonSerializerDefaults.Web) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };

        JsonRows.From(rows, (JsonTypeInfo<Early>)other.GetTypeInfo(typeof(Early))).ToJsonString(new JsonRowOptions())
            .Should().Be("""[{"number":1,"text":null,"inner":null}]""");
    }

    // A getter of a row adds a row, as to a list that the serializer writes.
    [Fact]
    public void ToJsonString_firstRowsChangeTheirList_equalsSerializer()
    {
        string expected = JsonSerializer.Serialize<List<Growing>>(Growing.List());
        JsonRows.From(Growing.List()).ToJsonString(new JsonRowOptions()).Should().Be(expected).And.Contain("},{");
    }

    private static JsonSerializerOptions Settings(string name) => name switch
    {
        "indented" => new() { WriteIndented = true, IndentSize = 3 },
        "cycles ignored" => new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        "numbers as strings" => new() { NumberHandling = JsonNumberHandling.WriteAsString },
        "without nulls" => new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        _ => new(JsonSerializerDefaults.Web),
    };

    private sealed record Point(int X, string? Name);

    private sealed record Early(int Number, string? Text, Early? Inner);

    private sealed class Member
    {
        public string? Name { get; init; }

        public List<Member>? All { get; init; }
    }

    private sealed record Failing(int Number)
    {
        public int Value => Number > 0 ? Number : throw new InvalidDataException();
    }

    private sealed class Read
    {
        public int Reads;

        public bool Fails { get; init; }

        public int Value => Fails ? throw new InvalidDataException() : ++Reads;
    }

    [JsonConverter(typeof(SilentConverter))]
    private sealed record Silent(int Number);

    private sealed class SilentConverter : JsonConverter<Silent>
    {
        public override Silent Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Silent value, JsonSerializerOptions options)
        {
        }
    }

    private sealed class Growing
    {
        private List<Growing>? _all;

        public int Count
        {
            get
            {
                if (_all is not null && _all.Count < 3) _all.Add(new Growing { _all = _all });
                return 1;
            }
        }

        public static List<Growing> List()
        {
            var all = new List<Growing>();
            all.Add(new Growing { _all = all });
            return all;
        }
    }
}
