using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>A sink, and how rows are written to it.</summary>
/// <param name="name">What kind of sink.</param>
/// <param name="interruption">What ends its writes early; null for one that takes everything.</param>
/// <param name="write">Writes the rows; what is taken goes to the writer.</param>
internal sealed class FuzzSink(
    string name, InterruptionKind? interruption, Action<PreparedRows, JsonRowOptions, ArrayBufferWriter<byte>, Interruption> write)
{
    public FuzzSink(string name, Action<PreparedRows, JsonRowOptions, ArrayBufferWriter<byte>> write)
        : this(name, interruption: null, (rows, options, output, _) => write(rows, options, output))
    {
    }

    /// <summary>The sinks that take everything.</summary>
    public static IReadOnlyList<FuzzSink> Plain { get; } =
    [
        new("ToUtf8Bytes", (rows, options, output) => output.Write(rows.Rows!().ToUtf8Bytes(options))),
        new("ToJsonString", (rows, options, output) => Encoding.UTF8.GetBytes(rows.Rows!().ToJsonString(options), output)),
        new("IBufferWriter", (rows, options, output) => rows.Rows!().WriteTo(output, options)),
        Strict("exact memory", StrictMemory.Exact),
        Strict("one byte more", StrictMemory.OneMore),
        Strict("another array each time", StrictMemory.Generous),
        Strict("memory between protected pages", StrictMemory.Protected),
        new("MemoryStream", (rows, options, output) =>
        {
            var stream = new MemoryStream();
            try
            {
                rows.Rows!().WriteTo(stream, options);
            }
            finally
            {
                output.Write(stream.GetBuffer().AsSpan(0, (int)stream.Length));
            }
        }),
        new("Stream", (rows, options, output) => rows.Rows!().WriteTo(new OutputStream(output), options)),
        new("asynchronous Stream", (rows, options, output) => Wait(
            rows.AsyncRows is { } source
                ? source().WriteToAsync(new OutputStream(output), options)
                : rows.Rows!().WriteToAsync(new OutputStream(output), options)))
        {
            IsAsynchronous = true,
        },
        new("PipeWriter", WriteToPipe) { IsAsynchronous = true },
        new("JsonRowWriter", Push) { IsRowByRow = true },
        Writer("Utf8JsonWriter", isIndented: false, (_, value) => value()),
        Writer("Utf8JsonWriter, property", isIndented: false, WriterPlaces.AsProperty),
        Writer("indented Utf8JsonWriter", isIndented: true, WriterPlaces.AsProperty),
        new("JsonSerializer", (rows, options, output) =>
            output.Write(JsonSerializer.SerializeToUtf8Bytes(rows.Rows!(), options.SerializerOptions)))
        {
            IsDropIn = true,
        },
        new("drop-in options", (rows, options, output) => output.Write(rows.DropIn!(DropInOf(options))))
        {
            IsDropIn = true,
            NeedsSerializersOwn = true,
        },
    ];

    public static FuzzSink Simplest => Plain[0];

    public static FuzzSink Asynchronous { get; } = Find("asynchronous Stream");

    public string Name { get; } = name;

    public bool IsAsynchronous { get; init; }

    /// <summary>Rows are a value in a writer of another.</summary>
    public bool IsInsideJson => Place != NoPlace;

    public bool IsRowByRow { get; init; }

    /// <summary>The serializer calls, with its own options.</summary>
    public bool IsDropIn { get; private init; }

    /// <summary>Takes what the serializer takes.</summary>
    public bool NeedsSerializersOwn { get; private init; }

    /// <summary>Where in a writer rows are a value.</summary>
    public Action<Utf8JsonWriter, Action> Place { get; private init; } = NoPlace;

    /// <summary>The writer of another indents, whatever the options.</summary>
    public bool IsIndented { get; private init; }

    public static FuzzSink Find(string name) => Plain.Concat(InterruptedSinks.All).First(sink => sink.Name == name);

    /// <summary>What ends the next write early; null if nothing does.</summary>
    public Interruption? Interrupt(RowSettings settings) =>
        interruption is { } kind ? new Interruption(kind, settings.InterruptedAt) : null;

    public void Write(PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output, Interruption? interruption) =>
        write(rows, options, output, interruption!);

    public Utf8JsonWriter CreateWriter(ArrayBufferWriter<byte> output, JsonSerializerOptions options) =>
        CreateWriter(output, options, IsIndented);

    /// <summary>Whether these rows can be written to this sink.</summary>
    public bool Takes(PreparedRows rows) =>
        (rows.Rows is not null || (IsAsynchronous && rows.AsyncRows is not null))
        && (!IsRowByRow || rows.Push is not null)
        && (!NeedsSerializersOwn || rows.DropIn is not null)
        && (interruption is not (InterruptionKind.SourceFails or InterruptionKind.SourceCancels) || rows.Signal is not null);

    private static Utf8JsonWriter CreateWriter(ArrayBufferWriter<byte> output, JsonSerializerOptions options, bool isIndented) =>
        new(output, new JsonWriterOptions { Encoder = options.Encoder, Indented = isIndented });

    private static FuzzSink Strict(string name, StrictMemory memory) => new(name, (rows, options, output) =>
    {
        var writer = new StrictWriter(memory, output);
        rows.Rows!().WriteTo(writer, options);
        writer.Check();
    });

    private static FuzzSink Writer(string name, bool isIndented, Action<Utf8JsonWriter, Action> place) =>
        new(name, (rows, options, output) =>
    {
        using Utf8JsonWriter writer = CreateWriter(output, options.SerializerOptions, isIndented);
        place(writer, () => rows.Rows!().WriteTo(writer, options));
    })
        {
            Place = place,
            IsIndented = isIndented,
        };

    private static void NoPlace(Utf8JsonWriter writer, Action value) => throw new NotSupportedException();

    private static void Push(PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output)
    {
        using var writer = new JsonRowWriter(new OutputStream(output), options);
        rows.Push!(writer);
        writer.Complete();
    }

    private static void WriteToPipe(PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0, minimumSegmentSize: 256, useSynchronizationContext: false));
        try
        {
            Wait(rows.AsyncRows is { } source
                ? source().WriteToAsync(pipe.Writer, options)
                : rows.Rows!().WriteToAsync(pipe.Writer, options));
        }
        finally
        {
            pipe.Writer.Complete();
            if (pipe.Reader.TryRead(out ReadResult result))
            {
                foreach (ReadOnlyMemory<byte> segment in result.Buffer) output.Write(segment.Span);
                pipe.Reader.AdvanceTo(result.Buffer.End);
            }
        }
    }

    public static void Wait(Task<JsonRowResult> writing) => writing.GetAwaiter().GetResult();

    private static JsonSerializerOptions DropInOf(JsonRowOptions options) =>
        options.SerializerOptions.WithRowJson(writeOnly: true);
}

/// <summary>Takes what is written, and is slow now and then.</summary>
internal sealed class OutputStream(ArrayBufferWriter<byte> output) : WriteOnlyStream
{
    private int _calls;

    public override void Write(ReadOnlySpan<byte> buffer) => output.Write(buffer);

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (++_calls % 8 == 3) await Task.Yield();
        output.Write(buffer.Span);
    }
}
