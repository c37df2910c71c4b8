using System.Collections.Immutable;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>
/// Null under a source-generated context. Generated code writes an array of bytes that is null in its own way, and the serializer calls that
/// code where it writes a whole text, but not where it writes to a stream.
/// </summary>
public class DropInGeneratedNullTests
{
    private static readonly Dictionary<string, Func<object>> Values = new()
    {
        ["object"] = () => new NullsRow(),
        ["list of objects"] = () => new List<NullsRow?> { new(), null },
        ["array of objects"] = () => new NullsRow[] { new() },
        ["dictionary of objects"] = () => new Dictionary<string, NullsRow> { ["a"] = new() },
        ["objects in rows"] = () => new List<NullsHolder> { new(), new() { One = new NullsBytes(), Many = [new()] } },
        ["page without bytes"] = () => new NullsPage { Holders = [new() { One = new NullsBytes() }], Row = new(), Flat = [new()] },
        ["page with bytes, no rows that are taken over"] = () => new NullsBytesPage { Row = new(), Rows = [new()] },
        ["rows beside an object with bytes"] = () => new NullsPage { Flat = [new(), new()], Row = new() },
        ["bytes beside a value of any type"] = () => new NullsAny { Value = new List<NullsFlat> { new() } },
    };

    public static TheoryData<string> Names => [.. Values.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Write_nullsOfGeneratedTypes_equalsSerializer(string name)
    {
        object value = Values[name]();
        // The serializer itself calls generated code in streams after some writes of little text: each write has a context of its own.
        foreach ((string way, Func<JsonSerializerOptions, Task<string>> write) in Ways(value))
        {
            string expected = await write(NewOptions());
            (await write(NewOptions().WithRowJson(writeOnly: true))).Should().Be(expected, "{0}, {1}", name, way);
        }
        foreach ((string way, Func<JsonSerializerOptions, Task<string>> write) in OurWays(value))
        {
            string expected = await Ways(value)[way](NewOptions());
            (await write(NewOptions())).Should().Be(expected, "{0}, {1}, batches", name, way);
        }
    }

    [Fact]
    public async Task Write_bytesBesideRows_areWhatTheSerializerMakesOfThemInAStream()
    {
        var value = new NullsBytesAndRows { Flat = [new()] };
#if SYSTEM_TEXT_JSON_11
        const string text = """{"Bytes":null,"Flat":[{"Id":0,"Name":null,"Number":null}]}""";
#else
        const string text = """{"Bytes":"","Flat":[{"Id":0,"Name":null,"Number":null}]}""";
#endif
        (await Ways(value)["text"](NewOptions())).Should().Be(text);
        (await Ways(value)["text"](NewOptions().WithRowJson(writeOnly: true))).Should().Be(text);
        foreach ((string way, Func<JsonSerializerOptions, Task<string>> write) in OurWays(value))
            (await write(NewOptions())).Should().Be(await Ways(value)[way](NewOptions()), way);
    }

    private static JsonSerializerOptions NewOptions() => new() { TypeInfoResolver = new NullsContext() };

    private static Dictionary<string, Func<JsonSerializerOptions, Task<string>>> Ways(object value) => new()
    {
        ["text"] = options => Task.FromResult(JsonSerializer.Serialize(value, value.GetType(), options)),
        ["UTF-8"] = options => Task.FromResult(Encoding.UTF8.GetString(JsonSerializer.SerializeToUtf8Bytes(value, value.GetType(), options))),
        ["stream"] = options => Streamed(stream =>
        {
            JsonSerializer.Serialize(stream, value, value.GetType(), options);
            return Task.CompletedTask;
        }),
        ["stream, asynchronous"] = options => Streamed(stream => JsonSerializer.SerializeAsync(stream, value, value.GetType(), options)),
        ["pipe"] = options => Piped(pipe => JsonSerializer.SerializeAsync(pipe, value, value.GetType(), options)),
    };

    private static Dictionary<string, Func<JsonSerializerOptions, Task<string>>> OurWays(object value) => new()
    {
        ["text"] = options => Task.FromResult(JsonSerializer.Serialize(value, value.GetType(), options.WithRowJson(writeOnly: true))),
        ["stream"] = options => Streamed(stream =>
        {
            JsonRowSerializer.Serialize(stream, value, options);
            return Task.CompletedTask;
        }),
        ["stream, asynchronous"] = options => Streamed(stream => JsonRowSerializer.SerializeAsync(stream, value, value.GetType(), options)),
        ["pipe"] = options => Piped(pipe => JsonRowSerializer.SerializeAsync(pipe, value, value.GetType(), options)),
    };

    private static async Task<string> Streamed(Func<Stream, Task> write)
    {
        var stream = new MemoryStream();
        await write(stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static async Task<string> Piped(Func<PipeWriter, Task> write)
    {
        var stream = new MemoryStream();
        var pipe = PipeWriter.Create(stream);
        await write(pipe);
        await pipe.CompleteAsync();
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}

#pragma warning disable CA1002, CA1720, CA1819, CA2227

/// <summary>A member of every type that null is special for.</summary>
public sealed class NullsRow
{
    public int Id { get; set; }
    public byte[]? Bytes { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public byte[]? BytesUnlessNull { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public byte[]? BytesForWriting { get; set; }
    public Memory<byte> Memory { get; set; }
    public Memory<byte>? MaybeMemory { get; set; }
    public ReadOnlyMemory<byte> ReadOnlyMemory { get; set; }
    public Memory<int> Numbers { get; set; }
    public string? Text { get; set; }
    public object? Any { get; set; }
    public int? Number { get; set; }
    public char? Char { get; set; }
    public DateTime? Time { get; set; }
    public Guid? Guid { get; set; }
    public DayOfWeek? Day { get; set; }
    public double? Real { get; set; }
    public Half? Half { get; set; }
    public Int128? Large { get; set; }
    public JsonElement? Element { get; set; }
    public JsonDocument? Document { get; set; }
    public JsonNode? Node { get; set; }
    public JsonObject? Object { get; set; }
    public Uri? Uri { get; set; }
    public Version? Version { get; set; }
    public List<int>? List { get; set; }
    public byte[]?[]? Arrays { get; set; } = [null, []];
    public Dictionary<string, byte[]?>? Map { get; set; } = new() { ["a"] = null };
    public ImmutableArray<int>? Immutable { get; set; }
    public NullsBytes? None { get; set; }
    public NullsBytes Nested { get; set; } = new();
    public KeyValuePair<string, byte[]?> Pair { get; set; } = new("a", null);
}

/// <summary>Bytes alone.</summary>
public sealed class NullsBytes
{
    public byte[]? Bytes { get; set; }
}

/// <summary>A row without bytes of its own.</summary>
public sealed class NullsHolder
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public NullsBytes? One { get; set; }
    public List<NullsBytes?>? Many { get; set; }
}

/// <summary>No bytes anywhere.</summary>
public sealed class NullsFlat
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public int? Number { get; set; }
}

/// <summary>Lists, and objects with bytes.</summary>
public sealed class NullsPage
{
    public List<NullsFlat>? Flat { get; set; }
    public List<NullsHolder>? Holders { get; set; }
    public NullsRow? Row { get; set; }
}

/// <summary>Bytes of the page's own.</summary>
public sealed class NullsBytesPage
{
    public byte[]? Bytes { get; set; }
    public NullsHolder? Row { get; set; }
    public List<NullsHolder>? Rows { get; set; }
}

/// <summary>Bytes, and rows that are taken over.</summary>
public sealed class NullsBytesAndRows
{
    public byte[]? Bytes { get; set; }
    public List<NullsFlat>? Flat { get; set; }
}

/// <summary>Bytes, and a value whose type is not known before.</summary>
public sealed class NullsAny
{
    public byte[]? Bytes { get; set; }
    public object? Value { get; set; }
}

[JsonSerializable(typeof(List<NullsRow>))]
[JsonSerializable(typeof(NullsRow[]))]
[JsonSerializable(typeof(Dictionary<string, NullsRow>))]
[JsonSerializable(typeof(List<NullsHolder>))]
[JsonSerializable(typeof(NullsPage))]
[JsonSerializable(typeof(NullsBytesPage))]
[JsonSerializable(typeof(NullsBytesAndRows))]
[JsonSerializable(typeof(NullsAny))]
public sealed partial class NullsContext : JsonSerializerContext;
