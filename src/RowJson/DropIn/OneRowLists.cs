using System.Collections.Concurrent;

namespace RowJson;

// Lists of one row, which is held as a whole in any case: batches would only cost. Measured with five properties: 0.9 of the serializer's
// time instead of 1.3.
internal sealed class OneRowLists
{
    private static readonly ConditionalWeakTable<DropInOptions, OneRowLists> Known = [];

    private readonly ConcurrentDictionary<Type, JsonTypeInfo?> _types = [];

    // The contract that writes a list of one row as a whole; null for any other value.
    public static JsonTypeInfo? Find(object? value, Type type, DropInOptions options) =>
        value is ICollection { Count: 1 } && IsList(type)
            ? Known.GetValue(options, static _ => new OneRowLists())
                ._types.GetOrAdd(type, static (type, options) => Choose(type, options), options)
            : null;

    // Only these collections are asked how many elements they have, never a user's.
    private static bool IsList(Type type) =>
        type.IsSZArray || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>));

    // A row that may hold an object may need to be awaited, which only batches can.
    private static JsonTypeInfo? Choose(Type type, DropInOptions options)
    {
        if (options.Find(type) is not { HasBatches: true }) return null;
        Type row = type.IsSZArray ? type.GetElementType()! : type.GetGenericArguments()[0];
        return ContractGraph.MayHoldRows(row, options) ? null : options.Whole.GetTypeInfo(type);
    }
}
