using System.Buffers;
using System.Text.Json;

namespace RowJson.Conformance;

/// <summary>One way to write rows, as the failure matrix uses it.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="IsAsynchronous">It takes asynchronous sources and a cancellation.</param>
/// <param name="WriteAsync">Writes; returns when the sink has everything it will have.</param>
internal sealed record FailureSink(string Name, bool IsAsynchronous, Func<FailureCase, Task<JsonRowResult>> WriteAsync)
{
    public static readonly FailureSink[] All =
    [
        new("buffer", false, run => Task.FromResult(run.Source.Open(run).WriteTo(OpenBuffer(run), run.Options))),
        new("stream", false, run => Task.FromResult(run.Source.Open(run).WriteTo(OpenStream(run), run.Options))),
        new("memory stream", false, run => MemoryAsync(run, stream => Task.FromResult(run.Source.Open(run).WriteTo(stream, run.Options)))),
        new("json writer", false, run => JsonWriterAsync(run, writer => Task.FromResult(run.Source.Open(run).WriteTo(writer, run.Options)))),
        new("asynchronous stream", true, run => run.Source.WriteToAsync(run, OpenStream(run))),
        new("memory stream, asynchronously", true, run => MemoryAsync(run, stream => run.Source.WriteToAsync(run, stream))),
        new("pipe", true, run => PipeAsync(run, pipe => run.Source.WriteToAsync(run, pipe))),
        new("read stream", false, ReadAsync),
        new("read stream, asynchronously", true, ReadAsync),
        new("request body", true, SendAsync),
        new("row writer to buffer", false, run => PushAsync(run, new JsonRowWriter(OpenBuffer(run), run.Options))),
        new("row writer to stream", false, run => PushAsync(run, new JsonRowWriter(OpenStream(run), run.Options))),
        new("row writer to json writer", false, run => JsonWriterAsync(run, writer => PushAsync(run, new JsonRowWriter(writer, run.Options)))),
        new("row writer to asynchronous stream", true, run => PushAsync(run, new JsonRowWriter(OpenStream(run), run.Options))),
        new("row writer to pipe", true, run => PipeAsync(run, pipe => PushAsync(run, new JsonRowWriter(pipe, run.Options)))),
    ];

    public bool IsJsonWriter => Name.EndsWith("json writer", StringComparison.Ordinal);

    /// <summary>The caller of a row writer reads the source itself: failures of the source reach it directly.</summary>
    public bool IsPush => Name.StartsWith("row writer", StringComparison.Ordinal);

    /// <summary>It keeps the bytes of a flush that fails.</summary>
    public bool IsPipe => Name.EndsWith("pipe", StringComparison.Ordinal);

    /// <summary>The rows are written to its own memory: it makes no calls that could fail.</summary>
    public bool IsInMemory => IsJsonWriter || Name.StartsWith("memory", StringComparison.Ordinal) || IsRead;

    /// <summary>It asks for the rows itself.</summary>
    private bool IsRead => Name.StartsWith("read stream", StringComparison.Ordinal);

    private static ScriptedBufferWriter OpenBuffer(FailureCase run)
    {
        var buffer = new ScriptedBufferWriter(run.Script);
        run.WriteOther = () => NestedCall.OtherRows().WriteTo(buffer, run.Options);
        return buffer;
    }

    private static ScriptedStream OpenStream(FailureCase run)
    {
        var stream = new ScriptedStream(run.Script, run.Sink.IsAsynchronous, run.Options.Pool as CountingPool);
        run.WriteOther = run.Sink.IsAsynchronous
            ? () => NestedCall.Wait(NestedCall.OtherRows().WriteToAsync(stream, run.Options))
            : () => NestedCall.OtherRows().WriteTo(stream, run.Options);
        return stream;
    }

    /// <summary>With enough capacity for all rows to be written in place, also in the largest batches.</summary>
    private static async Task<JsonRowResult> MemoryAsync(FailureCase run, Func<MemoryStream, Task<JsonRowResult>> write)
    {
        var stream = new MemoryStream(128 * 1024);
        run.WriteOther = () => NestedCall.OtherRows().WriteTo(stream, run.Options);
        try
        {
            return await write(stream);
        }
        finally
        {
            run.Script.Take(stream.ToArray());
        }
    }

    /// <summary>A read takes all that is there, which is complete rows.</summary>
    private static async Task<JsonRowResult> ReadAsync(FailureCase run)
    {
        await using Stream stream = run.Source.OpenStream(run);
        byte[] buffer = new byte[128 * 1024];
        run.WriteOther = run.Sink.IsAsynchronous
            ? () => NestedCall.Wait(stream.ReadAsync(new byte[1]).AsTask())
            : () => stream.ReadByte();
        while (true)
        {
            int read = run.Sink.IsAsynchronous ? await stream.ReadAsync(buffer, run.Cancellation) : stream.Read(buffer);
            if (read == 0) return new JsonRowResult { Rows = FailureSource.Rows, Bytes = run.Script.TakenLength, IsComplete = true };
            run.Script.Take(buffer.AsSpan(0, read));
        }
    }

    private static async Task<JsonRowResult> SendAsync(FailureCase run)
    {
        using HttpContent content = run.Source.OpenContent(run);
        await content.CopyToAsync(OpenStream(run), run.Cancellation);
        return new JsonRowResult { Rows = FailureSource.Rows, Bytes = run.Script.TakenLength, IsComplete = true };
    }

    private static async Task<JsonRowResult> PipeAsync(FailureCase run, Func<ScriptedPipe, Task<JsonRowResult>> write)
    {
        var pipe = new ScriptedPipe(run.Script);
        run.WriteOther = () => NestedCall.Wait(NestedCall.OtherRows().WriteToAsync(pipe, run.Options));
        try
        {
            return await write(pipe);
        }
        finally
        {
            await pipe.DrainAsync();
        }
    }

    private static async Task<JsonRowResult> JsonWriterAsync(FailureCase run, Func<Utf8JsonWriter, Task<JsonRowResult>> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = run.Options.SerializerOptions.WriteIndented });
        run.WriteOther = () => NestedCall.OtherRows().WriteTo(writer, run.Options);
        try
        {
            return await write(writer);
        }
        finally
        {
            writer.Flush();
            run.Script.Take(buffer.WrittenSpan);
        }
    }

    private static async Task<JsonRowResult> PushAsync(FailureCase run, JsonRowWriter writer)
    {
        run.Writer = writer;
        try
        {
            if (run.Sink.IsAsynchronous) await PushAndCompleteAsync(run, writer);
            else PushAndComplete(run, writer);
        }
        finally
        {
            await run.EndNestedCallsAsync();
        }
        return new JsonRowResult { Rows = writer.RowsWritten, Bytes = writer.BytesWritten, IsComplete = true };
    }

    private static void PushAndComplete(FailureCase run, JsonRowWriter writer)
    {
        using (writer)
        {
            run.Source.PushTo(run, writer);
            writer.Complete();
        }
    }

    private static async Task PushAndCompleteAsync(FailureCase run, JsonRowWriter writer)
    {
        await using (writer)
        {
            await run.Source.PushToAsync(run, writer);
            await writer.CompleteAsync(run.Cancellation);
        }
    }
}
