using System.Collections.Immutable;

namespace RowJson;

// Which types of lists are taken over: those that the serializer only enumerates, of rows that are written directly.
internal static class RowListTypes
{
    // The type may be one of lists, or another whose values can be written as rows.
    public static bool MayBeList(Type type) =>
        type == typeof(JsonElement) || type == typeof(JsonDocument) || IsTable(type)
        || (type != typeof(string) && type.IsAssignableTo(typeof(IEnumerable)));

    // How values of the type are written; null if the serializer writes them.
    [RequiresDynamicCode("Makes generic types at run time.")]
    public static IRowConverter? Choose(Type type, DropInOptions options)
    {
        if (IsTable(type)) return CreateTable(type, options);
        if (!options.Rows.Context.Traits.IsBuiltIn(type)) return null;
        if (type == typeof(JsonElement)) return options.Plain.WriteIndented ? null : new ElementConverter(options);
        if (type == typeof(JsonDocument)) return options.Plain.WriteIndented ? null : new DocumentConverter(options);
        if (!options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) || info.Kind != JsonTypeInfoKind.Enumerable) return null;
        return info.ElementType is { } element && IsRead(type, element)
            && GenericArguments.CanBe(type) && GenericArguments.CanBe(element) && TakenRows.Takes(element, options)
            ? Create(nameof(CreateList), [type, element], options)
            : null;
    }

    // The serializer only reads the elements, by index or by the interface of sequences.
    private static bool IsRead(Type type, Type element) =>
        ValueChoices.SequenceKind(type, element) is WriterKind.Array or WriterKind.List or WriterKind.Sequence
        || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableArray<>));

    private static bool IsTable(Type type) => type.IsAssignableTo(typeof(DataTable)) || type.IsAssignableTo(typeof(DataView));

    // No user's converter or contract is for tables, and the framework's refuses them.
    [RequiresDynamicCode("Makes generic types at run time.")]
    private static IRowConverter? CreateTable(Type type, DropInOptions options)
    {
        foreach (JsonConverter converter in options.Plain.Converters)
            if (converter.CanConvert(type)) return null;
        if (type.IsDefined(typeof(JsonConverterAttribute), inherit: false)) return null;
        return Create(nameof(CreateTableOf), [type], options);
    }

    private static RowListConverter<TList, T> CreateList<TList, T>(DropInOptions options)
        where TList : IEnumerable<T> => new(options, TakenRows.Of<TList, T>());

    private static TableConverter<TTable> CreateTableOf<TTable>(DropInOptions options)
        where TTable : class => new(options);

    [RequiresDynamicCode("Makes generic methods at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The methods ask nothing of their type arguments.")]
    private static IRowConverter Create(string name, Type[] arguments, DropInOptions options) =>
        (IRowConverter)typeof(RowListTypes).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(arguments).Invoke(null, [options])!;
}
