using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>
/// Texts read by an application's options and by those of <see cref="RowJsonOptionsExtensions.WithRowJson"/>: the same value, or the same exception
/// with its message, its path and its position.
/// </summary>
/// <param name="options">The application's options.</param>
/// <param name="both">Those made of them.</param>
/// <param name="what">What is special about them.</param>
/// <param name="isHandedOver">
/// The serializer holds the text of a stream as a whole before it reads it: a text that is not JSON then is refused first, without a path, and
/// positions are those of a text in memory, which differ where a constructor has parameters. The path of an element begins at the element. The
/// path of a text that is not JSON ends at the value that has the converter.
/// </param>
internal sealed class ReadComparison(JsonSerializerOptions options, JsonSerializerOptions both, string what, bool isHandedOver)
{
    private Parts _compares;

    /// <summary>What has to be the same of two exceptions.</summary>
    private enum Parts
    {
        None,
        Type,
        Path,
        Position,
        All,
    }

    /// <summary>How many pairs were compared.</summary>
    public int Count { get; private set; }

    /// <summary>How many of them were values.</summary>
    public int Read { get; private set; }

    /// <summary>The text, and what is left of it where something is wrong in it.</summary>
    public async Task CheckWithFaultsAsync<T>(string json, string of)
    {
        await CheckAsync<T>(json, of);
        await CheckAsync<T>("\n \r\n\t" + json.Replace(",", ",\n  ", StringComparison.Ordinal), of + ", lines");
        foreach (string fault in FaultsOf(json)) await CheckAsync<T>(fault, $"{of}, {fault}");
    }

    /// <summary>By every way to read.</summary>
    public async Task CheckAsync<T>(string json, string of)
    {
        byte[] text = Encoding.UTF8.GetBytes(json);
        JsonElement? parsed = TryParse(json);
        // What comes after the value is the serializer's to refuse, which knows no more where it was.
        _compares = !isHandedOver ? Parts.All : json.EndsWith('x') ? Parts.Type : parsed is null ? Parts.Position : Parts.All;
        Compare(it => JsonSerializer.Deserialize(json, Info<T>(it)), $"{of}: string");
        Compare(it => JsonSerializer.Deserialize(text, Info<T>(it)), $"{of}: span");
        Compare(it => FromReader<T>(text, it), $"{of}: reader");
        if (isHandedOver) _compares = parsed is null ? Parts.None : Parts.Path;
        Compare(it => JsonSerializer.Deserialize(Chunks(), Info<T>(it)), $"{of}: stream");
        await CompareAsync(it => JsonSerializer.DeserializeAsync(Chunks(), Info<T>(it)), $"{of}: stream, async");
        await CompareAsync(it => JsonSerializer.DeserializeAsync(PipeReader.Create(Chunks()), Info<T>(it)), $"{of}: pipe");
        if (parsed is not { } element) return;
        _compares = Parts.All;
        Compare(it => element.Deserialize(Info<T>(it)), $"{of}: element");
        Compare(it => JsonNode.Parse(json).Deserialize(Info<T>(it)), $"{of}: node");
        if (isHandedOver) _compares = Parts.Type;
        if (element.ValueKind == JsonValueKind.Array)
            await CompareAsync(it => ListAsync(JsonSerializer.DeserializeAsyncEnumerable(Chunks(), Info<T>(it))), $"{of}: elements");

        ChunkedReadStream Chunks() => new(text, 7);
    }

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));

    /// <summary>Inside a text that is longer.</summary>
    private static T? FromReader<T>(byte[] text, JsonSerializerOptions options)
    {
        var reader = new Utf8JsonReader([.. "[1,\n"u8, .. text, .. "]"u8]);
        reader.Read();
        reader.Read();
        reader.Read();
        return JsonSerializer.Deserialize(ref reader, Info<T>(options));
    }

    private static async ValueTask<List<T?>?> ListAsync<T>(IAsyncEnumerable<T?> items)
    {
        List<T?> list = [];
        await foreach (T? item in items) list.Add(item);
        return list;
    }

    private static JsonElement? TryParse(string json)
    {
        try
        {
            return JsonElement.Parse(json);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>Cut short; and with another value, a property twice, or a comma too many in the middle of it.</summary>
    private static IEnumerable<string> FaultsOf(string json)
    {
        yield return json[..^1];
        yield return json[..(json.Length / 2)];
        yield return json + "x";
        for (int at = json.IndexOf(':', StringComparison.Ordinal), count = 0; at >= 0 && count < 12; at = json.IndexOf(':', at + 1), count++)
        {
            yield return json[..(at + 1)] + "true," + json[(at + 1)..];
            yield return json[..(at + 1)] + """{"no": [1, 2.5]}, "more":""" + json[(at + 1)..];
            yield return json[..(at + 1)] + "null, \"more\":" + json[(at + 1)..];
        }
        for (int at = json.IndexOf('[', StringComparison.Ordinal), count = 0; at >= 0 && count < 6; at = json.IndexOf('[', at + 1), count++)
        {
            yield return json[..(at + 1)] + "\"x\"," + json[(at + 1)..];
            yield return json[..(at + 1)] + ",," + json[(at + 1)..];
        }
    }

    private void Compare<T>(Func<JsonSerializerOptions, T?> read, string of) =>
        Equal(Try(() => Describe(read(options))), Try(() => Describe(read(both))), of);

    private async Task CompareAsync<T>(Func<JsonSerializerOptions, ValueTask<T?>> read, string of) => Equal(
        await TryAsync(async () => Describe(await read(options))), await TryAsync(async () => Describe(await read(both))), of);

    private string Describe<T>(T? value) => $"{value?.GetType()}: {JsonSerializer.Serialize(value, options)}";

    private void Equal(string expected, string actual, string of)
    {
        Count++;
        if (!expected.StartsWith('!')) Read++;
        if (actual != expected) Assert.Fail($"{what}, {of}:\n{actual}\ninstead of\n{expected}");
    }

    private string Try(Func<string> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception)
        {
            return Describe(exception);
        }
    }

    private async Task<string> TryAsync(Func<Task<string>> read)
    {
        try
        {
            return await read();
        }
        catch (Exception exception)
        {
            return Describe(exception);
        }
    }

    private string Describe(Exception exception) => _compares switch
    {
        Parts.None => "! refused",
        Parts.Type => $"! {exception.GetType()}",
        Parts.Path => $"! {exception.GetType()} {(exception as JsonException)?.Path}",
        Parts.Position when exception is JsonException json => $"! {json.GetType()} {json.LineNumber} {json.BytePositionInLine}",
        _ when exception is JsonException json => $"! {json.GetType()}: {json.Message} {json.Path} {json.LineNumber} {json.BytePositionInLine}",
        _ => $"! {exception.GetType()}: {exception.Message}",
    };

    /// <summary>Gives a few bytes at a time, so that values come in parts.</summary>
    private sealed class ChunkedReadStream(byte[] text, int size) : MemoryStream(text)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, size));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, size)]);

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Yield();
            return Read(buffer.Span);
        }
    }
}
