namespace RowJson.AspNetCore.Tests;

/// <summary>Counts how often it is disposed.</summary>
internal sealed class Resource : IDisposable, IAsyncDisposable
{
    private readonly TaskCompletionSource _disposed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public int Disposals { get; private set; }

    /// <summary>Ends when it is disposed.</summary>
    public Task Disposed => _disposed.Task.WaitAsync(TimeSpan.FromSeconds(30));

    public void Dispose()
    {
        Disposals++;
        _disposed.TrySetResult();
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return default;
    }
}
