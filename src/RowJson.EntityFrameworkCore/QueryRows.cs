using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Query;

namespace RowJson.EntityFrameworkCore;

// Decides how the rows of a query are read, for one write.
internal static class QueryRows
{
    private static readonly MethodInfo AsNoTracking =
        new Func<IQueryable<object>, IQueryable<object>>(EntityFrameworkQueryableExtensions.AsNoTracking)
            .Method.GetGenericMethodDefinition();

    // The rows of the database's reader if that gives the same bytes, else the results of the query.
    public static JsonRows Choose<T>(IQueryable<T> query, JsonRowOptions options) =>
        FromReader(query, options, out IQueryable<T> evaluated) ?? FromResults(evaluated);

    // The rows of the database's reader; null if the query or the options need objects.
    // evaluated: the query, with the values of its closures if they have been read.
    public static JsonRows? FromReader<T>(IQueryable<T> query, JsonRowOptions options, out IQueryable<T> evaluated)
    {
        evaluated = query;
        if (TellsColumnsFromProperties(options) || !EndsInConstructor(query.Expression, typeof(T))) return null;
        try
        {
            if (ReaderQuery<T>.Find(query) is not { } found) return null;
            if (found.Plan.ShapeFor(options.SerializerOptions) is { } shape) return JsonRows.From(found.Execute(), shape);
            evaluated = found.Evaluated;
            return null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A query that is wrong says so itself when it is enumerated; another version of EF Core may have other internals.
            return null;
        }
    }

    // For objects, a filter sees no types, and names are not refused: with columns, these options would do something else.
    private static bool TellsColumnsFromProperties(JsonRowOptions options) =>
        options.ColumnFilter is not null || options.RequireUniqueColumnNames;

    // The query constructs its results as objects: an entity, for example, cannot be read by columns.
    private static bool EndsInConstructor(Expression query, Type type)
    {
        while (query is MethodCallExpression { Method.IsStatic: true, Arguments: [{ } source, ..] arguments })
        {
            if (arguments[^1] is UnaryExpression { NodeType: ExpressionType.Quote, Operand: LambdaExpression { Body: var body } }
                && body.Type == type && body is NewExpression or MemberInitExpression) return true;
            query = source;
        }
        return false;
    }

    // Turns tracking off, unless the query says how its results are tracked, or the context does not track anyway.
    private static JsonRows FromResults<T>(IQueryable<T> query)
    {
        if (query.Provider is not IAsyncQueryProvider) return JsonRows.From(query);
        QueryTrackingBehavior? ofQuery = BehaviorOf(query.Expression);
        return (ofQuery ?? QueryInternals.TrackingOf(query)) switch
        {
            QueryTrackingBehavior.NoTracking => FromUntracked(query),
            QueryTrackingBehavior.TrackAll when ofQuery is null => FromUntracked(WithoutTracking(query)),
            _ => FromList(query),
        };
    }

    // Writing an entity that loads lazily executes a query, for which most providers need the connection of this one.
    private static JsonRows FromUntracked<T>(IQueryable<T> query) =>
        QueryInternals.MayLoadLazily(query) ? FromList(query) : JsonRows.From(query);

    private static JsonRows FromList<T>(IQueryable<T> query) => JsonRows.From((IEnumerable<T>)new ListedQuery<T>(query));

    // AsNoTracking is for classes: results of a query that are structures are not tracked.
    private static IQueryable<T> WithoutTracking<T>(IQueryable<T> query) => typeof(T).IsValueType
        ? query
        : query.Provider.CreateQuery<T>(Expression.Call(AsNoTracking.MakeGenericMethod(typeof(T)), query.Expression));

    // What the last call says about tracking; null if none does.
    private static QueryTrackingBehavior? BehaviorOf(Expression query)
    {
        for (; query is MethodCallExpression { Arguments: [{ } source, ..] } call; query = source)
        {
            if (call.Method.DeclaringType != typeof(EntityFrameworkQueryableExtensions)) continue;
            switch (call.Method.Name)
            {
                case nameof(EntityFrameworkQueryableExtensions.AsTracking): return QueryTrackingBehavior.TrackAll;
                case nameof(EntityFrameworkQueryableExtensions.AsNoTracking): return QueryTrackingBehavior.NoTracking;
                case nameof(EntityFrameworkQueryableExtensions.AsNoTrackingWithIdentityResolution):
                    return QueryTrackingBehavior.NoTrackingWithIdentityResolution;
            }
        }
        return null;
    }
}
