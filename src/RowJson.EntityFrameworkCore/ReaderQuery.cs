using System.Data.Common;
using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.Internal;

namespace RowJson.EntityFrameworkCore;

// A query whose rows may be read from the database's reader, ready to be executed. Its closures are read once, when it is found.
// extracted: the query, with parameters in place of its closures.
// T: what the query returns.
internal sealed class ReaderQuery<T>(QueryInternals internals, Expression extracted, ReaderQueryPlan<T> plan)
{
    // How its columns are read.
    public ReaderQueryPlan<T> Plan => plan;

    // The query as objects.
    public IQueryable<T> Evaluated => internals.Evaluated<T>(extracted);

    // The reader, once for each row, also as an IAsyncEnumerable<T>. The plan must have a shape.
    public IEnumerable<DbDataReader> Execute() => new EndedRows(plan.Executor!(internals.Execution));

    // Looks at how a query is executed; null if that is not known.
    public static ReaderQuery<T>? Find(IQueryable<T> query)
    {
        if (QueryInternals.Of(query) is not { } internals) return null;
        Expression extracted = internals.ExtractParameters(query.Expression);
        ReaderQueryPlan<T> plan = internals.GetOrAdd(extracted, () => ReaderQueryPlan<T>.Create(internals.Translate<T>(extracted)));
        return new ReaderQuery<T>(internals, extracted, plan);
    }
}

// How the rows of a query are read: the code that EF Core has compiled to execute it, except the part that makes an object of a row. Here
// each member that this part reads has its own function.
internal sealed class ReaderQueryPlan<T>
{
    private readonly MemberReader[] _members;
    private ContractShape? _shape;

    private ReaderQueryPlan(Func<QueryContext, IEnumerable<DbDataReader>>? executor, MemberReader[] members)
    {
        Executor = executor;
        _members = members;
    }

    // Executes the query; null if its rows cannot be read by columns.
    public Func<QueryContext, IEnumerable<DbDataReader>>? Executor { get; }

    // Looks at what EF Core has compiled.
    public static ReaderQueryPlan<T> Create(Expression<Func<QueryContext, IAsyncEnumerable<T>>> executor)
    {
        // Where a filter of the model reads its context, parameters are computed first.
        Expression[] before = executor.Body is BlockExpression { Variables.Count: 0 } block ? [.. block.Expressions.SkipLast(1)] : [];
        Expression body = before.Length == 0 ? executor.Body : ((BlockExpression)executor.Body).Result;
        while (body is UnaryExpression { NodeType: ExpressionType.Convert, Operand: var operand }) body = operand;
        if (body is not MethodCallExpression call
            || call.Method.DeclaringType != typeof(SingleQueryingEnumerable)
            || call.Arguments.SingleOrDefault(IsMaker) is not LambdaExpression maker
            || RowMembers.Read(maker) is not { } members) return new ReaderQueryPlan<T>(executor: null, []);
        return new ReaderQueryPlan<T>(WithReader(executor, before, call, maker).Compile(), members);
    }

    // The function that makes an object of the reader's row.
    private static bool IsMaker(Expression argument) =>
        argument is Expression<Func<QueryContext, DbDataReader, ResultContext, SingleQueryResultCoordinator, T>>;

    // The columns of the type's contract under these options; null if they need objects.
    public JsonRowShape<DbDataReader>? ShapeFor(System.Text.Json.JsonSerializerOptions options)
    {
        // Most queries are written with one instance of options.
        ContractShape? shape = Volatile.Read(ref _shape);
        if (shape is null || !ReferenceEquals(shape.Options, options))
            Volatile.Write(ref _shape, shape = new ContractShape(typeof(T), options, _members));
        return shape.Shape;
    }

    // The call with a function that returns the reader in place of the one that makes an object.
    private static Expression<Func<QueryContext, IEnumerable<DbDataReader>>> WithReader(
        LambdaExpression executor, Expression[] before, MethodCallExpression call, LambdaExpression maker)
    {
        Expression reader = Expression.Lambda<Func<QueryContext, DbDataReader, ResultContext, SingleQueryResultCoordinator, DbDataReader>>(
            maker.Parameters[1], maker.Parameters);
        Expression execution = Expression.Call(
            call.Method.GetGenericMethodDefinition().MakeGenericMethod(typeof(DbDataReader)),
            call.Arguments.Select(argument => argument == maker ? reader : argument));
        return Expression.Lambda<Func<QueryContext, IEnumerable<DbDataReader>>>(
            Expression.Block([.. before, execution]), executor.Parameters);
    }
}
