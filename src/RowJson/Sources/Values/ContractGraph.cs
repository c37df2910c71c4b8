namespace RowJson;

// What values of a type may hold, according to contracts.
internal static class ContractGraph
{
    // The most contracts that are examined; a type with more is assumed to hold what is looked for.
    private const int MaxTypes = 512;

    // Somewhere in a value there may be a sequence that only an asynchronous call of the serializer can write.
    public static bool HoldsAsyncSequence(Type type, JsonSerializerOptions options) => Any(type, options, IsAsyncSequence);

    public static bool IsAsyncSequence(Type type) => !type.IsValueType && ObjectContract.FormsOf(type, typeof(IAsyncEnumerable<>)).Any();

    // Somewhere in a value there may be an array of bytes that a source-generated method writes: it does not write null as null, but the
    // serializer does when it writes to a stream, and does not call the method.
    public static bool HoldsGeneratedBytes(Type type, JsonSerializerOptions options) => Any(
        type, options, found => options.TryGetTypeInfo(found, out JsonTypeInfo? info) && ObjectContract.IsGeneratedWithBytes(info));

    // The type, or one of those that its values may hold, is what is looked for. A loop and a set, because types may hold their own kind.
    public static bool Any(Type root, JsonSerializerOptions options, Func<Type, bool> isSought)
    {
        HashSet<Type> seen = [root];
        List<Type> found = [root];
        for (int index = 0; index < found.Count; index++)
        {
            if (isSought(found[index]) || found.Count > MaxTypes) return true;
            AddHeldBy(found[index], options, seen, found);
        }
        return false;
    }

    private static void AddHeldBy(Type type, JsonSerializerOptions options, HashSet<Type> seen, List<Type> found)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying) Add(underlying);
        else if (options.TryGetTypeInfo(type, out JsonTypeInfo? info))
        {
            // Not a loop over an empty list: its enumerator would be compiled in the first call of a process.
            if (info.PolymorphismOptions is { } polymorphism)
                foreach (JsonDerivedType derived in polymorphism.DerivedTypes) Add(derived.DerivedType);
            if (info.ElementType is { } element) Add(element);
            foreach (JsonPropertyInfo property in info.Properties)
                if (property is { Get: not null, CustomConverter: null }) Add(property.PropertyType);
        }

        void Add(Type held)
        {
            if (seen.Add(held)) found.Add(held);
        }
    }
}
