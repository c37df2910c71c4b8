using System.Buffers;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Output leaves in batches of complete rows of about the threshold, so that memory stays bounded.</summary>
public class FlushTests
{
    /// <summary>Brackets and separators around one row.</summary>
    private const int Frame = 4;

    public static TheoryData<string, int, int> SourcesThresholdsAndRows
    {
        get
        {
            var data = new TheoryData<string, int, int>();
            string[] sources = ["document", "elements", "dictionaries", "lazy", "typed", "objects", "nodes"];
            foreach ((int i, string source) in sources.Index())
                foreach ((int j, int threshold) in new[] { 1, 100, 4096, 32768 }.Index())
                    foreach ((int k, int row) in new[] { 10, 1000, 5000, 10_000, 100_000 }.Index())
                        if (MatrixShare.Has(4, i, j, k)) data.Add(source, threshold, row);
            return data;
        }
    }

    /// <summary>More than an int counts: a threshold without limit is one of a gigabyte.</summary>
    [Fact]
    [Trait("Speed", "Slow")]
    public void BytesPending_thresholdWithoutLimit_isTheNumberOfBytes()
    {
        const int length = 10_000_000, rows = 220;
        using var writer = new JsonRowWriter(new OneArray(), new JsonRowOptions { FlushThreshold = int.MaxValue });
        // Once the buffer has some rows it is given complete ones as its memory is full, so none are held here.
        writer.WriteRow(0);
        writer.Flush();
        RawJson row = LongText(length);
        int before = 0;
        for (int i = 1; i <= rows; i++)
        {
            writer.WriteRow(row);
            int pending = writer.BytesPending;
            if (pending != 0) ((long)pending).Should().Be(before + length + 1L);
            else before.Should().BeGreaterThan((1 << 30) - length - 2);
            before = pending;
            writer.BytesWritten.Should().Be("[0".Length + ((length + 1L) * i));
        }
    }

    /// <summary>Batches of a gigabyte, in a buffer of our own, which has to hold the row that crosses their end.</summary>
    [Fact]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    public void WriteTo_thresholdWithoutLimit_streamTakesMoreThanAnArrayHolds()
    {
        const int length = 10_000_000, rows = 220;
        JsonRowResult result = JsonRows.From(Enumerable.Repeat(LongText(length), rows)).WriteTo(Stream.Null, new JsonRowOptions { FlushThreshold = int.MaxValue });
        result.Should().Be(rows);
        result.Bytes.Should().Be(((length + 1L) * rows) + 1);
    }

    [Theory]
    [MemberData(nameof(SourcesThresholdsAndRows))]
    public async Task Write_stream_receivesBatchesOfAboutTheThreshold(string source, int threshold, int rowLength)
    {
        (JsonRows rows, byte[] expected, int longestRow, IDisposable? owner) = Make(source, rowLength);
        using IDisposable? owned = owner;
        var options = new JsonRowOptions { FlushThreshold = threshold };
        var stream = new RecordingStream();
        rows.WriteTo(stream, options);
        Check(stream);
        var asyncStream = new RecordingStream();
        await rows.WriteToAsync(asyncStream, options);
        Check(asyncStream);

        void Check(RecordingStream recorded)
        {
            Same.Bytes(recorded.Written.ToArray(), expected, "batches");
            recorded.Sizes.Should().OnlyContain(size => size > 0 && size <= threshold + longestRow + Frame);
            recorded.Sizes.SkipLast(2).Should().OnlyContain(size => size >= threshold, "a batch waits until the threshold is reached");
        }
    }

    [Theory]
    [MemberData(nameof(SourcesThresholdsAndRows))]
    public void Write_bufferWriter_advancesByCompleteRows(string source, int threshold, int rowLength)
    {
        (JsonRows rows, byte[] expected, _, IDisposable? owner) = Make(source, rowLength);
        using IDisposable? owned = owner;
        // Room for a row at once: other tests write rows through smaller memory.
        foreach (int least in new[] { 120_000, 1_000_000 })
        {
            var buffer = new RecordingBufferWriter(least);
            rows.WriteTo(buffer, new JsonRowOptions { FlushThreshold = threshold });
            Same.Bytes(buffer.Written.ToArray(), expected, "batches");
            HashSet<long> ends = RowEnds(expected);
            buffer.Positions.Should().OnlyContain(position => ends.Contains(position));
        }
    }

    [Fact]
    public void Write_utf8JsonWriterOverAStream_receivesCompleteRows()
    {
        (JsonRows rows, byte[] expected, _, _) = Make("dictionaries", 100);
        var stream = new MemoryStream();
        using var writer = new Utf8JsonWriter(stream);
        rows.WriteTo(writer, new JsonRowOptions { FlushThreshold = 500 });
        writer.Flush();
        Same.Bytes(stream.ToArray(), expected, "through a writer");
    }

    /// <summary>Where a row, or the whole, ends: after every brace of the outermost objects.</summary>
    private static HashSet<long> RowEnds(byte[] array)
    {
        var ends = new HashSet<long> { 0, array.Length };
        var reader = new Utf8JsonReader(array);
        while (reader.Read())
            if (reader.TokenType == JsonTokenType.EndObject && reader.CurrentDepth == 1) ends.Add(reader.BytesConsumed);
        return ends;
    }

    private static (JsonRows Rows, byte[] Expected, int LongestRow, IDisposable? Owner) Make(string source, int rowLength)
    {
        int count = Math.Clamp(600_000 / rowLength, 8, 3000);
        List<Dictionary<string, string>> texts = [.. Enumerable.Range(0, count).Select(i => new Dictionary<string, string>
        {
            ["id"] = i.ToString(System.Globalization.CultureInfo.InvariantCulture), ["text"] = new string('x', Math.Max(1, rowLength - 20)),
        })];
        List<Dictionary<string, object?>> rows = [.. texts.Select(row => row.ToDictionary(cell => cell.Key, object? (cell) => cell.Value))];
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(texts);
        JsonDocument? document = source is "document" or "elements" ? JsonDocument.Parse(expected) : null;
        JsonRows made = source switch
        {
            "document" => JsonRows.From(document!),
            "elements" => JsonRows.From(document!.RootElement.EnumerateArray().Where(_ => true)),
            "dictionaries" => JsonRows.From(rows),
            "lazy" => JsonRows.From(rows.Where(_ => true)),
            "typed" => JsonRows.From(texts),
            "objects" => JsonRows.From(texts.Select(row => new { id = row["id"], text = row["text"] })),
            _ => JsonRows.From(System.Text.Json.Nodes.JsonNode.Parse(expected)!.AsArray()),
        };
        return (made, expected, texts.Max(row => JsonSerializer.SerializeToUtf8Bytes(row).Length), document);
    }

    private sealed class RecordingStream : WriteOnlyStream
    {
        public MemoryStream Written { get; } = new();

        public List<int> Sizes { get; } = [];

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Sizes.Add(buffer.Length);
            Written.Write(buffer);
        }

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Yield();
            Write(buffer.Span);
        }
    }

    private sealed class RecordingBufferWriter(int leastSize) : IBufferWriter<byte>
    {
        private byte[] _memory = [];

        public MemoryStream Written { get; } = new();

        public List<long> Positions { get; } = [];

        public void Advance(int count)
        {
            Written.Write(_memory, 0, count);
            Positions.Add(Written.Length);
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            if (_memory.Length < Math.Max(sizeHint, leastSize)) _memory = new byte[Math.Max(sizeHint, leastSize)];
            return _memory;
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    private static RawJson LongText(int length)
    {
        byte[] text = new byte[length];
        text.AsSpan().Fill((byte)'1');
        text[0] = text[^1] = (byte)'"';
        return RawJson.FromUnvalidatedUtf8(text);
    }

    /// <summary>Gives the same memory again and again.</summary>
    private sealed class OneArray : IBufferWriter<byte>
    {
        private byte[] _memory = [];

        public void Advance(int count)
        {
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => _memory.Length >= sizeHint ? _memory : _memory = new byte[sizeHint];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
