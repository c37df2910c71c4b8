using System.Data.Common;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace RowJson.AspNetCore;

// What a handler is declared to return.
internal static class HandlerType
{
    private static readonly Type[] Unions =
        [typeof(Results<,>), typeof(Results<,,>), typeof(Results<,,,>), typeof(Results<,,,,>), typeof(Results<,,,,,>)];

    // The type of the value that the framework answers with; null where the handler returns none.
    public static Type? ValueOf(Type returned) =>
        returned == typeof(void) || returned == typeof(Task) || returned == typeof(ValueTask) ? null
        : IsAwaitable(returned) ? returned.GetGenericArguments()[0]
        : returned;

    // Whether RowJson may have something to write in such values; if not, their endpoint is left to the framework.
    public static bool MayHoldRows(Type type, JsonSerializerOptions options)
    {
        if (type == typeof(string)) return false;
        if (type == typeof(object) || IsSource(type)) return true;
        if (type.IsAssignableTo(typeof(IResult))) return MayBeResultOfRows(type, options);
        ValuePlan plan = ValuePlan.Of(type, options);
        return plan.HoldsRows || (type.IsAbstract && plan.IsOpen);
    }

    // A union of results. It adds nothing to the result in it, unlike an application's own result around another one.
    public static bool IsUnion(Type type) => type.IsGenericType && Array.IndexOf(Unions, type.GetGenericTypeDefinition()) >= 0;

    // Values are rows, or are read as rows.
    private static bool IsSource(Type type) =>
        type.IsAssignableTo(typeof(JsonRows)) || type.IsAssignableTo(typeof(AsyncJsonRows))
        || type.IsAssignableTo(typeof(DbDataReader)) || type.IsAssignableTo(typeof(DbCommand));

    private static bool MayBeResultOfRows(Type type, JsonSerializerOptions options) =>
        type.IsAbstract
        || (ReturnedValue.DeclaredBy(type) is { } value && MayHoldRows(value, options))
        || (IsUnion(type) && Array.Exists(type.GetGenericArguments(), it => MayHoldRows(it, options)));

    private static bool IsAwaitable(Type type) =>
        type.IsGenericType
        && (type.GetGenericTypeDefinition() == typeof(Task<>) || type.GetGenericTypeDefinition() == typeof(ValueTask<>)
            || type.GetGenericTypeDefinition().FullName == "Microsoft.FSharp.Control.FSharpAsync`1");
}
