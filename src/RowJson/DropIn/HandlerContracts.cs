namespace RowJson;

// Makes contracts of collections that differ from the application's in one thing: a handler, which writes a value at once.
internal static class HandlerContracts
{
    // The contract with a handler; null if the collection is not one of the framework's kinds.
    // info: the contract of the application's resolver, for the same options.
    public static JsonTypeInfo? Create(JsonTypeInfo info, IRootConverter root, DropInOptions options) => info switch
    {
        { Kind: JsonTypeInfoKind.Enumerable, ElementType: { } element } =>
            Call(nameof(CreateSequence), [info.Type, element], info, root, options),
        // As members, short dictionaries of scalars whose keys are not strings would lose.
        { Kind: JsonTypeInfoKind.Dictionary, KeyType: { } key, ElementType: { } value }
            when key == typeof(string) || (value != typeof(string) && ScalarTypes.Of(value) is null) =>
            Call(nameof(CreateDictionary), [info.Type, key, value], info, root, options),
        _ => null,
    };

    private static JsonTypeInfo? Call(string method, Type[] types, params object?[] arguments) =>
        (JsonTypeInfo?)GenericArguments.Call(typeof(HandlerContracts), instance: null, method, types, arguments);

    internal static JsonTypeInfo? CreateSequence<TList, T>(JsonTypeInfo<TList> plain, IRootConverter root, DropInOptions options)
    {
        Delegate? fill = IsImmutable(typeof(TList)) ? Immutable<TList, T>() : null;
        var handler = new Handler<TList, T>((RootConverter<TList>)root, options);
        return Create(plain, SequenceFactories<TList, T>(fill), [typeof(TList), typeof(T)], fill, handler.Write);
    }

    internal static JsonTypeInfo? CreateDictionary<TMap, TKey, TValue>(JsonTypeInfo<TMap> plain, IRootConverter root, DropInOptions options)
        where TKey : notnull
    {
        Delegate? fill = IsImmutable(typeof(TMap)) ? ImmutableMap<TMap, TKey, TValue>() : null;
        var handler = new Handler<TMap, TValue>((RootConverter<TMap>)root, options);
        return Create(
            plain, DictionaryFactories<TMap, TKey, TValue>(fill), [typeof(TMap), typeof(TKey), typeof(TValue)], fill, handler.Write);
    }

    // Asked first, so that the code that fills such collections is compiled only if it is needed.
    private static bool IsImmutable(Type type) => type.Namespace == typeof(ImmutableArray).Namespace;

    // The contract made by the first of the framework's methods that yields the same kind.
    private static JsonTypeInfo? Create<T>(
        JsonTypeInfo<T> plain, IEnumerable<string> factories, Type[] arguments, Delegate? fill, Action<Utf8JsonWriter, T> write) =>
        factories.Select(factory => TryCreate(plain, factory, arguments, fill, write)).FirstOrDefault(it => it is not null);

    private static IEnumerable<string> DictionaryFactories<TMap, TKey, TValue>(Delegate? fill)
        where TKey : notnull
    {
        Type type = typeof(TMap);
        if (type.IsAssignableTo(typeof(Dictionary<TKey, TValue>))) yield return nameof(JsonMetadataServices.CreateDictionaryInfo);
        if (fill is not null) yield return nameof(JsonMetadataServices.CreateImmutableDictionaryInfo);
        if (type.IsAssignableTo(typeof(IDictionary<TKey, TValue>))) yield return nameof(JsonMetadataServices.CreateIDictionaryInfo);
        if (type.IsAssignableTo(typeof(IReadOnlyDictionary<TKey, TValue>)))
            yield return nameof(JsonMetadataServices.CreateIReadOnlyDictionaryInfo);
    }

    // The kinds that a type may be of, in the order in which the serializer looks for them.
    private static IEnumerable<string> SequenceFactories<TList, T>(Delegate? fill)
    {
        Type type = typeof(TList);
        if (type == typeof(T[])) yield return nameof(JsonMetadataServices.CreateArrayInfo);
        if (type.IsAssignableTo(typeof(List<T>))) yield return nameof(JsonMetadataServices.CreateListInfo);
        if (fill is not null) yield return nameof(JsonMetadataServices.CreateImmutableEnumerableInfo);
        else if (!GenericArguments.CanBe(typeof(T)) && IsImmutable(type)) yield break;
        if (type.IsAssignableTo(typeof(IList<T>))) yield return nameof(JsonMetadataServices.CreateIListInfo);
        if (type.IsAssignableTo(typeof(ISet<T>))) yield return nameof(JsonMetadataServices.CreateISetInfo);
        if (type.IsAssignableTo(typeof(ICollection<T>))) yield return nameof(JsonMetadataServices.CreateICollectionInfo);
        if (type.IsAssignableTo(typeof(Stack<T>))) yield return nameof(JsonMetadataServices.CreateStackInfo);
        if (type.IsAssignableTo(typeof(Queue<T>))) yield return nameof(JsonMetadataServices.CreateQueueInfo);
        if (type.IsAssignableTo(typeof(ConcurrentStack<T>))) yield return nameof(JsonMetadataServices.CreateConcurrentStackInfo);
        if (type.IsAssignableTo(typeof(ConcurrentQueue<T>))) yield return nameof(JsonMetadataServices.CreateConcurrentQueueInfo);
        if (type.IsAssignableTo(typeof(IEnumerable<T>))) yield return nameof(JsonMetadataServices.CreateIEnumerableInfo);
    }

    // A contract with the same converter as the application's; null if it is of another kind.
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Code over reference types is compiled ahead.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The framework's methods ask nothing of their type arguments.")]
    private static JsonTypeInfo? TryCreate<TCollection>(
        JsonTypeInfo<TCollection> plain, string factory, Type[] arguments, Delegate? fill, Action<Utf8JsonWriter, TCollection> write)
    {
        bool isArray = factory == nameof(JsonMetadataServices.CreateArrayInfo);
        MethodInfo method = typeof(JsonMetadataServices).GetMember(factory).Cast<MethodInfo>()
            .Single(it => it.GetGenericArguments().Length == (isArray ? 1 : arguments.Length))
            .MakeGenericMethod(isArray ? arguments[1..] : arguments);
        JsonTypeInfo bare = Make(null), made = Make(write);
        // An array made by reflection has a converter derived from the one of generated code.
        return plain.Converter.GetType().IsAssignableTo(bare.Converter.GetType()) || plain.Converter.GetType() == made.Converter.GetType()
            ? made
            : null;

        JsonTypeInfo Make(Action<Utf8JsonWriter, TCollection>? handler)
        {
            var values = new JsonCollectionInfoValues<TCollection> { ObjectCreator = plain.CreateObject, SerializeHandler = handler };
            object?[] parameters = method.GetParameters().Length == 2 ? [plain.Options, values] : [plain.Options, values, fill];
            var info = (JsonTypeInfo)method.Invoke(null, parameters)!;
            // The default, where no attribute says otherwise, is not strict.
            info.NumberHandling = plain.NumberHandling;
            // The contract of a collection that is created last refuses callbacks, even null.
            if (plain.OnDeserializing is not null) info.OnDeserializing = plain.OnDeserializing;
            if (plain.OnDeserialized is not null) info.OnDeserialized = plain.OnDeserialized;
            return info;
        }
    }

    // Fills a collection that cannot be changed; null for all others.
    private static Func<IEnumerable<T>, TList>? Immutable<TList, T>()
    {
        Type type = typeof(TList);
        Delegate? fill = null;
        if (type == typeof(ImmutableArray<T>)) fill = (Func<IEnumerable<T>, ImmutableArray<T>>)ImmutableArray.CreateRange;
        // Of collections of structures, only arrays are filled: code for the others would have to be compiled for this alone.
        else if (!GenericArguments.CanBe(typeof(T))) return null;
        else if (Is(typeof(ImmutableList<T>), typeof(IImmutableList<T>))) fill = Of(ImmutableList.CreateRange);
        else if (Is(typeof(ImmutableStack<T>), typeof(IImmutableStack<T>))) fill = Of(ImmutableStack.CreateRange);
        else if (Is(typeof(ImmutableQueue<T>), typeof(IImmutableQueue<T>))) fill = Of(ImmutableQueue.CreateRange);
        else if (Is(typeof(ImmutableHashSet<T>), typeof(IImmutableSet<T>))) fill = Of(ImmutableHashSet.CreateRange);
        else if (type == typeof(ImmutableSortedSet<T>)) fill = Of(ImmutableSortedSet.CreateRange);
        return (Func<IEnumerable<T>, TList>?)fill;

        bool Is(Type kind, Type face) => type == kind || type == face;
        static Func<IEnumerable<T>, TKind> Of<TKind>(Func<IEnumerable<T>, TKind> create) => create;
    }

    private static Delegate? ImmutableMap<TMap, TKey, TValue>()
        where TKey : notnull =>
        !GenericArguments.CanBe(typeof(TKey)) || !GenericArguments.CanBe(typeof(TValue)) ? null
        : typeof(TMap) == typeof(ImmutableDictionary<TKey, TValue>)
            ? (Func<IEnumerable<KeyValuePair<TKey, TValue>>, ImmutableDictionary<TKey, TValue>>)ImmutableDictionary.CreateRange
        : typeof(TMap) == typeof(ImmutableSortedDictionary<TKey, TValue>)
            ? (Func<IEnumerable<KeyValuePair<TKey, TValue>>, ImmutableSortedDictionary<TKey, TValue>>)ImmutableSortedDictionary.CreateRange
        : null;

    // The method that the serializer calls for a value instead of writing it itself.
    private sealed class Handler<TCollection, TElement>(RootConverter<TCollection> root, DropInOptions options)
    {
        public void Write(Utf8JsonWriter writer, TCollection value)
        {
            int depth = writer.CurrentDepth;
            try
            {
                if (value is null) writer.WriteNullValue();
                else root.Write(writer, value, options.Plain);
            }
            // The serializer turns a FormatException into another exception only when it reads.
            catch (Exception exception) when (exception is not FormatException && FailedValue.HasNoPath(exception))
            {
                // For a nested value, the serializer adds the path, and also the message if the exception has none.
                bool isRoot = depth == 0 || IsCalledForRoot();
                if (!isRoot && FailedValue.IsRethrowable(exception)) throw new JsonException(null, exception);
                if (!isRoot) throw;
                if (FailedValue.Again<TCollection, TElement>(value, exception) is { } again)
                    new FailedValue(again, root.Contract).ThrowAsSerializer(exception, writer, depth);
                FailedConverter<TElement>.Throw(exception, options.Plain);
                throw;
            }
        }

        // The caller's own writer may be inside a value. For a nested value, a converter calls the handler.
        private static bool IsCalledForRoot() => new StackTrace().GetFrames()
            .Select(static it => DiagnosticMethodInfo.Create(it)?.DeclaringTypeName)
            .FirstOrDefault(static it => it?.StartsWith("System.Text.Json.", StringComparison.Ordinal) == true)
            ?.Contains("Converter", StringComparison.Ordinal) == false;
    }
}
