namespace RowJson;

// Finds the rows in values of a type, and makes what writes such values in parts.
internal sealed class ResumableFactory(RowContext context)
{
    // The number of levels at which rows are looked for: the value itself, and what is in objects, dictionaries and lists in it.
    private const int MaxLevel = 5;

    private readonly Lock _lock = new();
    private readonly ValueChoices _choices = new(context, context.Traits, RuntimeFeature.IsDynamicCodeSupported, isForced: false);

    // By the type of a value that is declared as an object.
    private readonly ConcurrentDictionary<Type, Delegate?> _runtime = [];

    private SerializerTraits Traits => context.Traits;

    private JsonSerializerOptions Options => context.Traits.Options;

    public ValueChoice ChoiceOf(Type type)
    {
        lock (_lock) return _choices.Of(type);
    }

    // Rows of this declared type are written directly, and with the bytes of the serializer.
    public bool TakesRows(Type row)
    {
        if (row == typeof(JsonElement) || row == typeof(JsonDocument) || row == typeof(RawJson)) return Traits.IsBuiltIn(row);
        if (PairValues.Of(row) is not null) return TakesDictionary(row);
        // Rows of readers are written by their columns, of which the serializer knows nothing.
        if (RowTypes.MayBeOfDatabase(row)) return false;
        ValueChoice choice = ChoiceOf(row);
        return (choice.GainsAsRow || IsScalar(row))
            // Their text depends on how the serializer is called: only the serializer knows it.
            && !ContractGraph.HoldsGeneratedBytes(row, Options)
            && !ContractGraph.HoldsAsyncSequence(row, Options);
    }

    // The serializer sees a dictionary with names, and its values are written directly.
    private bool TakesDictionary(Type row)
    {
        if (!PairValues.IsDictionary(row) || !Traits.IsBuiltIn(row)) return false;
        if (!Options.TryGetTypeInfo(row, out JsonTypeInfo? info) || info.Kind != JsonTypeInfoKind.Dictionary) return false;
        Type? value = info.ElementType;
        if (value is null || !Traits.IsBuiltIn(value)) return false;
        // A converter for objects sees each value, and a value may contain itself.
        if (value == typeof(object)) return !Traits.ConvertsObjects && !Traits.IgnoresCycles;
        // If all values are declared as numbers that are written as strings, the serializer writes them.
        return value == typeof(string) || ScalarTypes.All.Any(it => it.Type == value && !(it.Scalar.IsNumber && Traits.QuotesNumbers));
    }

    // Makes what writes values of a type; null if there are no rows in them.
    public Func<ResumableWriter<T>>? Find<T>() => (Func<ResumableWriter<T>>?)(object?)Find(typeof(T), level: 0);

    // What writes a value that is declared as an object and has this type; null if there are no rows in it.
    public ResumableWriter? CreateRuntime(Type type) =>
        ((Func<ResumableWriter>?)_runtime.GetOrAdd(type, static (type, factory) => factory.FindRuntime(type), this))?.Invoke();

    // If a contract cannot be made, the serializer reports that.
    private Delegate? FindRuntime(Type type) => Quietly.Ask(
        type,
        it => ScalarTypes.Of(it) is null && it != typeof(string) && !ObjectContract.HasPolymorphicAncestor(it, Options)
            ? Find(it, MaxLevel - 1)
            : null,
        otherwise: null);

    // Returns a function that makes a ResumableWriter<TValue> of the type.
    private Delegate? Find(Type type, int level)
    {
        if (level >= MaxLevel || !GenericArguments.CanBe(type) || RowTypes.IsTable(type)) return null;
        if (!Traits.IsBuiltIn(type) || !Options.TryGetTypeInfo(type, out JsonTypeInfo? info)) return null;
        return info.Kind switch
        {
            JsonTypeInfoKind.Enumerable when info.ElementType is { } element => FindList(type, element, level),
            JsonTypeInfoKind.Dictionary when info.ElementType is { } value && info.KeyType == typeof(string) =>
                FindDictionary(type, value, level),
            JsonTypeInfoKind.Object => Call(nameof(FindObject), [type], info, level),
            _ => null,
        };
    }

    private Delegate? FindList(Type type, Type element, int level)
    {
        if (!GenericArguments.IsCompiled(element)) return null;
        if (IsAsyncSequence(type, element))
        {
            // Rows that are lists may be long.
            bool isTaken = GenericArguments.CanBe(element) && TakesRows(element) && !IsScalar(element) && ChoiceOf(element).Item is null;
            return isTaken ? Call(nameof(CreateAsync), [type, element]) : null;
        }
        if (!IsRead(type, element)) return null;
        // Rows that are lists are long only if they hold rows themselves.
        if (ChoiceOf(element) is { Item: { Kind: >= WriterKind.Object } } && Find(element, level + 1) is { } inner)
            return Call(nameof(CreateLists), [type, element], inner);
        // Scalars in a member are a cell: to begin a list takes as long as to write some.
        return TakesRows(element) && (level == 0 || !IsScalar(element)) ? Call(nameof(CreateList), [type, element]) : null;
    }

    // Not every scalar is written directly as an element.
    private bool IsScalar(Type type) =>
        type == typeof(string) ? ChoiceOf(type).Kind == WriterKind.String
            : ScalarTypes.OfElement(type) is not null && ChoiceOf(type).Kind == WriterKind.Scalar;

    private Delegate? FindDictionary(Type type, Type value, int level) =>
        Options.DictionaryKeyPolicy is null && Traits.IsBuiltIn(typeof(string)) && GenericArguments.CanBe(value) && !type.IsValueType
        && ValueChoices.HoldsPairs(type, typeof(string), value) && Find(value, level + 1) is { } inner
            ? Call(nameof(CreateDictionary), [type, value], inner)
            : null;

    private Func<ResumableWriter<T>>? FindObject<T>(JsonTypeInfo<T> info, int level)
    {
        if (ChoiceOf(typeof(T)) is not ObjectChoice choice || (Traits.IgnoresCycles && !choice.Gains)) return null;
        // After a failure its members are read again, and would not be what they were.
        if (ValueChoices.ChangesItself(info)) return null;
        bool hasRows = false;
        var parts = new Func<ResumableMember<T>>?[choice.Properties.Length];
        for (int i = 0; i < parts.Length; i++) parts[i] = FindPart<T>(choice.Properties[i], info, level, ref hasRows);
        if (!hasRows || choice.Properties.Where((_, i) => parts[i] is null).Any(HoldsValues)) return null;
        Func<ResumableMember<T>>[] members = FindMembers(choice, parts, info);
        return () => new ResumableObject<T>(Array.ConvertAll(members, create => create()), info);
    }

    // Lists of structures without compiled code are left to the serializer: it sends them in parts, whereas a cell would hold a whole list.
    private bool HoldsValues(PropertyChoice property) =>
        !RuntimeFeature.IsDynamicCodeSupported && ContractGraph.Any(
            property.Property.PropertyType, Options,
            type => Options.TryGetTypeInfo(type, out JsonTypeInfo? info)
                && info is { Kind: JsonTypeInfoKind.Enumerable, ElementType: { } element } && !GenericArguments.IsCompiled(element));

    private Func<ResumableMember<T>>[] FindMembers<T>(ObjectChoice choice, Func<ResumableMember<T>>?[] parts, JsonTypeInfo<T> info)
    {
        var members = new List<Func<ResumableMember<T>>>();
        int end;
        for (int i = 0; i < parts.Length; i = end)
        {
            end = i + 1;
            if (parts[i] is { } part)
            {
                members.Add(part);
                continue;
            }
            // A member that may have to be awaited has a place of its own.
            while (end < parts.Length && parts[end] is null && IsDirect(choice.Properties[end - 1]) && IsDirect(choice.Properties[end]))
                end++;
            PropertyChoice[] cells = choice.Properties[i..end];
            var columns = new PartColumns<T>(
                compiles => new ObjectColumnsBuilder(context, Traits, compiles).BuildSome(cells, choice, info),
                isForced: context.Options.ObjectAccess == ObjectAccess.Compiled && RuntimeFeature.IsDynamicCodeSupported);
            members.Add(() => new CellMembers<T>(cells, columns));
        }
        return [.. members];
    }

    private static bool IsDirect(PropertyChoice property) =>
        property is { Member: not null, Converter: null, Value.Kind: not (WriterKind.Any or WriterKind.Extension) };

    // Makes what writes a member in parts; null if it is written as a whole. hasRows: set if there may be rows in it.
    private Func<ResumableMember<T>>? FindPart<T>(PropertyChoice choice, JsonTypeInfo info, int level, ref bool hasRows)
    {
        JsonPropertyInfo property = choice.Property;
        if (property.IsExtensionData || !ObjectContract.WritesBuiltIn(property)
            || ObjectContract.NumberHandlingOf(property, info) != Options.NumberHandling
            || ObjectContract.MemberOf(property, info) is not PropertyInfo member
            || ObjectContract.OmitConditionOf(property, info) is not { } omit) return null;
        PropertyChoice part = choice with { Member = member, Omit = omit };
        EncodedName name = ObjectColumnsBuilder.NameInContract(property.Name, info);
        if (choice.Value.Kind == WriterKind.Any && level < MaxLevel - 1)
        {
            hasRows = true;
            var getter = new MemberGetter<T, object?>(member);
            return () => new AnyMember<T>(part, getter, name, this);
        }
        Delegate? create = Find(property.PropertyType, level + 1);
        bool isScalars = create is null && ChoiceOf(property.PropertyType).HoldsScalars;
        // Scalars are a cell, unless there are many.
        if (isScalars) create = Find(property.PropertyType, level: 0);
        if (create is null) return null;
        hasRows |= !isScalars;
        return (Func<ResumableMember<T>>)Call(nameof(CreatePart), [typeof(T), property.PropertyType], part, name, create, isScalars)!;
    }

    private Func<ResumableMember<T>> CreatePart<T, TValue>(
        PropertyChoice choice, EncodedName name, Func<ResumableWriter<TValue>> create, bool isScalars)
    {
        var getter = new MemberGetter<T, TValue>(choice.Member!);
        ValueWriter<TValue>? whole = isScalars ? new ObjectColumnsBuilder(context, Traits, compiles: false).BuildRuntime<TValue>() : null;
        return () => new PartMember<T, TValue>(choice, getter, name, create(), whole);
    }

    internal static Func<ResumableWriter<TList>> CreateList<TList, T>()
        where TList : IEnumerable<T> => static () => new ResumableList<TList, T>(EncodingOf<TList, T>());

    // In these types the serializer writes elements without checking their depth; in other sequences it refuses those at MaxDepth.
    private static RowEncoding<T> EncodingOf<TList, T>() =>
        typeof(TList) == typeof(List<JsonElement>) || typeof(TList) == typeof(JsonElement[])
        ? (RowEncoding<T>)(object)new DelegateRowEncoding<JsonElement>(static (encoder, row) => encoder.WriteDocumentRow(row))
        : RowType<T>.Encoding;

    private static Func<ResumableWriter<TSequence>> CreateAsync<TSequence, T>()
        where TSequence : IAsyncEnumerable<T> =>
        static () => new ResumableAsyncSequence<TSequence, T>(RowType<T>.Encoding);

    private static Func<ResumableWriter<TList>> CreateLists<TList, TElement>(Func<ResumableWriter<TElement>> element)
        where TList : IEnumerable<TElement> => () => new ResumableLists<TList, TElement>(element());

    private static Func<ResumableWriter<TDictionary>> CreateDictionary<TDictionary, TValue>(Func<ResumableWriter<TValue>> value)
        where TDictionary : IEnumerable<KeyValuePair<string, TValue>> => () => new ResumableDictionary<TDictionary, TValue>(value());

    // The serializer only reads the elements, by index or by the interface of sequences.
    private static bool IsRead(Type type, Type element) =>
        ValueChoices.SequenceKind(type, element) is WriterKind.Array or WriterKind.Sequence || ValueChoices.IsImmutableArray(type);

    // The type is one asynchronous sequence of such elements, and no other.
    private static bool IsAsyncSequence(Type type, Type element) =>
        ObjectContract.FormsOf(type, typeof(IAsyncEnumerable<>)).ToArray() is [var form] && form.GetGenericArguments()[0] == element;

    private Delegate? Call(string method, Type[] types, params object?[] arguments) =>
        (Delegate?)GenericArguments.Call(typeof(ResumableFactory), this, method, types, arguments);
}
