using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>
/// A value in every place and in every way, by an application's options and by those made of them: the same bytes, or the same exception.
/// </summary>
/// <param name="options">The application's options.</param>
/// <param name="what">Of what they are, for messages.</param>
/// <param name="access">How the drop-in reads members.</param>
/// <param name="isThorough">Also to pipes, as rows, and as one row, however members are read.</param>
internal sealed class ValuePlaces(
    JsonSerializerOptions options, string what, ObjectAccess access = ObjectAccess.Compiled, bool isThorough = false) : IValueCheck
{
    private static readonly JsonWriterOptions[] Styles =
    [
        new(), new() { Indented = true }, new() { Encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.All) }, new() { MaxDepth = 4 },
    ];

    private readonly JsonRowOptions[] _rowOptions = Array.ConvertAll(
        Enum.GetValues<ObjectAccess>(), it => new JsonRowOptions { SerializerOptions = options, ObjectAccess = it });

    private readonly DropInOptions _dropIn = DropInOptions.Create(options, new JsonRowOptions { ObjectAccess = access });

    private int _values = what.Length;

    /// <summary>How many pairs were compared.</summary>
    public int Count { get; private set; }

    /// <summary>How many of them were written.</summary>
    public int Written { get; private set; }

    /// <summary>The options made of the application's take the type over.</summary>
    public bool Takes<T>() => _dropIn.WriteOnly.GetTypeInfo(typeof(T)).Converter is IRootConverter { IsTaken: true };

    /// <inheritdoc/>
    public void Check<T>(T value, string of)
    {
        // Under another set of options, a value may be in the other half of the places.
        _values++;
        if (Has(0)) CheckWays(value, of + ", the value");
        if (Has(1)) CheckWays(new Place<T>(1, value, "after"), of + ", a property");
        if (Has(2)) CheckWays(new[] { value, value }, of + ", elements");
        if (Has(3)) CheckWays(new SortedDictionary<string, T> { ["a"] = value, ["b"] = value }, of + ", entries");
        if (Has(4)) CheckWays<object?>(value, of + ", an object");
        if (Has(5)) CheckWays(new Place<object?>(1, value, "after"), of + ", a property that is an object");
    }

    private bool Has(int place) => isThorough || MatrixShare.Has(2, _values, place);

    private void CheckWays<T>(T value, string of)
    {
        Compare(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(options)),
            () => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(_dropIn.WriteOnly)), of);
        // A stream's write asks for the depth of every number, and that of a text only where numbers are read from strings.
        if (IsSame(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(options)), () => Streamed(value, options)))
            Compare(() => Streamed(value, options), () => Streamed(value, _dropIn.WriteOnly), of + ", a stream");
        Compare(() => Streamed(value, options), () => Batched(value), of + ", a stream with batches");
        foreach (JsonWriterOptions style in Styles)
        {
            bool hasLimit = style.MaxDepth > 0 || options.MaxDepth > 0;
            string name = $"{of}, a writer{(style.Indented ? ", indented" : "")}{(hasLimit ? ", with a limit" : "")}";
            Compare(() => Inside(value, options, style), () => Inside(value, _dropIn.WriteOnly, style), name, hasLimit && isThorough);
        }
        if (isThorough) CheckMore(value, of);
    }

    private byte[] Batched<T>(T value)
    {
        using var stream = new MemoryStream();
        JsonRowSerializer.Serialize(stream, value, _dropIn);
        return stream.ToArray();
    }

    private void CheckMore<T>(T value, string of)
    {
        if (IsSame(() => Streamed(value, options), () => Piped(pipe => JsonSerializer.SerializeAsync(pipe, value, Info<T>(options)))))
            Compare(() => Streamed(value, options), () => Piped(pipe => JsonRowSerializer.SerializeAsync(pipe, value, options)), of + ", a pipe");
        List<T> rows = [value];
        foreach (JsonRowOptions rowOptions in _rowOptions)
        {
            CompareRows(rows, () => JsonRows.From(rows).ToUtf8Bytes(rowOptions), $"{of}, rows, {rowOptions.ObjectAccess}");
            // Rows that come one by one have no list that references could name.
            if (options.ReferenceHandler != ReferenceHandler.Preserve)
                CompareRows(rows, () => OneRow(value, rowOptions), $"{of}, one row, {rowOptions.ObjectAccess}");
        }
    }

    private static byte[] Piped(Func<PipeWriter, Task> write)
    {
        var stream = new MemoryStream();
        PipeWriter pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        write(pipe).GetAwaiter().GetResult();
        pipe.Complete();
        return stream.ToArray();
    }

    private static byte[] OneRow<T>(T row, JsonRowOptions rowOptions)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new JsonRowWriter(buffer, rowOptions))
        {
            writer.WriteRow<T>(row);
            writer.Complete();
        }
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Compares the text. Where the serializer fails in a property, the exception names it as the column.</summary>
    private void CompareRows<T>(List<T> rows, Func<byte[]> actual, string of)
    {
        Count++;
        string name = $"{what}, {of}";
        (byte[]? text, Exception? failure) = Try(() => JsonSerializer.SerializeToUtf8Bytes(rows, Info<List<T>>(options)));
        (byte[]? found, Exception? foundFailure) = Try(actual);
        if (text is not null)
        {
            Written++;
            if (foundFailure is not null) Assert.Fail($"{name}: {foundFailure}");
            Same.Bytes(found, text, name);
            return;
        }
        if (foundFailure is not (JsonRowException or InvalidOperationException or NotSupportedException))
            Assert.Fail($"{name}: {foundFailure?.ToString() ?? Encoding.UTF8.GetString(found!)}\ninstead of {failure}");
        bool isInProperty = rows[0]?.GetType().IsGenericType == true && rows[0]!.GetType().GetGenericTypeDefinition() == typeof(Place<>)
            && failure is JsonException { Path.Length: > 4 };
        if (isInProperty && foundFailure is JsonRowException { ColumnName: null })
            Assert.Fail($"{name}: no column: {foundFailure}\ninstead of {failure}");
    }

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));

    private static byte[] Streamed<T>(T value, JsonSerializerOptions options)
    {
        var stream = new MemoryStream();
        JsonSerializer.Serialize(stream, value, Info<T>(options));
        return stream.ToArray();
    }

    private static byte[] Inside<T>(T value, JsonSerializerOptions options, JsonWriterOptions style)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, style))
        {
            writer.WriteStartObject();
            writer.WriteNumber("before", 1);
            writer.WritePropertyName("value");
            JsonSerializer.Serialize(writer, value, Info<T>(options));
            writer.WriteNumber("after", 2);
            writer.WriteEndObject();
        }
        return buffer.WrittenSpan.ToArray();
    }

    /// <param name="expected">The serializer.</param>
    /// <param name="actual">Ours.</param>
    /// <param name="of">What is written.</param>
    /// <param name="isAtLimit">Of two limits of the depth, another one may be met first: of an exception, the type is compared.</param>
    private void Compare(Func<byte[]> expected, Func<byte[]> actual, string of, bool isAtLimit = false)
    {
        Count++;
        string name = $"{what}, {of}";
        (byte[]? text, Exception? failure) = Try(expected);
        (byte[]? found, Exception? foundFailure) = Try(actual);
        if (text is not null)
        {
            Written++;
            if (foundFailure is not null) Assert.Fail($"{name}: {foundFailure}");
            Same.Bytes(found, text, name);
        }
        else if (isAtLimit ? foundFailure?.GetType() != failure!.GetType() : Describe(foundFailure) != Describe(failure))
        {
            Assert.Fail($"{name}: {foundFailure?.ToString() ?? Encoding.UTF8.GetString(found!)}\ninstead of {failure}");
        }
    }

    /// <summary>Both write, or both fail in the same value: that says which of two exceptions it is.</summary>
    private bool IsSame(Func<byte[]> one, Func<byte[]> other) => Describe(Try(one).Failure) == Describe(Try(other).Failure);

    /// <summary>With the path, where the comparison is thorough; at the limit of the depth it ends where the serializer looks at that.</summary>
    private string? Describe(Exception? failure) => failure is null
        ? null
        : $"{failure.GetType()}: {(isThorough && options.MaxDepth == 0 ? failure.Message : failure.Message.Split(" Path: ")[0])}";

    private static (byte[]? Text, Exception? Failure) Try(Func<byte[]> write)
    {
        try
        {
            return (write(), null);
        }
        catch (Exception exception)
        {
            return (null, exception);
        }
    }

    private sealed record Place<T>(int Before, T Value, string After);
}
