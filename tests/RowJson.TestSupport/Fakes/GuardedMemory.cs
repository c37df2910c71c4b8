using System.Buffers;
using System.Runtime.InteropServices;

namespace RowJson.Tests;

/// <summary>
/// Memory between two pages that may not be touched: a read or write one byte outside of a span that <see cref="AtStart"/> or
/// <see cref="AtEnd"/> gives ends the process. Where pages cannot be protected (not Linux) it is unprotected memory.
/// </summary>
internal sealed unsafe partial class GuardedMemory : IDisposable
{
    private const int ProtectNone = 0;
    private const int ProtectReadWrite = 1 | 2;
    private const int MapPrivateAnonymous = 0x02 | 0x20;

    private readonly byte* _mapping;
    private readonly nuint _mappingLength;
    private readonly byte* _memory;

    /// <param name="capacity">Bytes at least; rounded up to whole pages.</param>
    public GuardedMemory(int capacity)
    {
        int page = Environment.SystemPageSize;
        Capacity = (capacity + page - 1) / page * page;
        _mappingLength = (nuint)(Capacity + 2 * page);
        IsGuarded = OperatingSystem.IsLinux();
        if (!IsGuarded)
        {
            _mapping = (byte*)NativeMemory.AllocZeroed(_mappingLength);
            _memory = _mapping + page;
            return;
        }

        nint mapping = Map(0, _mappingLength, ProtectNone, MapPrivateAnonymous, -1, 0);
        if (mapping == -1) throw new InvalidOperationException("mmap failed");
        _mapping = (byte*)mapping;
        _memory = _mapping + page;
        if (Protect((nint)_memory, (nuint)Capacity, ProtectReadWrite) != 0) throw new InvalidOperationException("mprotect failed");
    }

    /// <summary>Whether the pages around are protected.</summary>
    public bool IsGuarded { get; }

    public int Capacity { get; }

    /// <summary>The first bytes: nothing before them may be touched.</summary>
    public Span<byte> AtStart(int length) => new Span<byte>(_memory, Capacity)[..length];

    /// <summary>The last bytes: nothing after them may be touched.</summary>
    public Span<byte> AtEnd(int length) => new Span<byte>(_memory, Capacity)[(Capacity - length)..];

    /// <summary>A copy of bytes, with a protected page after it.</summary>
    public Span<byte> CopyAtEnd(ReadOnlySpan<byte> bytes)
    {
        Span<byte> copy = AtEnd(bytes.Length);
        bytes.CopyTo(copy);
        return copy;
    }

    /// <summary>A copy of bytes, with a protected page before it.</summary>
    public Span<byte> CopyAtStart(ReadOnlySpan<byte> bytes)
    {
        Span<byte> copy = AtStart(bytes.Length);
        bytes.CopyTo(copy);
        return copy;
    }

    /// <summary>The same for who takes memory and no span.</summary>
    public Memory<byte> Memory(int length, bool isAtEnd) => new Manager(this, length, isAtEnd).Memory;

    public void Dispose()
    {
        if (IsGuarded) _ = Unmap((nint)_mapping, _mappingLength);
        else NativeMemory.Free(_mapping);
    }

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint Map(nint address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect")]
    private static partial int Protect(nint address, nuint length, int protection);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int Unmap(nint address, nuint length);

    /// <summary>Memory that is no array.</summary>
    private sealed class Manager(GuardedMemory memory, int length, bool isAtEnd) : MemoryManager<byte>
    {
        public override Span<byte> GetSpan() => isAtEnd ? memory.AtEnd(length) : memory.AtStart(length);

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
