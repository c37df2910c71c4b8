using System.Collections;

namespace RowJson.Tests;

/// <summary>Numbers that come one after the other, and what becomes of them.</summary>
internal sealed class ProbedSequence(int count, int failAt = -1) : IEnumerable<int>, IEnumerator<int>
{
    public int Given { get; private set; }

    public bool IsDisposed { get; private set; }

    public int Current => Given - 1;

    object IEnumerator.Current => Current;

    public IEnumerator<int> GetEnumerator() => this;

    IEnumerator IEnumerable.GetEnumerator() => this;

    public bool MoveNext() => Given == failAt ? throw new IOException("The source is gone.") : Given++ < count;

    public void Reset() => throw new NotSupportedException();

    public void Dispose() => IsDisposed = true;
}
