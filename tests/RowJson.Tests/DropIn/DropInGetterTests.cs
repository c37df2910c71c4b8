using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>The getters of a value run, and its conditions are asked, as often as <see cref="JsonSerializer"/> does.</summary>
public class DropInGetterTests
{
    private static readonly List<string> Calls = [];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string access in Enum.GetNames<ObjectAccess>())
                foreach (string resolver in Resolvers.Keys) cases.Add(access, resolver);
            return cases;
        }
    }

    private static Dictionary<string, Action<JsonTypeInfo>?> Resolvers => new()
    {
        ["no modifier"] = null,
        ["conditions"] = info =>
        {
            foreach (JsonPropertyInfo property in info.Properties)
            {
                property.ShouldSerialize = (_, value) =>
                {
                    Calls.Add($"{property.Name}? {value}");
                    return value is not null;
                };
            }
        },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_anyValue_readsEachMemberAsOftenAsTheSerializer(string access, string resolver)
    {
        foreach (JsonIgnoreCondition condition in
            new[] { JsonIgnoreCondition.Never, JsonIgnoreCondition.WhenWritingNull, JsonIgnoreCondition.WhenWritingDefault })
        {
            var modified = new DefaultJsonTypeInfoResolver();
            if (Resolvers[resolver] is { } modifier) modified.Modifiers.Add(modifier);
            var options = new JsonSerializerOptions { DefaultIgnoreCondition = condition, TypeInfoResolver = modified };
            DropInOptions dropIn = DropInOptions.Create(options, new JsonRowOptions { ObjectAccess = Enum.Parse<ObjectAccess>(access) });
            var page = new GetterPage();
            string[] expected = await CallsOf(stream => JsonSerializer.SerializeAsync(stream, page, options));
            expected.Should().HaveCountGreaterThan(20);
            (await CallsOf(stream => JsonSerializer.SerializeAsync(stream, page, dropIn.WriteOnly))).Should().Equal(expected);
            (await CallsOf(stream => JsonRowSerializer.SerializeAsync(stream, page, dropIn))).Should().Equal(expected);
            (await CallsOf(stream => JsonRowSerializer.Serialize(stream, page, dropIn))).Should().Equal(expected);
            var rows = new JsonRowOptions { SerializerOptions = options, ObjectAccess = Enum.Parse<ObjectAccess>(access) };
            string[] ofRows = await CallsOf(stream => JsonSerializer.Serialize(stream, page.Always, options));
            (await CallsOf(stream => JsonRows.From(page.Always).WriteTo(stream, rows))).Should().Equal(ofRows);
        }
    }

    [Fact]
    public async Task SerializeAsync_listInManyBatches_isAskedForAgainOnlyAfterAFlush()
    {
        var page = new GetterPage { Count = 2_000 };
        var stream = new CountingStream();
        Calls.Clear();
        await JsonRowSerializer.SerializeAsync(stream, page, new JsonSerializerOptions());
        stream.Writes.Should().BeGreaterThan(10);
        Calls.Count(call => call == nameof(GetterPage.WhenNull)).Should().BeLessThan(stream.Writes);
        Calls.Count(call => call.StartsWith("Always", StringComparison.Ordinal) || call.StartsWith("When", StringComparison.Ordinal))
            .Should().BeLessThanOrEqualTo(stream.Writes + 4);
    }

    private static async Task<string[]> CallsOf(Func<Stream, Task> write)
    {
        Calls.Clear();
        await write(new MemoryStream());
        return [.. Calls];
    }

    private static Task<string[]> CallsOf(Action<Stream> write) => CallsOf(stream =>
    {
        write(stream);
        return Task.CompletedTask;
    });

    private sealed class CountingStream : MemoryStream
    {
        public int Writes { get; private set; }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Writes++;
            return base.WriteAsync(buffer, cancellationToken);
        }
    }

    private sealed class GetterPage
    {
        private List<GetterRow>? _rows;

        [JsonIgnore]
        public int Count { get; set; } = 2;

        private List<GetterRow> Rows => _rows ??= [.. Enumerable.Range(0, Count).Select(_ => new GetterRow())];

        public List<GetterRow> Always => Note(nameof(Always), Rows);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public List<GetterRow> WhenNull => Note(nameof(WhenNull), Rows);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public IReadOnlyList<GetterRow> WhenDefault => Note(nameof(WhenDefault), Rows);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
        public GetterRow[] WhenReading => Note<GetterRow[]>(nameof(WhenReading), [.. Rows]);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public List<GetterRow>? Null => Note<List<GetterRow>?>(nameof(Null), null);
    }

    private sealed class GetterRow
    {
        public int Id => Note(nameof(Id), 1);
        public string Text => Note(nameof(Text), "");
        public int A => 1;
        public int B => 2;
        public int C => 3;
        public int D => 4;

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? Maybe => Note<string?>(nameof(Maybe), null);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public int Number => Note(nameof(Number), 1);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public DayOfWeek Day => Note(nameof(Day), DayOfWeek.Monday);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public List<int> Numbers => Note<List<int>>(nameof(Numbers), [1]);

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public Version Version => Note(nameof(Version), new Version(1, 2));
    }

    private static T Note<T>(string name, T value)
    {
        Calls.Add(name);
        return value;
    }
}
