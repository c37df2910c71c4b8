using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Who calls <see cref="JsonSerializer"/> gets its messages, about options and types that are the caller's own.</summary>
public class DropInMessageTests
{
    private static readonly Func<JsonSerializerOptions, JsonSerializerOptions>[] Makers =
    [
        it => it.WithRowJson(writeOnly: true), it => it.WithRowJson(), plain => WithColumns(plain).WriteOnly, plain => WithColumns(plain).Both,
    ];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Serialize_valueDeeperThanMaxDepth_failsInTheWordsOfTheSerializer(bool isIndented)
    {
        int written = 0, failed = 0;
        for (int maxDepth = 1; maxDepth < 6; maxDepth++)
        {
            var plain = new JsonSerializerOptions { MaxDepth = maxDepth, WriteIndented = isIndented };
            foreach (Func<JsonSerializerOptions, JsonSerializerOptions> make in Makers)
            {
                JsonSerializerOptions fast = make(plain);
                Check(new { Items = new List<MessageRow?> { null } });
                Check(new { Items = new List<MessageRow?> { new() { Id = 1 }, null } });
                Check(new { Items = new MessageRow?[] { new() { Id = 1, Numbers = [1, 2] } } });
                Check(new List<MessageRow?> { null, new() { Numbers = [1] } });
                Check(new List<List<MessageRow?>> { new() { null }, new() { new MessageRow() } });
                Check(new List<Dictionary<string, int>?> { null, new() { ["a"] = 1 } });
                Check(new List<Dictionary<string, object>?> { new() { ["a"] = new[] { 1 } } });
                Check(new Dictionary<string, List<MessageRow?>> { ["a"] = [null] });
                Check(new Dictionary<string, object?> { ["a"] = new List<MessageRow?> { null }, ["b"] = null });
                Check(new { Inner = new { Items = new List<string?> { null, "a" }, Numbers = new[] { 1 } } });
                Check(new MessageRow { Next = new() { Next = new() { Numbers = [1] } } });
                Check(new List<JsonElement> { JsonElement.Parse("[[1]]") });

                void Check<T>(T value)
                {
                    string expected = Describe(() => JsonSerializer.Serialize(value, plain));
                    Describe(() => JsonSerializer.Serialize(value, fast)).Should().Be(expected, $"{typeof(T)}, a depth of {maxDepth}");
                    if (expected.StartsWith('!')) failed++;
                    else written++;
                }
            }
        }
        written.Should().BeGreaterThan(50);
        failed.Should().BeGreaterThan(50);

        // A list is where its path begins (docs/drop-in.md).
        static string Describe(Func<string> write) => Try(write).Split(" Path: ")[0];
    }

    /// <summary>Of a context that only writes.</summary>
    [Fact]
    public async Task Serialize_typeWithoutMetadata_failsInTheWordsOfTheSerializer()
    {
        int failed = 0;
        foreach (JsonSerializerOptions plain in (JsonSerializerOptions[])
        [
            new() { TypeInfoResolver = WriteOnlyContext.Default },
            new() { TypeInfoResolver = JsonTypeInfoResolver.Combine(WriteOnlyContext.Default, DropInContext.Default) },
            new() { TypeInfoResolver = WriteOnlyContext.Default, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
            new() { TypeInfoResolver = WriteOnlyContext.Default, ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ])
        {
            foreach (Func<JsonSerializerOptions, JsonSerializerOptions> make in Makers)
            {
                JsonSerializerOptions fast = make(plain);
                await CheckAsync(new MessagePage { Rows = [new() { Id = 1 }] });
                await CheckAsync(new MessageRow { Id = 1 });
                await CheckAsync(new List<MessageRow> { new() });
                await CheckAsync(new Uri("https://a.b"));
                await CheckAsync(new List<Uri>());
                CheckDeclaredAsObject();

                // The serializer adds what it knows to the failure of a converter, and options for writing have one for objects.
                void CheckDeclaredAsObject()
                {
                    string expected = Try(() => JsonSerializer.Serialize<object>(new Version(1, 2), plain)), actual = Try(() => JsonSerializer.Serialize<object>(new Version(1, 2), fast));
                    const string added = " The unsupported member type is located on type 'System.Object'. Path: $.";
                    actual.Replace(added, "", StringComparison.Ordinal).Replace(", Inner = System.NotSupportedException }", ", Inner =  }", StringComparison.Ordinal)
                        .Should().Be(expected);
                    (actual != expected).Should().Be(actual.Contains(added, StringComparison.Ordinal));
                }

                async Task CheckAsync<T>(T value)
                {
                    Same(it => JsonSerializer.Serialize(value, it));
                    (await TryAsync(it => WrittenAsync(value, it), fast)).Should().Be(await TryAsync(it => WrittenAsync(value, it), plain));
                }

                void Same(Func<JsonSerializerOptions, string> write)
                {
                    string expected = Try(() => write(plain));
                    Try(() => write(fast)).Should().Be(expected);
                    if (expected.StartsWith('!')) failed++;
                }
            }
            JsonSerializerOptions both = plain.WithRowJson();
            foreach (string json in (string[])["""{"Rows":[{"Id":1}]}""", "[]"])
            {
                Read<MessagePage>(both).Should().Be(Read<MessagePage>(plain));
                Read<List<MessageRow>>(both).Should().Be(Read<List<MessageRow>>(plain));

                string Read<T>(JsonSerializerOptions options) => Try(() => $"{JsonSerializer.Deserialize<T>(json, options)}");
            }
        }
        failed.Should().BeGreaterThan(30);

        static async Task<string> WrittenAsync<T>(T value, JsonSerializerOptions options)
        {
            var stream = new MemoryStream();
            await JsonSerializer.SerializeAsync(stream, value, options);
            return $"{stream.Length} bytes";
        }

        static async Task<string> TryAsync(Func<JsonSerializerOptions, Task<string>> write, JsonSerializerOptions options)
        {
            try
            {
                return await write(options);
            }
            catch (Exception exception)
            {
                return Describe(exception);
            }
        }
    }

    [Fact]
    public void Serialize_writerThatHasItsValue_failsWithThePathOfTheSerializer() =>
        CheckRefusals(writer => writer.WriteNumberValue(1), failure => failure.ToString());

    /// <summary>The path of a list inside an object begins at the list.</summary>
    [Fact]
    public void Serialize_writerThatNestsNoDeeperOrWantsAName_failsAsTheSerializerDoes()
    {
        CheckRefusals(writer => writer.WriteStartObject(), failure => failure with { Message = failure.Message.Split(" Path: ")[0], Path = null });
        CheckRefusals(writer => writer.WriteStartArray(), failure => failure with { Message = failure.Message.Split(" Path: ")[0], Path = null });
    }

    private static void CheckRefusals(Action<Utf8JsonWriter> begin, Func<Failure, object> compared)
    {
        var plain = new JsonSerializerOptions();
        plain.MakeReadOnly(populateMissingResolver: true);
        foreach (Func<JsonSerializerOptions, JsonSerializerOptions> make in Makers)
        {
            JsonSerializerOptions fast = make(plain);
            Check(new List<MessageRow> { new() });
            Check(new List<int> { 1 });
            Check(new Dictionary<string, int> { ["a"] = 1 });
            Check(new List<Dictionary<string, int>> { new() });
            Check(new[] { "a" });
            Check(new MessageRow { Numbers = [1] });
            Check(new MessagePage { Rows = [new()] });

            void Check<T>(T value) => Refusal(value, fast).Should().Be(Refusal(value, plain), typeof(T).ToString());

            object? Refusal<T>(T value, JsonSerializerOptions options)
            {
                using var writer = new Utf8JsonWriter(Stream.Null, new JsonWriterOptions { MaxDepth = 2 });
                begin(writer);
                try
                {
                    JsonSerializer.Serialize(writer, value, options);
                    return null;
                }
                catch (Exception exception)
                {
                    return compared(Failure.Of(exception));
                }
            }
        }
    }

    private static DropInOptions WithColumns(JsonSerializerOptions plain) =>
        DropInOptions.Create(plain, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled });

    private static string Try(Func<string> write)
    {
        try
        {
            return write();
        }
        catch (Exception exception)
        {
            return Describe(exception);
        }
    }

    private static string Describe(Exception exception) => $"! {Failure.Of(exception)}";

    private sealed record Failure(Type Type, string Message, string? Path, Type? Inner)
    {
        public static Failure Of(Exception exception) =>
            new(exception.GetType(), exception.Message, (exception as JsonException)?.Path, exception.InnerException?.GetType());
    }
}

internal sealed class MessagePage
{
    public List<MessageRow>? Rows { get; set; }
}

internal sealed class MessageRow
{
    public int Id { get; set; }

    public MessageRow? Next { get; set; }

    public List<int>? Numbers { get; set; }
}

[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Serialization)]
[JsonSerializable(typeof(MessagePage))]
[JsonSerializable(typeof(List<MessageRow>))]
internal sealed partial class WriteOnlyContext : JsonSerializerContext;
