using System.Buffers;
using System.IO.Pipelines;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>A sink of each kind, of which one write takes one.</summary>
internal sealed class SoakSinks(Random random, long failAfter, CountingPool pool)
{
    private ArrayBufferWriter<byte>? _buffer;
    private MemoryStream? _stream;
    private SoakPipe? _pipe;

    public IBufferWriter<byte> Buffer => _buffer ??= new ArrayBufferWriter<byte>();

    /// <summary>Now and then a plain one in memory, with room or without.</summary>
    public Stream Stream => _stream ??=
        failAfter == long.MaxValue && random.Next(2) == 0 ? new MemoryStream(random.Next(200_000)) : new SoakStream(random, failAfter, pool);

    public PipeWriter Pipe => (_pipe ??= new SoakPipe(random.Next(1, 40_000), failAfter)).Writer;

    /// <summary>The row writer on its way to one of them; null where there is none.</summary>
    public JsonRowWriter? Writer { get; set; }

    /// <summary>Writes other rows to the sink in use.</summary>
    public Action<JsonRows>? WriteOther { get; set; }

    /// <summary>The pipe's reader left before the end.</summary>
    public bool ReaderLeft => _pipe is { ReaderLeft: true };

    /// <summary>What the sink has taken; a pipe is ended.</summary>
    public async Task<byte[]> DrainAsync() =>
        _pipe is not null ? await _pipe.DrainAsync() : _stream?.ToArray() ?? _buffer?.WrittenSpan.ToArray() ?? [];
}
