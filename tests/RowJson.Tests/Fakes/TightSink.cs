using System.Buffers;

namespace RowJson.Tests;

/// <summary>What memory a <see cref="TightSink"/> hands out.</summary>
public enum SinkKind
{
    /// <summary>As many bytes as asked for (or its least size), no more.</summary>
    Exact,

    /// <summary>One byte more.</summary>
    OneMore,

    /// <summary>Memory that is no array.</summary>
    NotAnArray,
}

/// <summary>
/// A buffer writer that gives as little as its contract allows: no spare byte, memory in the middle of an array, guards around it,
/// and poison in memory that it has taken back.
/// </summary>
internal sealed class TightSink(SinkKind kind, int leastSize) : IBufferWriter<byte>
{
    private const byte Guard = 0xA5;
    private const int GuardLength = 80;

    private byte[] _memory = [];
    private int _size;

    public List<byte> Written { get; } = [];

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        TakeBack();
        _size = Math.Max(Math.Max(sizeHint, leastSize), 1) + (kind == SinkKind.OneMore ? 1 : 0);
        _memory = new byte[GuardLength + _size + GuardLength];
        Array.Fill(_memory, Guard);
        return kind == SinkKind.NotAnArray
            ? new Manager(_memory).Memory.Slice(GuardLength, _size)
            : _memory.AsMemory(GuardLength, _size);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Advance(int count)
    {
        count.Should().BeLessThanOrEqualTo(_size);
        Written.AddRange(_memory.AsSpan(GuardLength, count));
        TakeBack();
    }

    private void TakeBack()
    {
        if (_memory.Length == 0) return;
        bool whole = !_memory.AsSpan(0, GuardLength).ContainsAnyExcept(Guard)
            && !_memory.AsSpan(GuardLength + _size).ContainsAnyExcept(Guard);
        whole.Should().BeTrue("nothing outside the memory handed out may be written");
        Array.Fill(_memory, (byte)0xEE);
        _memory = [];
        _size = 0;
    }

    /// <summary>Memory whose array cannot be had.</summary>
    private sealed class Manager(byte[] array) : MemoryManager<byte>
    {
        public override Span<byte> GetSpan() => array;

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
