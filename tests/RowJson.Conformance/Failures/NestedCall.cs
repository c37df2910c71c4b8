using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Conformance;

/// <summary>A call that a row, or a sink, makes on the write that is under way.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="IsOnWriter">It is made on a row writer.</param>
/// <param name="Call">Makes it; an asynchronous call is waited for.</param>
internal sealed record NestedCall(string Name, bool IsOnWriter, Action<FailureCase> Call)
{
    /// <summary>Long enough to need a buffer of its own, and with names that no other row has.</summary>
    private static readonly Row Other = new() { ["other"] = new string('o', 100), ["nested"] = new Row { ["deep"] = 1 } };

    private static readonly TimeSpan Forever = TimeSpan.FromMinutes(1);

    public static readonly NestedCall WriteRows = new("JsonRows.WriteTo", false, run => run.WriteOther!());

    public static readonly NestedCall[] All =
    [
        WriteRows,
        new("WriteRow", true, run => run.Writer!.WriteRow(Other)),
        new("WriteRow(object)", true, run => run.Writer!.WriteRow((object)"text")),
        new("WriteRowAsync", true, run => Wait(run.Writer!.WriteRowAsync(Other).AsTask())),
        new("Flush", true, run => run.Writer!.Flush()),
        new("FlushAsync", true, run => Wait(run.Writer!.FlushAsync().AsTask())),
        new("Complete", true, run => run.Writer!.Complete()),
        new("CompleteAsync", true, run => Wait(run.Writer!.CompleteAsync().AsTask())),
        new("Dispose", true, run => run.Writer!.Dispose()) { IsDisposal = true },
        new("DisposeAsync", true, run => Wait(run.Writer!.DisposeAsync().AsTask())) { IsDisposal = true },
        new("WriteRow on another thread", true, run => Wait(Task.Run(() => run.Writer!.WriteRow(Other)))),
    ];

    /// <summary>Disposal from elsewhere, which may be refused, or be taken at the end of what is under way.</summary>
    public static readonly NestedCall[] DisposalsElsewhere =
    [
        new("Dispose on another thread", true, run => Wait(Task.Run(() => run.Writer!.Dispose()))) { IsDisposal = true },
        new("DisposeAsync on another thread", true, run => run.AwaitedLater.Add(Task.Run(async () => await run.Writer!.DisposeAsync())))
        {
            IsDisposal = true,
        },
    ];

    /// <summary>It ends the writer.</summary>
    public bool IsDisposal { get; private init; }

    /// <summary>The rows that <see cref="WriteRows"/> writes.</summary>
    public static JsonRows OtherRows() => JsonRows.From([Other, Other]);

    public static void Wait(Task task)
    {
        if (!task.IsCompleted && Task.WaitAny([task], Forever) < 0) throw new TimeoutException("The nested call does not end.");
        task.GetAwaiter().GetResult();
    }
}
