using System.Collections.Concurrent;
using System.IO.Compression;
using System.IO.Pipelines;

namespace RowJson.Benchmarks;

/// <summary>What a call costs beside its values: names, small results, sinks, writers and buffers.</summary>
internal static class CallCases
{
    private const string RowJson = "RowJson";

    /// <summary>What does the name of a document's property cost? The enumeration is included.</summary>
    public static Job PropertyNames { get; } = SuiteTables.CreateJob("names", () =>
        [PropertyName("plain", "column"), PropertyName("escaped", "col\"u\nmn"), PropertyName("non-ASCII", "größe東京")]);

    /// <summary>What does a call cost without its rows?</summary>
    public static Job SmallResults { get; } = SuiteTables.CreateJob("results", () =>
        from rows in new[] { 1, 10, 100 } from source in new[] { "document", "dictionary" } select SmallResult(rows, source));

    /// <summary>What does a stream, a pipe or a larger document cost, compared with a buffer?</summary>
    public static Job Sinks { get; } = SuiteTables.CreateJob("sinks", () => [ToSinks("document"), ToSinks("dictionary")]);

    /// <summary>What do new writers and buffers cost, plain and with gzip, on one thread and on all?</summary>
    public static Job Pooling { get; } = SuiteTables.CreateJob("results", () =>
        from isCompressed in new[] { false, true }
        from threads in new[] { 1, Environment.ProcessorCount }.Distinct()
        select Pooled(isCompressed, threads));

    private static CaseMaker PropertyName(string kind, string name) => new(kind, () =>
    {
        const int properties = 1_000;
        var row = Enumerable.Range(0, properties).ToDictionary(i => $"{name}{i}", i => i % 10);
        JsonDocument document = JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(new[] { row }));
        // The filter keeps each name, but could change it: the properties have to be enumerated.
        var options = new JsonRowOptions { ColumnFilter = static _ => true };
        return new Case
        {
            Ways =
            [
                // What WriteTo itself once did: a string for each name.
                Loop("NameAndValue", (writer, property) =>
                {
                    writer.WritePropertyName(property.Name);
                    property.Value.WriteTo(writer);
                }),
                Loop("WriteTo", (writer, property) => property.WriteTo(writer)),
                Sink.ToBuffer(RowJson, output => JsonRows.From(document.RootElement).WriteTo(output, options)),
            ],
            Units = properties,
            Resource = document,
        };

        Way Loop(string way, Action<Utf8JsonWriter, JsonProperty> write) => Sink.ToWriter(way, writer =>
        {
            writer.WriteStartArray();
            writer.WriteStartObject();
            foreach (JsonProperty property in document.RootElement[0].EnumerateObject()) write(writer, property);
            writer.WriteEndObject();
            writer.WriteEndArray();
        });
    }, "NameAndValue", "WriteTo", RowJson);

    private static CaseMaker SmallResult(int count, string source) => new([$"{count} rows", source], () =>
    {
        object rows = RowSources.Get(source).Load(RowGenerator.Generate("small", new GeneratorOptions { Rows = count }));
        EncodingSettings settings = EncodingSettings.Default;
        return new Case
        {
            Ways =
            [
                // A reused writer into a reused buffer.
                Sink.ToBuffer("Serialize", Contenders.Baseline.Prepare(rows, settings)!),
                Sink.ToBytes("SerializeToUtf8Bytes", rows is JsonDocument document
                    ? () => JsonSerializer.SerializeToUtf8Bytes(document.RootElement)
                    : () => JsonSerializer.SerializeToUtf8Bytes((List<Dictionary<string, object?>>)rows)),
                // Warm options into a reused buffer.
                Sink.ToBuffer(RowJson, Contenders.Buffer.Prepare(rows, settings)!),
                Sink.ToBytes("RowJsonToUtf8Bytes", () => Contenders.Describe(rows)!().ToUtf8Bytes()),
            ],
            Resource = rows as IDisposable,
        };
    }, () => ["Serialize", "SerializeToUtf8Bytes", RowJson, "RowJsonToUtf8Bytes"]);

    private static CaseMaker ToSinks(string source) => new([source], () => CreateSinks(source, rowCount: 60_000), () =>
        ["Buffer", "NullStream", "MemoryStream", "NullStreamAsync", "YieldingStreamAsync", "PipeAsync", "JsonWriter"]);

    /// <summary>One result of about 10 MB into every kind of sink.</summary>
    private static Case CreateSinks(string source, int rowCount)
    {
        object loaded = RowSources.Get(source).Load(RowGenerator.Generate("sinks", new GeneratorOptions { Rows = rowCount }));
        JsonRows rows = Contenders.Describe(loaded)!();
        var memory = new MemoryStream();
        var yielding = new YieldingStream();
        Way toNull = Sink.ToStream("NullStreamAsync", stream => rows.WriteToAsync(stream));
        return new Case
        {
            Ways =
            [
                Sink.ToBuffer("Buffer", output => rows.WriteTo(output)),
                Sink.ToStream("NullStream", stream => { rows.WriteTo(stream); }),
                new("MemoryStream", () =>
                {
                    memory.SetLength(0);
                    rows.WriteTo(memory);
                }),
                toNull,
                // None of its writes has ended when it returns.
                toNull with { Name = "YieldingStreamAsync", Call = () => rows.WriteToAsync(yielding).GetAwaiter().GetResult() },
                Sink.ToStream("PipeAsync", stream => DrainAsync(rows, stream)),
                Sink.ToWriter("JsonWriter", writer => rows.WriteTo(writer)),
            ],
            Units = rowCount,
            Clock = Clock.Elapsed,
            Resource = loaded as IDisposable,
        };
    }

    /// <summary>A reader that only takes what comes, as a fast client does.</summary>
    private static async Task DrainAsync(JsonRows rows, Stream stream)
    {
        var pipe = new Pipe();
        Task reading = pipe.Reader.CopyToAsync(stream);
        await rows.WriteToAsync(pipe.Writer);
        await pipe.Writer.CompleteAsync();
        await reading;
    }

    /// <summary>Results of 100 rows × 10 columns, each to a stream of its own, on one thread and on all. Units are results.</summary>
    private static CaseMaker Pooled(bool isCompressed, int threads) => new([isCompressed ? "gzip" : "plain", $"{threads} threads"], () =>
    {
        const int results = 32;
        Sample sample = RowGenerator.Generate("result", new GeneratorOptions { Rows = 100 });
        List<Dictionary<string, object?>> rows = DictionaryRows.Parse(sample);
        var options = new JsonRowOptions();
        var pool = new ConcurrentBag<(ArrayBufferWriter<byte> Buffer, Utf8JsonWriter Writer)>();
        return new Case
        {
            Ways =
            [
                Create("New", stream =>
                {
                    var buffer = new ArrayBufferWriter<byte>();
                    using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { SkipValidation = true });
                    JsonSerializer.Serialize(writer, rows);
                    stream.Write(buffer.WrittenSpan);
                }),
                // It has a pool of its own.
                Create("SerializeToStream", stream => JsonSerializer.Serialize(stream, rows)),
                // Buffer and writer are taken from a bag and put back.
                Create("Pooled", stream =>
                {
                    if (!pool.TryTake(out (ArrayBufferWriter<byte> Buffer, Utf8JsonWriter Writer) pooled))
                        pooled = (new ArrayBufferWriter<byte>(), EncodingSettings.Default.CreateWriter());
                    pooled.Buffer.ResetWrittenCount();
                    pooled.Writer.Reset(pooled.Buffer);
                    JsonSerializer.Serialize(pooled.Writer, rows);
                    stream.Write(pooled.Buffer.WrittenSpan);
                    pool.Add(pooled);
                }),
                Create(RowJson, stream => JsonRows.From(rows).WriteTo(stream, options)),
                // Bounds: the text as it is, and what a stream costs that compresses nothing.
                Create("TextAlone", stream => stream.Write(sample.Utf8Json.Span)) with { Agreement = Agreement.Bound },
                Create("StreamAlone", stream => stream.Write("["u8)) with { Agreement = Agreement.Bound },
            ],
            Units = results,
            Clock = threads > 1 ? Clock.Elapsed : Clock.Processor,
        };

        Way Create(string name, Action<Stream> write) => new(name, () => Run(() => WriteOne(write, Stream.Null)))
        {
            Output = () =>
            {
                var written = new MemoryStream();
                WriteOne(write, written);
                return isCompressed ? Decompress(written.ToArray()) : written.ToArray();
            },
        };

        void Run(Action write)
        {
            if (threads > 1) Parallel.For(0, results, new ParallelOptions { MaxDegreeOfParallelism = threads }, _ => write());
            else
                for (int i = 0; i < results; i++) write();
        }

        void WriteOne(Action<Stream> write, Stream stream)
        {
            if (!isCompressed)
            {
                write(stream);
                return;
            }
            using var compressed = new GZipStream(stream, CompressionLevel.Fastest, leaveOpen: true);
            write(compressed);
        }
    }, () => ["New", "SerializeToStream", "Pooled", RowJson, "TextAlone", "StreamAlone"]);

    private static byte[] Decompress(byte[] compressed)
    {
        using var stream = new GZipStream(new MemoryStream(compressed), CompressionMode.Decompress);
        var plain = new MemoryStream();
        stream.CopyTo(plain);
        return plain.ToArray();
    }

    private sealed class YieldingStream : MemoryStream
    {
        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => await Task.Yield();
    }
}

/// <summary>The jobs that BenchmarkDotNet runs as well: one table for all of them.</summary>
internal static class SuiteTables
{
    public static Job CreateJob(string outputs, Func<IEnumerable<CaseMaker>> cases) => new(
        outputs,
        cases,
        "ns, B: of one row or value, times and bytes allocated; ratio: the time ÷ that of the first way, the median of the rounds' ratios;\n"
        + "spread: how well that is known (95 %). Times are the process's own, elapsed times where others are waited for. Outputs were\n"
        + "compared before.",
        new Layout(true, [
            new("case", line => line.Case.Name), Column.Way("way"), new(">ns", line => Figures.Time(line.Own.TimePerUnit)),
            new(">ratio", line => line.IsFirst ? "1" : Figures.Format(line.Own.RatioTo(line.First).Median, "F3")),
            new(">spread", line => line.IsFirst ? "" : Figures.PlusMinus(line.Own.RatioTo(line.First))),
            new(">B", line => Figures.Format((double)line.Own.AllocatedBytes / line.Case.Units, "#,0.#"))]));
}
