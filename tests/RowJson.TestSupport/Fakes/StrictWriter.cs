using System.Buffers;

namespace RowJson.Tests;

/// <summary>What memory a <see cref="StrictWriter"/> gives.</summary>
public enum StrictMemory
{
    /// <summary>Returns exactly the requested number of bytes.</summary>
    Exact,

    /// <summary>One byte more.</summary>
    OneMore,

    /// <summary>More than asked for, of another array each time.</summary>
    Generous,

    /// <summary>Returns exactly the requested number of bytes, in memory that is not an array.</summary>
    NotAnArray,

    /// <summary>Native memory that ends, or begins, at a page that may not be touched.</summary>
    Protected,
}

/// <summary>
/// A buffer writer that gives as little as its contract allows: guards around what it gives, poison in what it has taken back, another
/// place each time.
/// </summary>
/// <param name="kind">What memory.</param>
/// <param name="output">Takes what is written.</param>
/// <param name="leastSize">The fewest bytes to give, also where fewer are asked for.</param>
internal sealed class StrictWriter(StrictMemory kind, ArrayBufferWriter<byte> output, int leastSize = 1) : IBufferWriter<byte>
{
    private const byte Guard = 0xA5;
    private const byte Poison = 0xEE;
    private const int GuardLength = 64;

    /// <summary>Mapping pages costs a call of the system: each thread does it once.</summary>
    private const int ProtectedCapacity = 1 << 20;

    [ThreadStatic]
    private static GuardedMemory? _protected;

    private readonly byte[]?[] _arrays = new byte[]?[3];
    private byte[]? _array;
    private Memory<byte> _given;
    private int _calls;

    public StrictWriter(StrictMemory kind, int leastSize = 1)
        : this(kind, new ArrayBufferWriter<byte>(), leastSize)
    {
    }

    /// <summary>A copy of what was written.</summary>
    public byte[] Written => output.WrittenSpan.ToArray();

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        TakeBack();
        int more = kind switch { StrictMemory.OneMore => 1, StrictMemory.Generous => 1 + (_calls * 37 % 300), _ => 0 };
        int size = Math.Max(Math.Max(1, leastSize), sizeHint) + more;
        _calls++;
        if (kind == StrictMemory.Protected && size <= ProtectedCapacity)
        {
            _protected ??= new GuardedMemory(ProtectedCapacity);
            return _given = _protected.Memory(size, isAtEnd: _calls % 4 != 0);
        }
        ref byte[]? array = ref _arrays[_calls % _arrays.Length];
        int needed = GuardLength + size + GuardLength;
        if (array is null || array.Length < needed) array = new byte[needed];
        _array = array;
        array.AsSpan(0, GuardLength).Fill(Guard);
        array.AsSpan(GuardLength + size, GuardLength).Fill(Guard);
        return _given = (kind == StrictMemory.NotAnArray ? new Hidden(array).Memory : array.AsMemory()).Slice(GuardLength, size);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Advance(int count)
    {
        if (count > _given.Length) throw new WriteFaultException($"{count} bytes advanced of {_given.Length}.");
        output.Write(_given.Span[..count]);
        TakeBack();
    }

    /// <summary>Nothing may have been written outside of the memory given last.</summary>
    public void Check() => TakeBack();

    private void TakeBack()
    {
        if (_given.IsEmpty) return;
        if (_array is { } array)
        {
            bool isIntact = !array.AsSpan(0, GuardLength).ContainsAnyExcept(Guard)
                && !array.AsSpan(GuardLength + _given.Length, GuardLength).ContainsAnyExcept(Guard);
            if (!isIntact) throw new WriteFaultException("Bytes were written outside of the memory given.");
        }
        _given.Span.Fill(Poison);
        (_given, _array) = (default, null);
    }

    /// <summary>Memory whose array cannot be had.</summary>
    private sealed class Hidden(byte[] array) : MemoryManager<byte>
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
