namespace RowJson;

// Decides which values that are the root of a call RowJson writes: those that it writes faster.
internal sealed class RootConverters(DropInOptions options)
{
    // The least time that the serializer takes for the properties that are always written, in units of some 5 ns. Measured, serializer and
    // RowJson: an object with six properties that are null 107 and 129 ns; one with four integers and two nulls (10 units) 126 and 132 ns;
    // one with an integer, a Boolean, a text and three longer numbers (23 units) 264 and 176 ns.
    private const int LeastCost = 11;

    // What a property that the serializer writes, in a call of its own, takes from that. Measured: beside one of them, 6 integers 0.98 to
    // 1.04 and 8 up to 1.17 times as fast as by the serializer; beside two, 8 0.91 to 0.96, 10 0.92 to 1.01 and 12 1.02 to 1.13.
    private const int SerializedCost = -5;

    // Longer lists are written row by row from the start, because columns come meanwhile.
    public const int LongestPlain = 50_000;

    private readonly ConcurrentDictionary<Type, bool> _gaining = [];

    // What is known about types, for all roots together.
    public ResumableFactory Factory => field ??= new ResumableFactory(options.Rows.Context);

    private SerializerTraits Traits => options.Rows.Context.Traits;

    // How values of a type are written; null if nothing in them is taken over.
    public IRootConverter? Create(Type type)
    {
        if (RowTypes.IsTable(type)) return CreateTable(type);
        // A value without parts is left to the serializer, or to its converter.
        if (type != typeof(object) && type != typeof(JsonElement) && type != typeof(JsonDocument) && IsSingle(type)) return null;
        if (Quietly.Ask(type, HasAwaitedAncestor, otherwise: false)) return null;
        if (Quietly.Ask(type, IsLate, otherwise: false)) return (IRootConverter?)Call(nameof(CreateLate), type);
        if (!Traits.IsBuiltIn(type) && !IsObjectOfContract(type)) return null;
        if (type == typeof(object)) return new ObjectRoot(options);
        if (type == typeof(JsonElement)) return new ElementRoot(options);
        if (type == typeof(JsonDocument)) return new DocumentRoot(options);
        if (!GenericArguments.CanBe(type) || !options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info)) return null;
        // The dictionary may be the additional properties of an object, which only its own converter writes as such.
        if (info.Kind == JsonTypeInfoKind.Dictionary && info.ElementType == typeof(JsonElement)) return null;
        // Generated code writes lists of scalars equally fast.
        if (ShortValues.Are(Factory.ChoiceOf(type)) && ObjectContract.HasGeneratedCode(info)) return null;
        return (IRootConverter?)Call(nameof(CreateOf), type);
    }

    private bool IsSingle(Type type) => options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) && info.Kind == JsonTypeInfoKind.None;

    // Lists of objects, and objects with such lists, that certainly gain: they hold nothing but the framework's lists, objects and scalars,
    // without settings of their own.
    private bool IsLate(Type type) =>
        RuntimeFeature.IsDynamicCodeSupported && !type.IsValueType && GenericArguments.CanBe(type)
        && options is { HasOwnRows: true, HasOnlyReflection: true, Plain.ReferenceHandler: null }
        && (IsListOfObjects(type) || (HoldsListOfObjects(type) && IsKeptWhole(type)))
        && !ContractGraph.Any(type, options.Plain, IsOther);

    private bool IsListOfObjects(Type type) =>
        options.Plain.GetTypeInfo(type) is { Kind: JsonTypeInfoKind.Enumerable, ElementType: { } element }
        && options.Plain.GetTypeInfo(element).Kind == JsonTypeInfoKind.Object;

    private bool HoldsListOfObjects(Type type) => options.Plain.GetTypeInfo(type).Properties.Any(
        property => property.Get is not null && IsListOfObjects(property.PropertyType));

    private bool IsOther(Type type)
    {
        JsonTypeInfo info = options.Plain.GetTypeInfo(type);
        if (info is not { PolymorphismOptions: null, NumberHandling: null, OnSerializing: null, OnSerialized: null }) return true;
        if (!SerializerTraits.IsSerializers(info.Converter)) return true;
        if (RowTypes.MayBeOfDatabase(type) || ContractGraph.IsAsyncSequence(type)) return true;
        if (Nullable.GetUnderlyingType(type) is not null) return false;
        if (info.Kind == JsonTypeInfoKind.None) return !IsCommonScalar(type);
        return info.Kind == JsonTypeInfoKind.Dictionary
            || (info.Kind == JsonTypeInfoKind.Object
                && (info.Properties.Count == 0 || info.Properties.Any(it => it.CustomConverter is not null)));
    }

    private static bool IsCommonScalar(Type type) =>
        Type.GetTypeCode(type) != TypeCode.Object || type == typeof(Guid) || type == typeof(DateTimeOffset);

    private LateRoot<T> CreateLate<T>() => new(options);

    internal IRootConverter? CreateOf<T>()
    {
        Type type = typeof(T);
        // The serializer, which writes rows there, would not know what is around them.
        if (Traits.IgnoresCycles && options.Rows.ObjectAccess == ObjectAccess.Serializer) return new PlainRoot<T>(options);
        // Their text depends on how the serializer is called, which only its own contract knows.
        if (ContractGraph.HoldsGeneratedBytes(type, options.Plain)) return null;
        if (ContractGraph.Any(type, options.Plain, RowTypes.IsTable))
            return new PlainRoot<T>(options, () => options.WithTables.GetTypeInfo(type));
        bool isAsync = ContractGraph.HoldsAsyncSequence(type, options.Plain);
        ValueChoice choice = Factory.ChoiceOf(type);
        if (!ShortValues.Lose(choice) && Factory.Find<T>() is { } create)
            return new PartsRoot<T>(
                options, new ResumablePlan<T>(create), ShortValues.Of<T>(choice, options.Plain), !ShortValues.Are(choice),
                ShortValues.MostSentPlain(choice), IsRow(type, choice) && !isAsync, isAsync);
        // Only the serializer can wait for what is in it.
        if (isAsync) return null;
        // Lists of objects are written in parts, if they gain.
        bool isOfObjects = choice is { Kind: WriterKind.Array or WriterKind.Sequence, Item: ObjectChoice };
        if (!isOfObjects && Gains(type)) return new WholeRoot<T>(options, ShortValues.Of<T>(choice, options.Plain));
        // A nested value that is declared as an object may be of any type.
        bool mayHoldTaken = ContractGraph.Any(
            type, options.Plain, it => it != type && (it == typeof(object) || it == typeof(JsonElement) || Gains(it)));
        // When it writes a discriminator, the serializer refuses a derived type with a converter of RowJson.
        if (!mayHoldTaken && !DerivesTaken(options.Plain.GetTypeInfo(type))) return null;
        // Nested values must not be taken over by themselves, so the whole value has one of these converters in any case.
        return !isOfObjects && choice.GainsAsRow
            ? new WholeRoot<T>(options, ShortValues.Of<T>(choice, options.Plain))
            : new PlainRoot<T>(options);
    }

    // The serializer writes the ancestor, because it alone can await its other derived types, and refuses a converter of RowJson there.
    private bool HasAwaitedAncestor(Type type) =>
        options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) && info.Kind == JsonTypeInfoKind.Object
        && ObjectContract.HasPolymorphicAncestor(type, options.Plain, out Type? found)
        && (found is null || ContractGraph.HoldsAsyncSequence(found, options.Plain) || HasAwaitedAncestor(found));

    private bool DerivesTaken(JsonTypeInfo info) => info.PolymorphismOptions is { } polymorphism
        && polymorphism.DerivedTypes.Any(it => it.DerivedType != info.Type && options.RootOf(it.DerivedType) is not null);

    // An object, or a list, is written as one row. Measured: lists of values declared as objects would take 1.1 to 1.3 of the time.
    private bool IsRow(Type type, ValueChoice choice) =>
        choice is { GainsAsRow: true, Item: not ({ Kind: WriterKind.Any } or { Item.Kind: WriterKind.Any }) }
        && (Gains(type) || IsKeptWhole(type));

    // Has the application's contract write values of a type; null for types whose contract only a call of the serializer finds.
    public IRootConverter? CreatePlain(Type type) =>
        GenericArguments.CanBe(type) && type != typeof(object)
            && options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info)
            // The converter of numbers does not obey a number handling.
            && !(ObeysNumberHandling(info) && (info.NumberHandling ?? options.Plain.NumberHandling) != 0)
                // The converter may be that of a type which this one derives from.
                ? (IRootConverter?)Call(nameof(CreatePlainOf), info.Converter.Type ?? type, info.Converter) : null;

    // A user's converter does not.
    private static bool ObeysNumberHandling(JsonTypeInfo info) => SerializerTraits.IsSerializers(info.Converter)
        && (ScalarTypes.Of(info.Type) is { IsNumber: true } || info.Type == typeof(Int128) || info.Type == typeof(UInt128));

    private PlainRoot<T>? CreatePlainOf<T>(JsonConverter converter) =>
        options.Plain.GetTypeInfo(typeof(T)).Converter == converter ? new(options) : null;

    // Writes values by a contract that is not the one that its options have for the type.
    public JsonConverter CreateAside(JsonTypeInfo contract) => (JsonConverter)Call(nameof(CreateAsideOf), contract.Type, contract)!;

    private PlainRoot<T> CreateAsideOf<T>(JsonTypeInfo contract) => new(options, () => contract, isAside: true);

    // Values of the type are written faster by an encoder, rented for each.
    private bool Gains(Type type) => _gaining.GetOrAdd(type, static (type, converters) => converters.FindGain(type), this);

    private bool FindGain(Type type) => Factory.ChoiceOf(type) switch
    {
        ObjectChoice row => row.GainsAsRow && CostOf(row) >= LeastCost,
        ValueChoice choice => choice.GainsAsRow && !ShortValues.Lose(choice),
    };

    // Written although the serializer looks at more than its properties: callbacks, or the type that a value has.
    private bool IsObjectOfContract(Type type) =>
        options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) && SerializerTraits.IsSerializers(info.Converter);

    private static int CostOf(ObjectChoice row) => row.Properties
        .Sum(it => it.Member is null ? SerializedCost
            : it.Omit is OmitCondition.Never or OmitCondition.NullIsRefused ? CostOf(it.Value) : 0);

    // The cost of the cheapest value: null if possible, or an empty object. Measured, times faster than the serializer: objects with
    // 2 doubles 1.2; with 3 decimals, 3 times of day or 3 durations 1.0; with 4 dates 1.0 to 1.1, and 3 0.9; with 6 integers 1.0, 5 0.94.
    private static int CostOf(ValueChoice value)
    {
        Type type = value.Type;
        if (!type.IsValueType || Nullable.GetUnderlyingType(type) is not null) return 1;
        if (type == typeof(double) || type == typeof(float)) return 7;
        if (type == typeof(decimal) || type == typeof(TimeSpan) || type == typeof(DateOnly) || type == typeof(TimeOnly)) return 4;
        return type == typeof(DateTime) || type == typeof(DateTimeOffset) ? 3 : 2;
    }

    // A value that is declared as an object has a contract, whatever its type: a generated context has contracts for some types only.
    public bool SerializerKnowsAll(Type type) => options.Plain.TypeInfoResolverChain.All(it => it is DefaultJsonTypeInfoResolver)
        || !ContractGraph.Any(type, options.Plain, static held => held == typeof(object));

    // All values that a value of the type holds are kept in memory.
    private bool IsKeptWhole(Type type) => !ContractGraph.Any(type, options.Plain, static held => !FailedValue.IsKept(held));

    // The framework's converter refuses tables: they are taken over unless a user's converter writes them.
    private IRootConverter? CreateTable(Type type) =>
        options.Plain.Converters.Any(it => it.CanConvert(type)) || type.IsDefined(typeof(JsonConverterAttribute), inherit: false)
            ? null
            : (IRootConverter)GenericArguments.New(typeof(TableRoot<>), [type], options);

    private object? Call(string method, Type type, params object?[] arguments) =>
        GenericArguments.Call(typeof(RootConverters), this, method, [type], arguments);
}
