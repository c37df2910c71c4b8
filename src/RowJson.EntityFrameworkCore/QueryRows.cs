using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Query;

namespace RowJson.EntityFrameworkCore;

/// <summary>Decides how the rows of a query are read, for one write.</summary>
internal static class QueryRows
{
    private static readonly MethodInfo AsNoTracking =
        new Func<IQueryable<object>, IQueryable<object>>(EntityFrameworkQueryableExtensions.AsNoTracking)
            .Method.GetGenericMethodDefinition();

    /// <summary>The rows of the database's reader if that gives the same bytes, else the results of the query.</summary>
    public static JsonRows Choose<T>(IQueryable<T> query, JsonRowOptions options) =>
        FromReader(query, options) ?? JsonRows.From(WithoutTracking(query));

    /// <summary>The rows of the database's reader; null if the query or the options need objects.</summary>
    public static JsonRows? FromReader<T>(IQueryable<T> query, JsonRowOptions options)
    {
        if (!EndsInConstructor(query.Expression, typeof(T))) return null;
        try
        {
            if (ReaderQuery<T>.Find(query) is not { } found) return null;
            return found.Plan.ShapeFor(options.SerializerOptions) is { } shape
                ? JsonRows.From(found.Execute(), shape)
                : null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // What is wrong with the query it says itself when it is enumerated; another version of EF Core may have other internals.
            return null;
        }
    }

    /// <summary>What selects the results makes an object: an entity, for example, cannot be read by columns.</summary>
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

    private static IQueryable<T> WithoutTracking<T>(IQueryable<T> query)
    {
        // The method is for classes: the results of a query that are structures are not tracked.
        if (query.Provider is not IAsyncQueryProvider || typeof(T).IsValueType || SaysHowToTrack(query.Expression)) return query;
        return query.Provider.CreateQuery<T>(Expression.Call(AsNoTracking.MakeGenericMethod(typeof(T)), query.Expression));
    }

    private static bool SaysHowToTrack(Expression query)
    {
        for (; query is MethodCallExpression { Arguments: [{ } source, ..] } call; query = source)
        {
            if (call.Method.DeclaringType == typeof(EntityFrameworkQueryableExtensions)
                && call.Method.Name is nameof(EntityFrameworkQueryableExtensions.AsTracking)
                    or nameof(EntityFrameworkQueryableExtensions.AsNoTracking)
                    or nameof(EntityFrameworkQueryableExtensions.AsNoTrackingWithIdentityResolution)) return true;
        }
        return false;
    }
}
