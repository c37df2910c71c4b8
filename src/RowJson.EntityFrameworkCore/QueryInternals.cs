using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.Internal;
using Microsoft.EntityFrameworkCore.Storage;

namespace RowJson.EntityFrameworkCore;

// The steps of QueryCompiler, one by one: the services are those of the query's own context. They are not public API of EF Core's; where
// they have changed, calls end in an exception, and the query is enumerated.
internal sealed class QueryInternals
{
    private readonly QueryCompiler _compiler;
    private readonly DbContext _context;

    private QueryInternals(QueryCompiler compiler)
    {
        _compiler = compiler;
        Execution = ContextFactoryOf(compiler).Create();
        _context = Execution.Context;
    }

    // What one execution of the query is given: its parameters, the context.
    public QueryContext Execution { get; }

    // The services of a query; null if it is not one of EF Core's, or it is compiled in another way.
    public static QueryInternals? Of(IQueryable query) =>
        query.Provider is EntityQueryProvider provider && CompilerOf(provider) is QueryCompiler compiler
        && (compiler.GetType() == typeof(QueryCompiler) || compiler is EvaluatedCompiler)
            ? new QueryInternals(compiler)
            : null;

    // What the context of a query tracks: all, unless it is known to track less.
    public static QueryTrackingBehavior TrackingOf(IQueryable query) =>
        Ask(query, static context => context.ChangeTracker.QueryTrackingBehavior, unknown: QueryTrackingBehavior.TrackAll);

    // Whether it is known that the results of a query may execute queries when they are written.
    public static bool MayLoadLazily<T>(IQueryable<T> query) =>
        Ask(query, static context => LazyResults<T>.ArePossible(context.Model), unknown: false);

    private static TAnswer Ask<TAnswer>(IQueryable query, Func<DbContext, TAnswer> question, TAnswer unknown)
    {
        try
        {
            return Of(query) is { } internals ? question(internals._context) : unknown;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Another version of EF Core.
            return unknown;
        }
    }

    // The query with parameters in place of what its closures hold: Execution gets the values.
    public Expression ExtractParameters(Expression query) =>
        _compiler.ExtractParameters(
            query, Execution.Parameters, _context.GetService<IDiagnosticsLogger<DbLoggerCategory.Query>>());

    // The query that ExtractParameters has returned, to be executed with the values that Execution got.
    public IQueryable<T> Evaluated<T>(Expression extracted) =>
        new EntityQueryProvider(new EvaluatedCompiler(_context, Execution.Parameters)).CreateQuery<T>(extracted);

    // What is kept for a query, in EF Core's own cache, with its bounds.
    public T GetOrAdd<T>(Expression query, Func<T> create)
    {
        object key = _context.GetService<ICompiledQueryCacheKeyGenerator>().GenerateCacheKey(query, async: true);
        return _context.GetService<ICompiledQueryCache>().GetOrAddQuery<T>(new PlanKey(key, typeof(T)), () =>
        {
            T value = create();
            return _ => value;
        })(Execution);
    }

    // The code that executes the query, as EF Core compiles it.
    public Expression<Func<QueryContext, IAsyncEnumerable<T>>> Translate<T>(Expression query)
    {
        QueryCompilationContext compilation = _context.GetService<IQueryCompilationContextFactory>().Create(async: true);
        Expression<Func<QueryContext, IAsyncEnumerable<T>>> executor =
            compilation.CreateQueryExecutorExpression<IAsyncEnumerable<T>>(query);
        return (Expression<Func<QueryContext, IAsyncEnumerable<T>>>)
            _context.GetService<ILiftableConstantProcessor>().InlineConstants(executor, supportsPrecompiledQuery: false);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_queryCompiler")]
    private static extern ref IQueryCompiler CompilerOf(EntityQueryProvider provider);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_queryContextFactory")]
    private static extern ref IQueryContextFactory ContextFactoryOf(QueryCompiler compiler);

    // Executes a query with the values that have been read from its closures: their code runs once, as for a list.
    private sealed class EvaluatedCompiler(DbContext context, Dictionary<string, object?> values) : QueryCompiler(
        context.GetService<IQueryContextFactory>(),
        context.GetService<ICompiledQueryCache>(),
        context.GetService<ICompiledQueryCacheKeyGenerator>(),
        context.GetService<IDatabase>(),
        context.GetService<IDiagnosticsLogger<DbLoggerCategory.Query>>(),
        context.GetService<ICurrentDbContext>(),
        context.GetService<IEvaluatableExpressionFilter>(),
        context.Model)
    {
        public override Expression ExtractParameters(
            Expression query, Dictionary<string, object?> parameters, IDiagnosticsLogger<DbLoggerCategory.Query> logger,
            bool compiledQuery = false, bool generateContextAccessors = false)
        {
            foreach ((string name, object? value) in values) parameters.Add(name, value);
            return query;
        }
    }

    private sealed record PlanKey(object Query, Type Plan);
}
