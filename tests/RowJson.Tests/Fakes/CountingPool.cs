using System.Buffers;
using System.Collections.Concurrent;

namespace RowJson.Tests;

/// <summary>
/// A pool that knows what is out: arrays that are not given back, given back twice or never rented are seen. What comes back
/// is poisoned, so that whoever still uses it writes wrong bytes.
/// </summary>
internal sealed class CountingPool : ArrayPool<byte>
{
    private readonly ConcurrentDictionary<byte[], bool> _out = new(ReferenceEqualityComparer.Instance);
    private long _rented;
    private long _bytesOut;
    private long _mostBytesOut;

    /// <summary>Arrays rented and not given back.</summary>
    public int Outstanding => _out.Count;

    public long Rented => Interlocked.Read(ref _rented);

    public long BytesOutstanding => Interlocked.Read(ref _bytesOut);

    /// <summary>The most bytes that were out at one time.</summary>
    public long MostBytesOutstanding => Interlocked.Read(ref _mostBytesOut);

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = Shared.Rent(minimumLength);
        _out[array] = true;
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
        if (!_out.TryRemove(array, out _)) throw new InvalidOperationException("An array was returned that is not out.");
        Interlocked.Add(ref _bytesOut, -array.Length);
        array.AsSpan(0, Math.Min(array.Length, 64 * 1024)).Fill(0xEE);
        Shared.Return(array);
    }
}
