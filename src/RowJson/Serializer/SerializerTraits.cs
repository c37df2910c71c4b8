namespace RowJson;

// What a JsonSerializerOptions asks for that our own writers cannot give. Settings are examined once, types when rows hold them.
internal sealed class SerializerTraits
{
    private readonly bool _mayRefuseTypes;

    // Null if nothing of the user's affects any type.
    private readonly BasicTypes? _types;

    public SerializerTraits(JsonSerializerOptions options, bool escapesTimes)
    {
        KnownSerializerOptions.MakeReadOnly(options);
        if (options.ReferenceHandler is { } handler && handler != ReferenceHandler.IgnoreCycles)
        {
            References = new SharedReferenceHandler(handler);
            options = new JsonSerializerOptions(options) { ReferenceHandler = References };
            KnownSerializerOptions.MakeReadOnly(options);
        }
        Options = options;
        bool hasPlainResolvers = SharedContracts.HasPlainResolvers(options);
        IsUntouched = options.Converters.Count == 0 && options.TypeInfoResolver is DefaultJsonTypeInfoResolver && hasPlainResolvers;
        _mayRefuseTypes = !hasPlainResolvers;
        QuotesNumbers = options.NumberHandling.HasFlag(JsonNumberHandling.WriteAsString);
        IgnoresCycles = options.ReferenceHandler == ReferenceHandler.IgnoreCycles;
        if (!IsUntouched || escapesTimes || IgnoresCycles) _types = CreateTypes(escapesTimes);

        MaxDepth = KnownSerializerOptions.MaxDepthOf(options);
        WritesNamedLiterals = options.NumberHandling.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals);
        HandsNumberHandlingDown = options.NumberHandling != JsonNumberHandling.Strict;
        ValuesMayNeedContext = !IsUntouched || KeepsReferences || HandsNumberHandlingDown;
    }

    // No converter and no resolver of the user's: types are written as the framework writes them.
    public readonly bool IsUntouched;

    // The user's options, or a copy of them that shares references between calls.
    public readonly JsonSerializerOptions Options;

    public readonly SharedReferenceHandler? References;

    public readonly int MaxDepth;

    // False: the serializer writes each row. May become false while rows are written, when one holds a type that a converter is for.
    public bool WritesDirectly => !KeepsReferences && _types is not { ConvertsBasics: true };

    // Values whose type is known only when they are written may be written directly, without a look at each.
    public bool WritesAnyDirectly =>
        !QuotesNumbers && !IgnoresCycles
        // Asking may find a converter, so this comes first.
        && (IsUntouched || !_types!.AsksAboutBasics(_mayRefuseTypes))
        && WritesDirectly;

    // A value that contains itself is written as null. Our own writers then write only rows of scalars, which cannot contain themselves.
    public readonly bool IgnoresCycles;

    public readonly bool QuotesNumbers;

    // The cells of rows have to be looked at with IsConvertedBasic before they are written directly. Resolvers without user code are asked
    // about all basic types when the first row is written: rows are then not looked at.
    public bool AsksAboutBasics => QuotesNumbers || (!IsUntouched && _types!.AsksAboutBasics(waits: _mayRefuseTypes));

    public readonly bool WritesNamedLiterals;

    // Rows of objects or numbers pass the options' JsonSerializerOptions.NumberHandling on to everything nested in them: it takes
    // precedence over a type's, and the serializer then checks the depth of every number.
    public readonly bool HandsNumberHandlingDown;

    public readonly bool ValuesMayNeedContext;

    // The serializer writes such values the same in a sequence that RowJson makes as in the user's. What the options, or its own type, say
    // about a number on its own would not count there.
    public bool WritesInSequence(JsonTypeInfo info) =>
        info.Kind != JsonTypeInfoKind.None || (info.NumberHandling is null && !QuotesNumbers && !WritesNamedLiterals);

    // Objects carry $id and $ref through the whole result.
    public bool KeepsReferences => References is not null;

    // The converter belongs to the framework.
    public static bool IsSerializers(JsonConverter converter) => IsSerializers(converter.GetType());

    private static bool IsSerializers(Type type) => type.Assembly == typeof(JsonSerializer).Assembly;

    public bool IsBuiltIn(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying && !IsBuiltIn(underlying)) return false;
        if (IsUntouched && (type == typeof(RawJson) || type.Assembly == typeof(object).Assembly || IsSerializers(type))) return true;
        if (!Options.TryGetTypeInfo(type, out JsonTypeInfo? info)) return true;
        return (IsSerializers(info.Converter) || info.Converter is RawJsonConverter)
            // A number's own handling counts only if the number is all there is to write, and an object's only in its properties.
            && (info.Kind is JsonTypeInfoKind.None or JsonTypeInfoKind.Object || info.NumberHandling is null)
            && info is { OnSerializing: null, OnSerialized: null, PolymorphismOptions: null };
    }

    // The serializer writes a value of this type, which is not a row's, differently among others than on its own. On its own, and only
    // then, a number's own handling counts, a collection inherits none, and a structure has no identity.
    public bool NeedsContext(Type type)
    {
        if (KeepsReferences || !Options.TryGetTypeInfo(type, out JsonTypeInfo? info)) return true;
        return info.Kind switch
        {
            JsonTypeInfoKind.Object => false,
            JsonTypeInfoKind.None => info.NumberHandling is not null,
            _ => HandsNumberHandlingDown && (info.NumberHandling is not null || !TakesNumberHandling(info.ElementType)),
        };
    }

    // Elements to which the options' number handling applies, whatever collection holds them.
    private static bool TakesNumberHandling(Type? element) =>
        element is not null && (element == typeof(object) || ScalarTypes.Of(element) is { IsNumber: true });

    public bool IsDictionary(Type type) =>
        Options.TryGetTypeInfo(type, out JsonTypeInfo? info) && info.Kind is JsonTypeInfoKind.Dictionary or JsonTypeInfoKind.None;

    // A converter of the user's writes the type, which may hide or add values: only that converter may read them.
    public bool IsConvertedWhole(Type type) => Options.TryGetTypeInfo(type, out JsonTypeInfo? info) && info.Kind == JsonTypeInfoKind.None;

    // What the contract of a dictionary says about all numbers in it; null if it says nothing.
    public JsonNumberHandling? NumberHandlingOf(Type type) =>
        Options.TryGetTypeInfo(type, out JsonTypeInfo? info) && info.Kind == JsonTypeInfoKind.Dictionary ? info.NumberHandling : null;

    // The scalar type, if numbers of this type are written as strings; null if they are not, or if a converter is for them.
    public ScalarType? QuotedNumber(Type type) =>
        QuotesNumbers && BoxedScalars.Find(type) is { IsNumber: true } scalar && IsBuiltIn(type) && !IsConverted(type) ? scalar : null;

    // The serializer has to write this type, one of those that our own writers know.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsConverted(Type type) => _types is not null && _types.IsConverted(type);

    // It is known that no converter is for the scalar with this index, and that no number is written as a string.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOurs(int type) => !QuotesNumbers && (_types is null || _types.IsOurs(type));

    // A converter for objects writes everything that is declared as an object.
    public bool ConvertsObjects => _types is not null && !IsUntouched && _types.IsConverted(BasicTypes.Object);

    // The serializer writes everything that is declared as an object: with an identity, or by a converter.
    public bool WritesObjectsAsOne => KeepsReferences || ConvertsObjects;

    // Whether a converter is for a value of one of the types that are written without asking; false for all other types.
    public bool IsConvertedBasic(object value) => value switch
    {
        long or int or double when QuotesNumbers => true,
        _ when _types is null => false,
        string => _types!.IsConverted(BasicTypes.String),
        long => _types!.IsConverted(BasicTypes.Int64),
        int => _types!.IsConverted(BasicTypes.Int32),
        double => _types!.IsConverted(BasicTypes.Double),
        bool => _types!.IsConverted(BasicTypes.Boolean),
        _ => false,
    };

    private BasicTypes CreateTypes(bool escapesTimes) => new(IsBuiltIn,
    [
        .. ScalarTypes.All.Where(known => escapesTimes && known.Scalar.IsEscapedText).Select(known => known.Type),
        // Types whose values may contain themselves.
        .. IgnoresCycles ? (Type[])[typeof(Dictionary<string, object?>), typeof(List<object?>), typeof(object?[])] : [],
    ]);
}
