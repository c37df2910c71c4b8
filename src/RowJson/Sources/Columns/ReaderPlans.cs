using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>
/// The compiled code of one context for results of readers, by the reader's type and the types of the columns. To compile one takes as
/// long as to write some hundred thousand cells, but results come again and again.
/// </summary>
/// <remarks>
/// Compiled code refers to the reader's type, and would keep an assembly that can be unloaded. Here the type is the key of a weak table
/// and its plans are the value: they live no longer than the type.
/// </remarks>
/// <param name="access">Whether cells are read by compiled code.</param>
/// <param name="maxColumns">The columns that are compiled for one type of reader: each takes some 500 bytes.</param>
internal sealed class ReaderPlans(ObjectAccess access, int maxColumns = ReaderPlans.MaxColumns)
{
    private const int MaxColumns = 4096;

    /// <summary>Rows of one result that are written before its columns are compiled, or are looked up.</summary>
    private const int RowsBeforeCompiling = 200;

    /// <summary>Rows of one result after which it is worth more than one that was compiled before it.</summary>
    private const int RowsOfLongResult = 100_000;

    private readonly ConditionalWeakTable<Type, List<ReaderPlan>> _plans = [];

    /// <summary>The plans of a context.</summary>
    public static ReaderPlans Of(RowContext context) => context.Extra(static options => new ReaderPlans(options.ObjectAccess));

    /// <summary>Rows that a result has before it asks for its plan.</summary>
    public long RowsBeforePlan { get; } =
        !RuntimeFeature.IsDynamicCodeSupported ? long.MaxValue
        : access switch
        {
            ObjectAccess.Automatic => RowsBeforeCompiling,
            ObjectAccess.Compiled => 0,
            _ => long.MaxValue,
        };

    /// <summary>Rows after which a result asks once more that got no plan after this many.</summary>
    public static long RowsBeforeAskingAgain(long rows) => rows < RowsOfLongResult ? RowsOfLongResult : long.MaxValue;

    /// <summary>The plan for such a result, compiled or not yet; null where there are too many others.</summary>
    /// <param name="reader">A reader of the type.</param>
    /// <param name="columns">The columns of its result.</param>
    /// <param name="rows">The rows of the result so far.</param>
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

/// <summary>The compiled code for one type of reader and the types of its columns, in this order.</summary>
internal sealed class ReaderPlan(ReaderColumn[] columns)
{
    private ReaderCellsWriter[]? _writers;

    public int ColumnCount => columns.Length;

    /// <summary>What writes consecutive columns, all of them together; null while it is being compiled, and if that has failed.</summary>
    public ReaderCellsWriter[]? Writers => Volatile.Read(ref _writers);

    /// <summary>A result with these columns is written by the same code.</summary>
    public bool Fits(ReaderColumn[] others)
    {
        if (others.Length != columns.Length) return false;
        for (int i = 0; i < columns.Length; i++)
            if (others[i].Kind != columns[i].Kind || others[i].Ordinal != columns[i].Ordinal) return false;
        return true;
    }

    /// <summary>Compiles the columns; the reader is asked for nothing but its methods.</summary>
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
