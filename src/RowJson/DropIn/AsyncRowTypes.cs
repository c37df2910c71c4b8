using System.Collections.Concurrent;

namespace RowJson;

// Which types of asynchronous sequences are taken over where they are the value: those of rows that lists of are.
internal sealed class AsyncRowTypes
{
    private static readonly ConditionalWeakTable<DropInOptions, AsyncRowTypes> Known = [];

    private readonly ConcurrentDictionary<Type, Func<object, AsyncRowBatches>?> _types = [];
    private readonly Lazy<JsonTypeInfo> _info;

    private AsyncRowTypes(DropInOptions options) => _info = new Lazy<JsonTypeInfo>(() => AsyncRowBatches.CreateInfo(options.Batched));

    // Sequences that are declared as this type are taken over.
    public static bool Takes(Type type, DropInOptions options) => Of(options).Find(type, options) is not null;

    // The rows of a value and the contract to write them by; null, with the contract as it is, for any other value.
    public static AsyncRowBatches? Batch(object? value, ref JsonTypeInfo info)
    {
        if (value is null) return null;
        // An object is written by the type that it has.
        JsonTypeInfo declared = info.Type == typeof(object) ? info.Options.GetTypeInfo(value.GetType()) : info;
        if (declared.Kind != JsonTypeInfoKind.Enumerable) return null;
        DropInOptions options = DropInOptions.Of(info.Options);
        AsyncRowTypes types = Of(options);
        if (types.Find(declared.Type, options) is not { } open) return null;
        info = types._info.Value;
        return open(value);
    }

    private static AsyncRowTypes Of(DropInOptions options) => Known.GetValue(options, static key => new AsyncRowTypes(key));

    private Func<object, AsyncRowBatches>? Find(Type type, DropInOptions options) =>
        _types.GetOrAdd(type, static (type, options) => Choose(type, options), options);

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Code over reference types is compiled ahead.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The method asks nothing of its type argument.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "A list is only asked for its elements.")]
    private static Func<object, AsyncRowBatches>? Choose(Type type, DropInOptions options)
    {
        if (ElementOf(type) is not { } element || !GenericArguments.CanBe(element)) return null;
        try
        {
            if (!options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) || !IsOnlyEnumerated(info, element)) return null;
            if (options.Find(typeof(IEnumerable<>).MakeGenericType(element)) is not { HasBatches: true }) return null;
            if (!DeclaredRow.IsWrittenAlike(type, options.Plain)) return null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A contract that cannot be made: the serializer says so when it is asked to write a value of the type.
            return null;
        }
        return typeof(AsyncRowTypes).GetMethod(nameof(OpenerOf), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(element).CreateDelegate<Func<DropInOptions, Func<object, AsyncRowBatches>>>()(options);
    }

    private static Func<object, AsyncRowBatches> OpenerOf<T>(DropInOptions options)
    {
        RowItems<T> items = TakenRows.Of<IAsyncEnumerable<T>, T>();
        return value => new AsyncRowBatches<T>(options, items, (IAsyncEnumerable<T>)value);
    }

    // The serializer adds nothing to the elements, and leaves nothing to a user's converter.
    private static bool IsOnlyEnumerated(JsonTypeInfo info, Type element) =>
        info is { Kind: JsonTypeInfoKind.Enumerable, PolymorphismOptions: null, NumberHandling: null }
        && info is { OnSerializing: null, OnSerialized: null }
        && info.ElementType == element
        && info.Converter.GetType().Assembly == typeof(JsonSerializer).Assembly;

    // Null for types that are not an asynchronous sequence, or are several.
    [UnconditionalSuppressMessage(
        "Trimming", "IL2070", Justification = "The serializer enumerates the sequence by the interface that is looked for.")]
    private static Type? ElementOf(Type type)
    {
        Type[] found = [.. type.GetInterfaces().Append(type).Where(IsAsyncSequence)];
        return found.Length == 1 ? found[0].GetGenericArguments()[0] : null;
    }

    private static bool IsAsyncSequence(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>);
}
