namespace RowJson;

// What a JsonSerializerOptions asks for that our own writers cannot give. Settings are found once, types when rows bring them.
internal sealed class SerializerTraits
{
    private readonly bool _mayRefuseTypes;

    // Null if nothing of the user's concerns any.
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

    // False: the serializer writes each row. May become false while rows are written, when one brings a type that a converter is for.
    public bool WritesDirectly => !KeepsReferences && _types is not { ConvertsBasics: true };

    // Values whose type is known only when they are written may be written directly, without a look at each.
    public bool WritesAnyDirectly =>
        !QuotesNumbers && !IgnoresCycles
        // To ask may find a converter, so this comes first.
        && (IsUntouched || !_types!.AsksAboutBasics(_mayRefuseTypes))
        && WritesDirectly;

    // A value that contains itself is written as null. Our own writers write rows of scalars only, which cannot.
    public readonly bool IgnoresCycles;

    public readonly bool QuotesNumbers;

    // The cells of rows have to be looked at with IsConvertedBasic before they are written directly. Resolvers without code of a user's are
    // asked about all basic types when the first row is written: rows are then not looked at.
    public bool AsksAboutBasics => QuotesNumbers || (!IsUntouched && _types!.AsksAboutBasics(waits: _mayRefuseTypes));

    public readonly bool WritesNamedLiterals;

    // Rows of objects or numbers give the options' JsonSerializerOptions.NumberHandling to all that is nested in them: it wins over that of
    // a type, and the serializer then looks at the depth of every number.
    public readonly bool HandsNumberHandlingDown;

    public readonly bool ValuesMayNeedContext;

    // The serializer writes such values in a sequence that RowJson makes as in the user's. What the options, or its own type, say of a
    // number on its own would not count there.
    public bool WritesInSequence(JsonTypeInfo info) =>
        info.Kind != JsonTypeInfoKind.None || (info.NumberHandling is null && !QuotesNumbers && !WritesNamedLiterals);

    // Objects carry $id and $ref through the whole result.
    public bool KeepsReferences => References is not null;

    // A converter is one of the framework's.
    public static bool IsSerializers(JsonConverter converter) => IsSerializers(converter.GetType());

    private static bool IsSerializers(Type type) => type.Assembly == typeof(JsonSerializer).Assembly;

    public bool IsBuiltIn(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying && !IsBuiltIn(underlying)) return false;
        if (IsUntouched && (type == typeof(RawJson) || type.Assembly == typeof(object).Assembly || IsSerializers(type))) return true;
        if (!Options.TryGetTypeInfo(type, out JsonTypeInfo? info)) return true;
        return (IsSerializers(info.Converter) || info.Converter is RawJsonConverter)
            // A number's own handling counts only where the number is all there is to write, and that of an object in its properties.
            && (info.Kind is JsonTypeInfoKind.None or JsonTypeInfoKind.Object || info.NumberHandling is null)
            && info is { OnSerializing: null, OnSerialized: null, PolymorphismOptions: null };
    }

    // The serializer writes a value of this type, which is not a row's, among others differently from one on its own: a number's own
    // handling counts only there, a collection then inherits none, and a structure has no identity.
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

    // The number of this type that is written as a string; null if it is none, or a converter is for it.
    public ScalarType? QuotedNumber(Type type) =>
        QuotesNumbers && BoxedScalars.Find(type) is { IsNumber: true } scalar && IsBuiltIn(type) && !IsConverted(type) ? scalar : null;

    // The serializer has to write this type, one of those that our own writers know.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsConverted(Type type) => _types is not null && _types.IsConverted(type);

    // Known: no converter is for the scalar with this index, and no number is written as a string.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOurs(int type) => !QuotesNumbers && (_types is null || _types.IsOurs(type));

    // A converter for objects writes all that is declared as one.
    public bool ConvertsObjects => _types is not null && !IsUntouched && _types.IsConverted(BasicTypes.Object);

    // The serializer writes all that is declared as an object: with an identity, or by a converter.
    public bool WritesObjectsAsOne => KeepsReferences || ConvertsObjects;

    // Whether a converter is for a value of the types that are written without asking; false for all else.
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
        // What may contain itself.
        .. IgnoresCycles ? (Type[])[typeof(Dictionary<string, object?>), typeof(List<object?>), typeof(object?[])] : [],
    ]);
}
