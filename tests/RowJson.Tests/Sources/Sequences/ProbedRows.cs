using System.Collections;

namespace RowJson.Tests;

/// <summary>Where a sequence fails.</summary>
public enum SequenceFault
{
    None,
    AtGetEnumerator,
    AtMoveNext,
    AtCurrent,
    AtDispose,
}

/// <summary>What was done to a sequence.</summary>
internal sealed class SequenceCalls
{
    public int Opened { get; set; }

    public int OpenedAsync { get; set; }

    public int Disposed { get; set; }
}

/// <summary>Rows that fail where they are told to, and count what is done to them.</summary>
internal class ProbedRows<T>(IReadOnlyList<T> rows, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0) : IEnumerable<T>
{
    public static IOException Thrown { get; } = new("The sequence fails.");

    protected SequenceCalls Calls => calls;

    public IEnumerator<T> GetEnumerator()
    {
        calls.Opened++;
        return Open();
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    protected Enumerator Open() => fault == SequenceFault.AtGetEnumerator ? throw Thrown : new Enumerator(rows, calls, fault, at);

    internal sealed class Enumerator(IReadOnlyList<T> rows, SequenceCalls calls, SequenceFault fault, int at) : IEnumerator<T>
    {
        private int _row = -1;

        public T Current => fault == SequenceFault.AtCurrent && _row == at ? throw Thrown : rows[_row];

        object? IEnumerator.Current => Current;

        public bool MoveNext()
        {
            if (calls.Disposed == calls.Opened + calls.OpenedAsync) throw new InvalidOperationException("A move after the disposal.");
            _row++;
            return fault == SequenceFault.AtMoveNext && _row == at ? throw Thrown : _row < rows.Count;
        }

        public void Dispose()
        {
            calls.Disposed++;
            if (fault == SequenceFault.AtDispose) throw Thrown;
        }

        public void Reset() => throw new NotSupportedException();
    }
}

/// <summary>The same rows asynchronously.</summary>
internal sealed class AsyncProbedRows<T>(IReadOnlyList<T> rows, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0, Action<int>? onMove = null)
    : ProbedRows<T>(rows, calls, fault, at), IAsyncEnumerable<T>
{
    public CancellationToken Token { get; private set; }

    public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        Calls.OpenedAsync++;
        Token = cancellationToken;
        return new AsyncEnumerator(Open(), onMove);
    }

    private sealed class AsyncEnumerator(Enumerator rows, Action<int>? onMove) : IAsyncEnumerator<T>
    {
        private int _moves;

        public T Current => rows.Current;

        public async ValueTask<bool> MoveNextAsync()
        {
            if (_moves % 2 == 1) await Task.Yield();
            onMove?.Invoke(_moves++);
            return rows.MoveNext();
        }

        public async ValueTask DisposeAsync()
        {
            await Task.Yield();
            rows.Dispose();
        }
    }
}
