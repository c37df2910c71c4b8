using System.Collections;
using System.IO.Pipelines;
using System.Text;

namespace RowJson.Tests;

/// <summary>Sources whose disposal fails after the last row: that is a failure of the source, and the output is not closed.</summary>
public class SourceDisposalTests
{
    private static readonly JsonRowShape<int> Shape = new JsonRowShape<int>().Column("n", n => n);

    private static readonly Dictionary<string, Func<Failing<int>, Stream, JsonRowOptions, Task>> Writes = new()
    {
        ["sequence"] = (rows, stream, options) => Task.FromResult(JsonRows.From((IEnumerable<int>)rows).WriteTo(stream, options)),
        ["sequence, async"] = (rows, stream, options) => JsonRows.From((IEnumerable<int>)rows).WriteToAsync(stream, options),
        ["async sequence"] = (rows, stream, options) => JsonRows.From((IAsyncEnumerable<int>)rows).WriteToAsync(stream, options),
        ["shape"] = (rows, stream, options) => Task.FromResult(JsonRows.From((IEnumerable<int>)rows, Shape).WriteTo(stream, options)),
        ["in an envelope"] = (rows, stream, options) =>
            Task.FromResult(JsonRows.From((IEnumerable<int>)rows).InEnvelope(new JsonRowEnvelope("rows").After("end", _ => 1)).WriteTo(stream, options)),
        ["content"] = (rows, stream, options) => JsonRows.From((IEnumerable<int>)rows).ToHttpContent(options).CopyToAsync(stream),
        ["read"] = (rows, stream, options) => JsonRows.From((IEnumerable<int>)rows).AsStream(options).CopyToAsync(stream),
    };

    public static TheoryData<string, bool, bool> Cases
    {
        get
        {
            var data = new TheoryData<string, bool, bool>();
            foreach (string name in Writes.Keys)
            {
                foreach (bool isSmall in (bool[])[false, true])
                {
                    data.Add(name, isSmall, false);
                    if (name == "async sequence") data.Add(name, isSmall, true);
                }
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_disposalFails_isTheSourcesFailureAndLeavesTheArrayOpen(string write, bool isSmall, bool isLate)
    {
        var rows = new Failing<int>([1, 2, 3], isLate);
        var options = new JsonRowOptions { FlushThreshold = isSmall ? 1 : 1000, FlushInterval = isLate && isSmall ? TimeSpan.Zero : null };
        using var stream = new MemoryStream();

        JsonRowException failure = (await FluentActions.Awaiting(() => Writes[write](rows, stream, options)).Should().ThrowAsync<JsonRowException>()).Which;

        (failure.Stage, failure.RowIndex, failure.InnerException!.Message).Should().Be((JsonRowStage.Source, 3, "The connection broke."));
        rows.Disposals.Should().Be(1);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(
            !isSmall ? "" : write switch
            {
                "shape" => """[{"n":1},{"n":2},{"n":3}""",
                "in an envelope" => """{"rows":[1,2,3""",
                _ => "[1,2,3",
            });
    }

    [Theory]
    [InlineData(false, null)]
    [InlineData(true, null)]
    [InlineData(true, 0)]
    public async Task WriteToAsync_readerHasGoneAndDisposalFails_isTheSourcesFailure(bool isAsync, int? interval)
    {
        var rows = new Failing<int>([.. Enumerable.Range(0, 1000)], isLate: false);
        var options = new JsonRowOptions { FlushThreshold = 100, FlushInterval = interval is null ? null : TimeSpan.Zero };
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 500, resumeWriterThreshold: 250));
        Task<JsonRowResult> write = isAsync
            ? JsonRows.From((IAsyncEnumerable<int>)rows).WriteToAsync(pipe.Writer, options)
            : JsonRows.From((IEnumerable<int>)rows).WriteToAsync(pipe.Writer, options);
        await pipe.Reader.CompleteAsync();

        JsonRowException failure = (await write.Awaiting(it => it).Should().ThrowAsync<JsonRowException>()).Which;

        (failure.Stage, failure.InnerException!.Message).Should().Be((JsonRowStage.Source, "The connection broke."));
        failure.RowIndex.Should().BeInRange(1, 999);
        rows.Disposals.Should().Be(1);
    }

    [Fact]
    public void WriteTo_writerInADocument_isLeftInTheArray()
    {
        using var stream = new MemoryStream();
        using var writer = new System.Text.Json.Utf8JsonWriter(stream);

        FluentActions.Invoking(() => JsonRows.From((IEnumerable<int>)new Failing<int>([1, 2], isLate: false)).WriteTo(writer, new() { FlushThreshold = 1 }))
            .Should().Throw<JsonRowException>().Which.Stage.Should().Be(JsonRowStage.Source);

        writer.CurrentDepth.Should().Be(1);
        writer.Flush();
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("[1,2");
    }

    private sealed class Failing<T>(T[] rows, bool isLate) : IEnumerable<T>, IAsyncEnumerable<T>
    {
        public int Disposals { get; private set; }

        public IEnumerator<T> GetEnumerator() => new Rows(this, rows, isLate);

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default) => new Rows(this, rows, isLate);

        private sealed class Rows(Failing<T> source, T[] rows, bool isLate) : IEnumerator<T>, IAsyncEnumerator<T>
        {
            private int _next;

            public T Current => rows[_next - 1];

            object? IEnumerator.Current => Current;

            public bool MoveNext() => _next++ < rows.Length;

            public async ValueTask<bool> MoveNextAsync()
            {
                if (isLate) await Task.Delay(1);
                return MoveNext();
            }

            public void Reset() => throw new NotSupportedException();

            public void Dispose()
            {
                source.Disposals++;
                throw new IOException("The connection broke.");
            }

            public async ValueTask DisposeAsync()
            {
                if (isLate) await Task.Delay(1);
                Dispose();
            }
        }
    }
}
