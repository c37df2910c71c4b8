using System.Collections.Concurrent;
using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore.Tests;

/// <summary>Where a source breaks.</summary>
public enum Break
{
    BeforeFirstRow,
    InFirstBatch,
    Late,
    ClientLeaves,
    TimeoutBeforeFirstRow,
    TimeoutInFirstBatch,
    TimeoutLate,
}

/// <summary>
/// Rows that break for the first client, and are whole for those that come after it: what a second client gets shows whether somebody has
/// kept a part of the first answer.
/// </summary>
internal sealed class Breaking(Break at)
{
    /// <summary>So many that an answer has some six batches.</summary>
    public const int Count = 4_000;

    /// <summary>The header in which a client says which it is: a request that is sent again breaks again.</summary>
    public const string Client = "Client";

    private static readonly List<Order> All = Rows.Orders(Count);

    private readonly ConcurrentDictionary<string, TaskCompletionSource> _reached = [];

    /// <summary>The row before which it breaks: the first batch has some 800.</summary>
    private int BreakingRow => at switch
    {
        Break.BeforeFirstRow or Break.TimeoutBeforeFirstRow => 0,
        Break.InFirstBatch or Break.TimeoutInFirstBatch => 500,
        _ => Count / 2,
    };

    /// <summary>The source waits for the timeout of this request.</summary>
    public bool WaitsForTimeout(HttpContext context) => at >= Break.TimeoutBeforeFirstRow && IsFirst(context);

    /// <summary>The source is where the client leaves.</summary>
    public Task ReachedAsync(string name) => ReachedSource(name).Task.WaitAsync(TimeSpan.FromSeconds(60));

    public IEnumerable<Order> Read(string name, HttpContext context)
    {
        using CancellationTokenSource aborted = Aborted(context);
        bool breaks = IsFirst(context);
        foreach (Order order in All)
        {
            if (breaks && order.Id == BreakingRow)
            {
                FailOrReach(name);
                // A source without a token goes on when the wait is over.
                aborted.Token.WaitHandle.WaitOne(TimeSpan.FromSeconds(60));
            }
            yield return order;
        }
    }

    public async IAsyncEnumerable<Order> ReadAsync(string name, HttpContext context)
    {
        using CancellationTokenSource aborted = Aborted(context);
        bool breaks = IsFirst(context);
        foreach (Order order in All)
        {
            if (breaks && order.Id == BreakingRow)
            {
                FailOrReach(name);
                await Task.Delay(TimeSpan.FromSeconds(60), aborted.Token);
            }
            yield return order;
        }
    }

    /// <summary>The request is over for middleware that replaces the token, or for the server.</summary>
    private static CancellationTokenSource Aborted(HttpContext context) =>
        CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, (CancellationToken)context.Items[nameof(Breaking)]!);

    private void FailOrReach(string name)
    {
        if (at is Break.BeforeFirstRow or Break.InFirstBatch or Break.Late) throw new TimeoutException("The database has gone.");
        ReachedSource(name).TrySetResult();
    }

    private static bool IsFirst(HttpContext context) => context.Request.Headers[Client] == "1";

    private TaskCompletionSource ReachedSource(string name) =>
        _reached.GetOrAdd(name, static _ => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
}
