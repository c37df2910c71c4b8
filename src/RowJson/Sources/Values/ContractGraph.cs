namespace RowJson;

// What values of a type may hold, according to contracts.
internal static class ContractGraph
{
    // Contracts that are looked at; a type with more is taken to hold what is looked for.
    private const int MaxTypes = 512;

    // Somewhere in a value there may be a sequence that only an asynchronous call of the serializer can write.
    public static bool HoldsAsyncSequence(Type type, JsonSerializerOptions options) => Any(
        type, options, static found => !found.IsValueType && ObjectContract.FormsOf(found, typeof(IAsyncEnumerable<>)).Any());

    // Somewhere in a value there may be an array of bytes that a source-generated method writes: null is not null there, but it is where
    // the serializer writes to a stream, and does not call the method.
    public static bool HoldsGeneratedBytes(Type type, JsonSerializerOptions options) => Any(
        type, options, found => options.TryGetTypeInfo(found, out JsonTypeInfo? info) && ObjectContract.IsGeneratedWithBytes(info));

    // The type, or one of those that its values may hold, is what is looked for.
    // A loop and a set, for types may hold their own kind.
    public static bool Any(Type root, JsonSerializerOptions options, Func<Type, bool> isSought)
    {
        HashSet<Type> seen = [root];
        Queue<Type> waiting = new(seen);
        while (waiting.TryDequeue(out Type? type))
        {
            if (isSought(type) || seen.Count > MaxTypes) return true;
            foreach (Type held in HeldBy(type, options))
                if (seen.Add(held)) waiting.Enqueue(held);
        }
        return false;
    }

    private static IEnumerable<Type> HeldBy(Type type, JsonSerializerOptions options)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying) return [underlying];
        if (!options.TryGetTypeInfo(type, out JsonTypeInfo? info)) return [];
        IEnumerable<Type> held = info.PolymorphismOptions?.DerivedTypes.Select(derived => derived.DerivedType) ?? [];
        if (info.ElementType is { } element) held = held.Append(element);
        return info.Kind == JsonTypeInfoKind.Object
            ? held.Concat(ObjectContract.WrittenProperties(info).Where(it => it.CustomConverter is null).Select(it => it.PropertyType))
            : held;
    }
}
