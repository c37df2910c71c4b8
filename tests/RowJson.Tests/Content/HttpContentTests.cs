using System.IO.Compression;
using System.Net.Http.Headers;

namespace RowJson.Tests;

public sealed class HttpContentTests
{
    private static readonly JsonRowOptions SmallBatches = new() { FlushThreshold = 1 };

    [Theory]
    [InlineData(JsonRowFormat.Array, "application/json; charset=utf-8")]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks, "application/json; charset=utf-8")]
    [InlineData(JsonRowFormat.CompactRows, "application/json; charset=utf-8; rows=arrays")]
    [InlineData(JsonRowFormat.CompactColumns, "application/json; charset=utf-8; rows=columns")]
    [InlineData(JsonRowFormat.Lines, "application/jsonl")]
    [InlineData(JsonRowFormat.CompactLines, "application/jsonl; rows=arrays")]
    [InlineData(JsonRowFormat.TextSequence, "application/json-seq")]
    public async Task Content_ofAFormat_hasItsTypeAndBytes(JsonRowFormat format, string contentType)
    {
        JsonRows rows = JsonRows.From(CompactRows.People());
        var options = new JsonRowOptions { Format = format };
        using HttpContent content = rows.ToHttpContent(options);

        content.Headers.ContentType!.ToString().Should().Be(contentType);
        content.Headers.ContentLength.Should().BeNull();
        content.Headers.ContentEncoding.Should().BeEmpty();
        (await content.ReadAsByteArrayAsync()).Should().Equal(rows.ToUtf8Bytes(options));
    }

    [Fact]
    public void ContentType_isSettable()
    {
        using HttpContent content = JsonRows.From(new[] { 1 }).ToHttpContent(new() { Format = JsonRowFormat.Lines });

        content.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");

        content.Headers.ContentType.ToString().Should().Be("application/x-ndjson");
    }

    [Theory]
    [InlineData(JsonRowCompression.Gzip, "gzip")]
    [InlineData(JsonRowCompression.Brotli, "br")]
    public async Task Content_compressed_hasTheSameRows(JsonRowCompression compression, string encoding)
    {
        JsonRows rows = JsonRows.From(CompactRows.People());
        using HttpContent content = rows.ToHttpContent(compression: compression);
        var synchronous = new MemoryStream();
        rows.ToHttpContent(compression: compression).CopyTo(synchronous, context: null, CancellationToken.None);

        content.Headers.ContentEncoding.Should().Equal(encoding);
        Decompress(await content.ReadAsByteArrayAsync()).Should().Equal(rows.ToUtf8Bytes());
        Decompress(synchronous.ToArray()).Should().Equal(rows.ToUtf8Bytes());
        Decompress(await CompactRows.AsyncPeople().ToHttpContent(compression: compression).ReadAsByteArrayAsync()).Should().Equal(rows.ToUtf8Bytes());
        FluentActions.Invoking(() => rows.ToHttpContent(compression: (JsonRowCompression)3)).Should().Throw<ArgumentOutOfRangeException>();

        byte[] Decompress(byte[] bytes)
        {
            using Stream stream = compression == JsonRowCompression.Gzip
                ? new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress)
                : new BrotliStream(new MemoryStream(bytes), CompressionMode.Decompress);
            var all = new MemoryStream();
            stream.CopyTo(all);
            return all.ToArray();
        }
    }

    [Theory]
    [InlineData(JsonRowCompression.Gzip)]
    [InlineData(JsonRowCompression.Brotli)]
    public async Task Content_compressedRowsThatFail_haveNoEnd(JsonRowCompression compression)
    {
        foreach (bool isAsync in (bool[])[false, true])
        {
            using HttpContent content = JsonRows.From(new ProbedSequence(2000, failAt: 1500)).ToHttpContent(SmallBatches, compression);
            var taken = new MemoryStream();
            Func<Task> send = isAsync
                ? () => content.CopyToAsync(taken)
                : () => Task.Run(() => content.CopyTo(taken, context: null, CancellationToken.None));

            (await send.Should().ThrowAsync<JsonRowException>()).Which.RowIndex.Should().Be(1500);
            HasEnd(taken.ToArray(), compression).Should().BeFalse();
        }
        var whole = new MemoryStream();
        await JsonRows.From(Enumerable.Range(0, 2000)).ToHttpContent(SmallBatches, compression).CopyToAsync(whole);
        HasEnd(whole.ToArray(), compression).Should().BeTrue();
    }

    [Theory]
    [InlineData(JsonRowCompression.Gzip)]
    [InlineData(JsonRowCompression.Brotli)]
    public async Task Content_streamThatDoesNotTakeTheEnd_isTheSinksFailure(JsonRowCompression compression)
    {
        foreach (bool isAsync in (bool[])[false, true])
        {
            var whole = new SinkScript();
            await SendAsync(whole);
            var cut = new SinkScript { FailAt = whole.Calls };

            JsonRowException failure = (await FluentActions.Awaiting(() => SendAsync(cut)).Should().ThrowAsync<JsonRowException>()).Which;

            (failure.Stage, failure.RowIndex, failure.InnerException).Should().Be((JsonRowStage.Sink, 2, cut.Failure));
            failure.Message.Should().EndWith("The sink had been given the end of the output, which may look whole: discard it.");
            cut.Taken.Should().Equal(whole.Taken[..cut.TakenLength]).And.HaveCountLessThan(whole.TakenLength);

            Task SendAsync(SinkScript script)
            {
                HttpContent content = JsonRows.From(new[] { 1, 2 }).ToHttpContent(compression: compression);
                var stream = new ScriptedStream(script, isAsync);
                if (isAsync) return content.CopyToAsync(stream);
                content.CopyTo(stream, context: null, CancellationToken.None);
                return Task.CompletedTask;
            }
        }
    }

    /// <summary>The length at the end of gzip data is that of the text; a decoder of Brotli says that it is done.</summary>
    private static bool HasEnd(byte[] compressed, JsonRowCompression compression)
    {
        if (compression == JsonRowCompression.Brotli)
        {
            using var decoder = default(BrotliDecoder);
            return decoder.Decompress(compressed, new byte[100_000], out _, out _) == System.Buffers.OperationStatus.Done;
        }
        var text = new MemoryStream();
        using (var gzip = new GZipStream(new MemoryStream(compressed), CompressionMode.Decompress)) gzip.CopyTo(text);
        return compressed.Length >= 18 && BitConverter.ToUInt32(compressed.AsSpan(^4..)) == text.Length;
    }

    public static TheoryData<string, bool> Sources => new()
    {
        { "dictionaries", true }, { "objects", true }, { "document", true }, { "elements", true }, { "nodes", true }, { "table", true },
        { "view", true }, { "shape", true }, { "numbers", true }, { "lists of pairs", false }, { "reader", false }, { "records", false },
        { "lazy objects", false }, { "lazy shape", false }, { "data rows", false },
    };

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Send_again_isRefusedForSourcesThatAreReadOnce(string source, bool canBeReadAgain)
    {
        using HttpContent content = CompactRows.Sources[source]().InEnvelope(new JsonRowEnvelope("rows")).ToHttpContent();
        var first = new MemoryStream();
        var second = new MemoryStream();
        await content.CopyToAsync(first);
        Func<Task> again = () => content.CopyToAsync(second);

        if (canBeReadAgain)
        {
            await again();
            second.ToArray().Should().Equal(first.ToArray());
            return;
        }
        await again.Should().ThrowAsync<InvalidOperationException>().WithMessage("*source can be read once*");
        FluentActions.Invoking(() => content.ReadAsStream()).Should().Throw<InvalidOperationException>();
        FluentActions.Invoking(() => content.CopyTo(second, null, CancellationToken.None)).Should().Throw<InvalidOperationException>();
        second.Length.Should().Be(0);
    }

    [Fact]
    public async Task Send_asynchronousRowsAgain_isRefused()
    {
        using HttpContent content = CompactRows.AsyncPeople().ToHttpContent();
        await content.CopyToAsync(Stream.Null);

        await FluentActions.Awaiting(() => content.CopyToAsync(Stream.Null)).Should().ThrowAsync<InvalidOperationException>();
    }

    [Fact]
    public async Task Send_asynchronousRowsSynchronously_isRefusedAndReadsNothing()
    {
        foreach (JsonRowCompression compression in Enum.GetValues<JsonRowCompression>())
        {
            using HttpContent content = CompactRows.AsyncPeople().ToHttpContent(compression: compression);
            var taken = new MemoryStream();

            FluentActions.Invoking(() => content.CopyTo(taken, null, CancellationToken.None)).Should().Throw<NotSupportedException>();

            taken.Length.Should().Be(0);
            await content.CopyToAsync(taken);
            taken.Length.Should().BePositive();
        }
    }

    [Fact]
    public async Task ReadAsStream_isTheRowsAsTheyAreRead()
    {
        JsonRows rows = JsonRows.From(CompactRows.People());
        Stream asynchronous = await rows.ToHttpContent().ReadAsStreamAsync();
        Stream synchronous = rows.ToHttpContent().ReadAsStream();

        (await new StreamReader(asynchronous).ReadToEndAsync()).Should().Be(rows.ToJsonString());
        new StreamReader(synchronous).ReadToEnd().Should().Be(rows.ToJsonString());
        Stream compressed = await rows.ToHttpContent(compression: JsonRowCompression.Gzip).ReadAsStreamAsync();
        new StreamReader(new GZipStream(compressed, CompressionMode.Decompress)).ReadToEnd().Should().Be(rows.ToJsonString());
        Stream compressedNow = rows.ToHttpContent(compression: JsonRowCompression.Gzip).ReadAsStream();
        new StreamReader(new GZipStream(compressedNow, CompressionMode.Decompress)).ReadToEnd().Should().Be(rows.ToJsonString());
    }

    [Fact]
    public async Task LoadIntoBuffer_knowsTheLength()
    {
        using HttpContent content = JsonRows.From(Enumerable.Range(0, 3).Select(i => i)).ToHttpContent();

        await content.LoadIntoBufferAsync();

        content.Headers.ContentLength.Should().Be("[0,1,2]".Length);
        (await content.ReadAsStringAsync()).Should().Be("[0,1,2]");
        (await content.ReadAsStringAsync()).Should().Be("[0,1,2]");
    }
}
