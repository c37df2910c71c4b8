using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.Metadata;

namespace RowJson.EntityFrameworkCore;

// Whether the results of a query may hold entities that execute queries when they are written, such as those that load navigations lazily.
// T: what the query returns.
internal static class LazyResults<T>
{
    // A generic type may hold itself in ever longer forms: then results may hold anything.
    private const int MostTypes = 100;

    private static readonly ConditionalWeakTable<IModel, StrongBox<bool>> Known = [];

    public static bool ArePossible(IModel model) => Known.GetValue(model, static it => new StrongBox<bool>(Find(it))).Value;

    private static bool Find(IModel model)
    {
        Type[] lazy = [.. model.GetEntityTypes().Where(HasService).Select(it => it.ClrType)];
        return lazy.Length > 0 && MayHold(typeof(T), lazy, []);
    }

    // The loader is a service that EF Core sets, or gives to the constructor; proxies have it as well.
    private static bool HasService(IEntityType entity) =>
        entity.GetServiceProperties().Any()
        || entity.ConstructorBinding?.ParameterBindings.Any(it => it is ServiceParameterBinding) == true;

    private static bool MayHold(Type type, Type[] lazy, HashSet<Type> seen) =>
        seen.Add(type)
        && (seen.Count > MostTypes || lazy.Any(type.IsAssignableFrom) || PartsOf(type).Any(part => MayHold(part, lazy, seen)));

    private static IEnumerable<Type> PartsOf(Type type) => type.GetElementType() is { } element
        ? [element]
        : type.GetProperties(BindingFlags.Instance | BindingFlags.Public).Select(it => it.PropertyType).Concat(type.GetGenericArguments());
}
