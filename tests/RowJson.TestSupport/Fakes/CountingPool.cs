using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson.Tests;

/// <summary>
/// A pool that tracks rented arrays and who reads them. It detects arrays that are not returned, returned twice, never rented,
/// returned while a sink reads them, or written after their return. Returned arrays are poisoned, so that a late reader sends wrong
/// bytes, and are kept for a while before they are rented again.
/// </summary>
internal sealed class CountingPool : ArrayPool<byte>
{
    private const byte Poison = 0xEE;

    /// <summary>Of a longer array only the beginning is poisoned.</summary>
    private const int PoisonedLength = 64 * 1024;

    /// <summary>The number of returned arrays that are kept: a late write into one of them is detected.</summary>
    private const int RestingArrays = 8;

    private readonly ConcurrentDictionary<byte[], int> _out = new(ReferenceEqualityComparer.Instance);
    private readonly ConcurrentQueue<byte[]> _resting = new();
    private readonly ConcurrentQueue<string> _faults = new();
    private long _rented;
    private long _bytesOut;
    private long _mostBytesOut;

    /// <summary>Arrays rented and not returned.</summary>
    public int Outstanding => _out.Count;

    public long Rented => Interlocked.Read(ref _rented);

    public long BytesOutstanding => Interlocked.Read(ref _bytesOut);

    /// <summary>The most bytes that were rented at one time.</summary>
    public long MostBytesOutstanding => Interlocked.Read(ref _mostBytesOut);

    /// <summary>Wrong returns and late writes. A library that catches exceptions cannot hide them.</summary>
    public IReadOnlyCollection<string> Faults => _faults;

    /// <summary>Removes one of the faults, so that it is reported once.</summary>
    public bool TryTakeFault([NotNullWhen(true)] out string? fault) => _faults.TryDequeue(out fault);

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = Shared.Rent(minimumLength);
        _out[array] = 0;
        Interlocked.Increment(ref _rented);
        long now = Interlocked.Add(ref _bytesOut, array.Length);
        long most = Interlocked.Read(ref _mostBytesOut);
        while (now > most)
        {
            long seen = Interlocked.CompareExchange(ref _mostBytesOut, now, most);
            if (seen == most) break;
            most = seen;
        }
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        if (!_out.TryRemove(array, out int holders)) throw Fault("An array was returned that is not out.");
        Interlocked.Add(ref _bytesOut, -array.Length);
        array.AsSpan(0, Math.Min(array.Length, PoisonedLength)).Fill(Poison);
        _resting.Enqueue(array);
        if (_resting.Count > RestingArrays && _resting.TryDequeue(out byte[]? rested))
        {
            CheckPoison(rested);
            Shared.Return(rested);
        }
        if (holders > 0) throw Fault("An array was returned that a sink still reads.");
    }

    /// <summary>A sink begins to read: returning the memory's array before <see cref="Release"/> is a fault.</summary>
    /// <returns>The array; null if the memory is not of this pool.</returns>
    public byte[]? Hold(ReadOnlyMemory<byte> memory) =>
        MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment) ? Hold(segment.Array!) : null;

    /// <inheritdoc cref="Hold(ReadOnlyMemory{byte})"/>
    public byte[]? Hold(ReadOnlySpan<byte> memory)
    {
        ref byte first = ref MemoryMarshal.GetReference(memory);
        foreach ((byte[] array, _) in _out)
        {
            nint offset = Unsafe.ByteOffset(ref MemoryMarshal.GetArrayDataReference(array), ref first);
            if (offset >= 0 && offset < array.Length) return Hold(array);
        }
        return null;
    }

    /// <summary>A sink has read what it held.</summary>
    public void Release(byte[]? held)
    {
        if (held is not null) Count(held, -1);
    }

    /// <summary>Leaves the rented arrays to the garbage collector; returns their number.</summary>
    public int Abandon()
    {
        int abandoned = 0;
        foreach ((byte[] array, _) in _out)
        {
            if (!_out.TryRemove(array, out _)) continue;
            Interlocked.Add(ref _bytesOut, -array.Length);
            abandoned++;
        }
        return abandoned;
    }

    /// <summary>Looks for late writes into the arrays that are kept now.</summary>
    public void CheckResting()
    {
        foreach (byte[] array in _resting) CheckPoison(array);
    }

    private byte[]? Hold(byte[] array) => Count(array, 1) ? array : null;

    private bool Count(byte[] array, int change)
    {
        while (_out.TryGetValue(array, out int holders))
            if (_out.TryUpdate(array, holders + change, holders)) return true;
        return false;
    }

    private void CheckPoison(byte[] array)
    {
        int written = array.AsSpan(0, Math.Min(array.Length, PoisonedLength)).IndexOfAnyExcept(Poison);
        if (written >= 0) Fault($"Byte {written} of an array was written after its return.");
    }

    private InvalidOperationException Fault(string fault)
    {
        _faults.Enqueue(fault);
        return new InvalidOperationException(fault);
    }
}
