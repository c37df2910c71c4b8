using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
#if SYSTEM_TEXT_JSON_11
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
#endif

namespace RowJson.Tests;

/// <summary>What System.Text.Json 11 adds and what concerns writing. <c>.ci/run</c> runs the tests against both versions.</summary>
public class SystemTextJson11Tests
{
#if SYSTEM_TEXT_JSON_11
    private const string? Skipped = null;

    private static readonly IReadOnlyList<SystemTextJson11Case> Cases = SystemTextJson11Types.All;

    private static readonly Dictionary<string, JsonSerializerOptions> Options = new()
    {
        ["default"] = new() { TypeInfoResolver = SystemTextJson11Types.Resolver },
        ["plain resolver"] = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() },
        ["closed types"] = new() { TypeInfoResolver = SystemTextJson11Types.Resolver, InferClosedTypePolymorphism = true },
        ["closed types, plain resolver"] = new()
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
            InferClosedTypePolymorphism = true,
        },
        ["no null"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        ["no default"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
        ["camel case"] = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase },
        ["pascal case"] = new() { PropertyNamingPolicy = JsonNamingPolicy.PascalCase, DictionaryKeyPolicy = JsonNamingPolicy.PascalCase },
        ["numbers as strings"] = new()
        {
            TypeInfoResolver = SystemTextJson11Types.Resolver,
            InferClosedTypePolymorphism = true,
            NumberHandling = JsonNumberHandling.WriteAsString,
        },
        ["references"] = new() { InferClosedTypePolymorphism = true, ReferenceHandler = ReferenceHandler.Preserve },
        ["cycles"] = new() { InferClosedTypePolymorphism = true, ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["no null by annotations"] = new() { RespectNullableAnnotations = true },
    };
#else
    private const string? Skipped = "System.Text.Json 10 does not have it: see -p:SystemTextJsonVersion in .ci/run.";

    private static readonly IReadOnlyList<SystemTextJson11Case> Cases = [];

    private static readonly Dictionary<string, JsonSerializerOptions> Options = [];
#endif

    public static TheoryData<string> Names => [.. Cases.Select(it => it.Name)];

    [Theory(Skip = Skipped)]
    [MemberData(nameof(Names))]
    public void Write_newKind_equalsSerializer(string name)
    {
        int written = 0;
        foreach ((string what, JsonSerializerOptions options) in Options)
            written += Cases.Single(it => it.Name == name).Check(options, $"{name}, {what}");
        written.Should().BeGreaterThan(Options.Count);
    }

    [Theory(Skip = Skipped)]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(500)]
    public async Task WriteToAsync_lines_areTopLevelValues(int count)
    {
        Row[] rows = [.. Enumerable.Range(0, count).Select(i => new Row(i, i % 3 == 0 ? null : "é<"))];
        foreach (bool indents in (bool[])[false, true])
        {
            var options = new JsonSerializerOptions { WriteIndented = indents };
            byte[] expected = await TopLevelValuesAsync(rows, options);
            var stream = new MemoryStream();
            await JsonRows.From(Yield(rows)).WriteToAsync(stream, new JsonRowOptions(options) { Format = JsonRowFormat.Lines });
            Same.Bytes(stream.ToArray(), expected, $"indents: {indents}");
        }
    }

    [Fact(Skip = Skipped)]
    public void WriteTo_writerThatWasResetWithOptions_obeysThem()
    {
        Row[] rows = [new(1, "é<"), new(2, null)];
        Assert(writer => JsonRows.From(rows).WriteTo(writer), writer => JsonSerializer.Serialize(writer, rows));
        JsonSerializerOptions dropIn = JsonSerializerOptions.Default.WithRowJson(writeOnly: true);
        Assert(writer => JsonSerializer.Serialize(writer, rows, dropIn), writer => JsonSerializer.Serialize(writer, rows));

        static void Assert(Action<Utf8JsonWriter> write, Action<Utf8JsonWriter> expected) => Written(write).Should().Be(Written(expected));

        static string Written(Action<Utf8JsonWriter> write)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);
            write(writer);
            writer.Flush();
            Reset(writer, buffer, new JsonWriterOptions { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, NewLine = "\n" });
            write(writer);
            writer.Flush();
            return Encoding.UTF8.GetString(buffer.WrittenSpan);
        }
    }

    private static async IAsyncEnumerable<Row> Yield(Row[] rows, [EnumeratorCancellation] CancellationToken token = default)
    {
        foreach (Row row in rows)
        {
            token.ThrowIfCancellationRequested();
            await Task.Yield();
            yield return row;
        }
    }

#if SYSTEM_TEXT_JSON_11
    private static async Task<byte[]> TopLevelValuesAsync(Row[] rows, JsonSerializerOptions options)
    {
        var stream = new MemoryStream();
        await JsonSerializer.SerializeAsyncEnumerable(stream, Yield(rows), topLevelValues: true, options);
        return stream.ToArray();
    }

    private static void Reset(Utf8JsonWriter writer, IBufferWriter<byte> buffer, JsonWriterOptions options) => writer.Reset(buffer, options);
#else
    private static Task<byte[]> TopLevelValuesAsync(Row[] rows, JsonSerializerOptions options) => throw new NotSupportedException();

    private static void Reset(Utf8JsonWriter writer, IBufferWriter<byte> buffer, JsonWriterOptions options) => throw new NotSupportedException();
#endif

    private sealed record Row(int Id, string? Name);
}
