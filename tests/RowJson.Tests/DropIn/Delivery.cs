using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>What one write has done to its receiver, and how it ended.</summary>
/// <param name="Text">What the receiver has got.</param>
/// <param name="Writes">How many times it got something.</param>
/// <param name="Flushes">How many times it was flushed.</param>
/// <param name="Failure">The exception; null if there is none.</param>
internal sealed record Delivery(string Text, int Writes, int Flushes, Exception? Failure)
{
    /// <summary>A block so large that no value of a test fills it.</summary>
    private const int LargeBlock = 1 << 20;

    /// <summary>Every way to write a value through <see cref="JsonSerializer"/>, by its name.</summary>
    public static IReadOnlyDictionary<string, IWay> Ways { get; } = new Dictionary<string, IWay>
    {
        ["a writer over a stream"] = new WriterWay(() => new CountingStream(), isInside: false),
        ["a writer over a stream, inside a document"] = new WriterWay(() => new CountingStream(), isInside: true),
        ["a writer over a buffer"] = new WriterWay(() => new CountingBuffer(LargeBlock), isInside: false),
        ["a writer over a buffer, inside a document"] = new WriterWay(() => new CountingBuffer(LargeBlock), isInside: true),
        ["a writer over a buffer of short blocks"] = new WriterWay(() => new CountingBuffer(1), isInside: false),
        ["a stream"] = new StreamWay(isAsync: false),
        ["a stream, async"] = new StreamWay(isAsync: true),
        ["a pipe"] = new PipeWay(),
    };

    /// <summary>The calls of <see cref="JsonRowSerializer"/>, by the names of those that they replace.</summary>
    public static IReadOnlyDictionary<string, IWay> BatchedWays { get; } = new Dictionary<string, IWay>
    {
        ["a stream"] = new BatchedWay(isAsync: false, isPipe: false),
        ["a stream, async"] = new BatchedWay(isAsync: true, isPipe: false),
        ["a pipe"] = new BatchedWay(isAsync: true, isPipe: true),
    };

    /// <summary>A way to write a value.</summary>
    internal interface IWay
    {
        Delivery Write<T>(T value, JsonSerializerOptions options);
    }

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));

    private static Delivery Run(IReceiver receiver, Action write)
    {
        Exception? failure = null;
        try
        {
            write();
        }
        catch (Exception exception)
        {
            failure = exception;
        }
        return new Delivery(Encoding.UTF8.GetString(receiver.Taken), receiver.Writes, receiver.Flushes, failure);
    }

    /// <summary>The caller's own writer, which it flushes when the value is written.</summary>
    private sealed class WriterWay(Func<IReceiver> create, bool isInside) : IWay
    {
        public Delivery Write<T>(T value, JsonSerializerOptions options)
        {
            IReceiver receiver = create();
            var style = new JsonWriterOptions { Encoder = options.Encoder, Indented = options.WriteIndented, MaxDepth = options.MaxDepth };
            Utf8JsonWriter writer = receiver is Stream stream ? new(stream, style) : new((IBufferWriter<byte>)receiver, style);
            return Run(receiver, () =>
            {
                if (isInside) WriterPlaces.AsProperty(writer, () => JsonSerializer.Serialize(writer, value, Info<T>(options)));
                else JsonSerializer.Serialize(writer, value, Info<T>(options));
                writer.Flush();
            });
        }
    }

    private sealed class StreamWay(bool isAsync) : IWay
    {
        public Delivery Write<T>(T value, JsonSerializerOptions options)
        {
            var stream = new CountingStream();
            return Run(stream, () =>
            {
                if (isAsync) JsonSerializer.SerializeAsync(stream, value, Info<T>(options)).GetAwaiter().GetResult();
                else JsonSerializer.Serialize(stream, value, Info<T>(options));
            });
        }
    }

    private sealed class PipeWay : IWay
    {
        public Delivery Write<T>(T value, JsonSerializerOptions options)
        {
            var pipe = new CountingPipe();
            return Run(pipe, () => JsonSerializer.SerializeAsync(pipe, value, Info<T>(options)).GetAwaiter().GetResult());
        }
    }

    private sealed class BatchedWay(bool isAsync, bool isPipe) : IWay
    {
        public Delivery Write<T>(T value, JsonSerializerOptions options)
        {
            if (isPipe)
            {
                var pipe = new CountingPipe();
                return Run(pipe, () => JsonRowSerializer.SerializeAsync(pipe, value, options).GetAwaiter().GetResult());
            }
            var stream = new CountingStream();
            return Run(stream, () =>
            {
                if (isAsync) JsonRowSerializer.SerializeAsync(stream, value, options).GetAwaiter().GetResult();
                else JsonRowSerializer.Serialize(stream, value, options);
            });
        }
    }

    private interface IReceiver
    {
        int Writes { get; }

        int Flushes { get; }

        byte[] Taken { get; }
    }

    private sealed class CountingStream : WriteOnlyStream, IReceiver
    {
        private readonly ArrayBufferWriter<byte> _taken = new();

        public int Writes { get; private set; }

        public int Flushes { get; private set; }

        public byte[] Taken => _taken.WrittenSpan.ToArray();

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Writes++;
            _taken.Write(buffer);
        }

        public override void Flush() => Flushes++;

        public override Task FlushAsync(CancellationToken cancellationToken)
        {
            Flushes++;
            return Task.CompletedTask;
        }
    }

    /// <param name="block">The length of the memory that it gives at least.</param>
    private sealed class CountingBuffer(int block) : IBufferWriter<byte>, IReceiver
    {
        private readonly ArrayBufferWriter<byte> _taken = new();
        private byte[] _memory = [];

        public int Writes { get; private set; }

        public int Flushes => 0;

        public byte[] Taken => _taken.WrittenSpan.ToArray();

        public void Advance(int count)
        {
            if (count == 0) return;
            Writes++;
            _taken.Write(_memory.AsSpan(0, count));
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => _memory = new byte[Math.Max(sizeHint, block)];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    /// <summary>What a pipe's reader gets, and what it would get with the next flush.</summary>
    private sealed class CountingPipe : PipeWriter, IReceiver
    {
        private readonly CountingBuffer _buffer = new(LargeBlock);
        private long _flushed;

        public int Writes => _buffer.Writes;

        public int Flushes { get; private set; }

        public byte[] Taken => _buffer.Taken;

        public override bool CanGetUnflushedBytes => true;

        public override long UnflushedBytes => _buffer.Taken.Length - _flushed;

        public override void Advance(int bytes) => _buffer.Advance(bytes);

        public override Memory<byte> GetMemory(int sizeHint = 0) => _buffer.GetMemory(sizeHint);

        public override Span<byte> GetSpan(int sizeHint = 0) => _buffer.GetSpan(sizeHint);

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
        {
            Flushes++;
            _flushed = _buffer.Taken.Length;
            return default;
        }

        public override void CancelPendingFlush()
        {
        }

        public override void Complete(Exception? exception = null)
        {
        }
    }
}
