using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tester;

/// <summary>Rows of which one calls the write that is under way: from a getter, or from its own enumeration.</summary>
internal sealed class CallingRows : SoakRows
{
    private static readonly JsonRowShape<Row> Shape = new JsonRowShape<Row>()
        .Column("id", row => row["id"])
        .Column("text", row => row["text"])
        .Column("call", row => row["call"]);

    private static readonly Row Other = new() { ["other"] = new string('o', 3000), ["nested"] = new Row { ["deep"] = 1 } };

    private readonly List<Row> _rows;
    private readonly Caller _caller;

    public CallingRows(Random random)
        : this(random, new Caller(), random.Next(1, 200))
    {
    }

    private CallingRows(Random random, Caller caller, int count)
        : this(caller, Create(random, caller, count))
    {
    }

    private CallingRows(Caller caller, List<Row> rows)
        : base(rows) => (_caller, _rows) = (caller, rows);

    public override IReadOnlyList<Func<JsonRows>> Sources =>
    [
        () => JsonRows.From(_rows.Select(row => row)),
        () => JsonRows.From(_rows.Select(Enumerate)),
        () => JsonRows.From(_rows.Cast<object>()),
        () => JsonRows.From(_rows.Select(row => row), Shape),
    ];

    public override IReadOnlyList<Func<AsyncJsonRows>> AsyncSources =>
    [
        () => JsonRows.From(WaitFor(_rows)),
        () => JsonRows.From(WaitFor(_rows), Shape),
    ];

    public override IReadOnlyList<Action<JsonRowWriter>> Pushes =>
    [
        writer => _rows.ForEach(row => writer.WriteRow(row)),
        writer => _rows.ForEach(row => writer.WriteRow(Enumerate(row))),
        writer => _rows.ForEach(row => writer.WriteRow(row, Shape)),
    ];

    public override IReadOnlyList<Func<JsonRowWriter, CancellationToken, Task>> AsyncPushes =>
    [
        async (writer, token) =>
        {
            foreach (Row row in _rows)
                if (!await writer.WriteRowAsync(row, token)) return;
        },
        async (writer, token) =>
        {
            foreach (Row row in _rows)
                if (!await writer.WriteRowAsync(row, Shape, token)) return;
        },
    ];

    /// <summary>Sets what the row calls in the next write; nothing where the sinks are null.</summary>
    public void Call(Random random, SoakSinks? sinks)
    {
        _caller.Swallows = random.Next(2) == 0;
        _caller.Call = sinks is null ? null : ChooseCall(random, sinks);
    }

    /// <summary>Nested calls since the last time that did not end as expected.</summary>
    public IReadOnlyList<string> TakeFaults() => _caller.TakeFaults();

    private static Action ChooseCall(Random random, SoakSinks sinks)
    {
        if (sinks.Writer is null) return () => sinks.WriteOther!(JsonRows.From([Other]));
        Action<JsonRowWriter> call = random.Next(10) switch
        {
            0 => writer => writer.Flush(),
            1 => writer => writer.FlushAsync().AsTask().GetAwaiter().GetResult(),
            2 => writer => writer.Complete(),
            3 => writer => writer.CompleteAsync().AsTask().GetAwaiter().GetResult(),
            4 => writer => writer.Dispose(),
            5 => writer => writer.DisposeAsync().AsTask().GetAwaiter().GetResult(),
            6 => writer => writer.WriteRowAsync(Other).AsTask().GetAwaiter().GetResult(),
            7 => writer => Task.Run(() => writer.WriteRow(Other)).GetAwaiter().GetResult(),
            _ => writer => writer.WriteRow(Other),
        };
        return () => call(sinks.Writer);
    }

    private static IEnumerable<KeyValuePair<string, object?>> Enumerate(Row row)
    {
        foreach (KeyValuePair<string, object?> pair in row)
        {
            // In place of the getter, which is no longer called.
            if (pair.Value is Caller caller) yield return new(pair.Key, new { caller.Value });
            else yield return pair;
        }
    }

    private static List<Row> Create(Random random, Caller caller, int count)
    {
        int at = random.Next(count);
        return [.. Enumerable.Range(0, count).Select(i => new Row
        {
            ["id"] = i,
            ["text"] = Text(random),
            ["call"] = i == at ? caller : new { Value = i },
        })];
    }

    /// <summary>A value that makes the call in its only getter.</summary>
    internal sealed class Caller
    {
        private List<string> _faults = [];

        internal Action? Call { get; set; }

        /// <summary>It catches what the call throws.</summary>
        internal bool Swallows { get; set; }

        internal IReadOnlyList<string> TakeFaults()
        {
            IReadOnlyList<string> faults = _faults;
            _faults = [];
            return faults;
        }

        public int Value
        {
            get
            {
                if (Call is null) return 1;
                try
                {
                    Call();
                    _faults.Add("a call from inside a row was not refused");
                }
                catch (Exception exception)
                {
                    if (exception is not InvalidOperationException or ObjectDisposedException) _faults.Add(exception.ToString());
                    if (!Swallows) throw;
                }
                return 1;
            }
        }
    }
}
