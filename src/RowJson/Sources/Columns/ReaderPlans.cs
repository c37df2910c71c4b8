namespace RowJson;

// The compiled code of one context for results of readers, by the reader's type and the types of the columns. To compile one takes as long
// as to write some hundred thousand cells, but results come again and again.
// Compiled code refers to the reader's type, and would keep an assembly that can be unloaded. Here the type is the key of a weak table and
// its plans are the value: they live no longer than the type.
// access: whether cells are read by compiled code.
// maxColumns: the columns that are compiled for one type of reader: each takes some 500 bytes.
internal sealed class ReaderPlans(ObjectAccess access, int maxColumns = ReaderPlans.MaxColumns)
{
    private const int MaxColumns = 4096;

    // Rows of one result that are written before its columns are compiled, or are looked up.
    private const int RowsBeforeCompiling = 200;

    // Rows of one result after which it is worth more than one that was compiled before it.
    private const int RowsOfLongResult = 100_000;

    private readonly ConditionalWeakTable<Type, List<ReaderPlan>> _plans = [];

    // The plans of a context.
    public static ReaderPlans Of(RowContext context) => context.Extra(static options => new ReaderPlans(options.ObjectAccess));

    // Rows that a result has before it asks for its plan.
    public long RowsBeforePlan { get; } =
        !RuntimeFeature.IsDynamicCodeSupported ? long.MaxValue
        : access switch
        {
            ObjectAccess.Automatic => RowsBeforeCompiling,
            ObjectAccess.Compiled => 0,
            _ => long.MaxValue,
        };

    // Rows after which a result asks once more that got no plan after this many.
    public static long RowsBeforeAskingAgain(long rows) => rows < RowsOfLongResult ? RowsOfLongResult : long.MaxValue;

    // The plan for such a result, compiled or not yet; null where there are too many others.
    // reader: A reader of the type.
    // columns: the columns of its result.
    // rows: the rows of the result so far.
    public ReaderPlan? Find(DbDataReader reader, ReaderColumn[] columns, long rows)
    {
        ReaderPlan? plan;
        List<ReaderPlan> plans = _plans.GetValue(reader.GetType(), static _ => []);
        lock (plans)
        {
            plan = plans.Find(candidate => candidate.Fits(columns));
            if (plan is not null || !MakeRoom(plans, columns.Length, rows)) return plan;
            // A plan may live as long as the reader's type: a converter could lead back to these options.
            plans.Add(plan = new ReaderPlan(Array.ConvertAll(columns, it => new ReaderColumn(it.Name, it.Ordinal, it.Kind, it.Scalar))));
        }
        Compile(plan, reader);
        return plan;
    }

    private bool MakeRoom(List<ReaderPlan> plans, int columns, long rows)
    {
        if (columns > maxColumns) return false;
        int count = plans.Sum(plan => plan.ColumnCount) + columns;
        if (count > maxColumns && rows < RowsOfLongResult) return false;
        while (count > maxColumns)
        {
            count -= plans[0].ColumnCount;
            plans.RemoveAt(0);
        }
        return true;
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "No plan is asked for where dynamic code is not supported.")]
    private void Compile(ReaderPlan plan, DbDataReader reader)
    {
        if (access == ObjectAccess.Compiled) plan.Compile(reader);
        else
            ThreadPool.UnsafeQueueUserWorkItem(
                static work => work.Plan.Compile(work.Reader), (Plan: plan, Reader: reader), preferLocal: false);
    }
}

// The compiled code for one type of reader and the types of its columns, in this order.
internal sealed class ReaderPlan(ReaderColumn[] columns)
{
    private ReaderCellsWriter[]? _writers;

    public int ColumnCount => columns.Length;

    // What writes consecutive columns, all of them together; null while it is being compiled, and if that has failed.
    public ReaderCellsWriter[]? Writers => Volatile.Read(ref _writers);

    // A result with these columns is written by the same code.
    public bool Fits(ReaderColumn[] others)
    {
        if (others.Length != columns.Length) return false;
        for (int i = 0; i < columns.Length; i++)
            if (others[i].Kind != columns[i].Kind || others[i].Ordinal != columns[i].Ordinal) return false;
        return true;
    }

    // Compiles the columns; the reader is asked for nothing but its methods.
    [RequiresDynamicCode("Emits methods at run time.")]
    public void Compile(DbDataReader reader)
    {
        try
        {
            Volatile.Write(ref _writers, ReaderCellsCompiler.Compile(reader, columns));
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A type that cannot be compiled for: its rows are written as the first ones are.
        }
    }
}
