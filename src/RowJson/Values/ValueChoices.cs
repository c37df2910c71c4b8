namespace RowJson;

// Decides how values of a declared type are written: rows, what is nested in them, and the lists that the drop-in takes over. No other
// class decides that. It only reads contracts.
// traits: what is known about the options of the contracts: those of the rows, or others.
// compiles: members are read by code made at run time; without it, the serializer writes fields.
// isForced: objects are written by columns even if they do not gain.
internal sealed partial class ValueChoices(EncodingContext context, SerializerTraits traits, bool compiles, bool isForced)
{
    // The most objects that are examined; a type that holds more is left to the serializer.
    private const int MaxObjects = 256;

    // The deepest nesting of collections that is examined; a deeper one is left to the serializer.
    public const int MaxCollections = 16;

    // Objects by type, because an object may hold others of its type. Null: the serializer writes them.
    private Dictionary<Type, ObjectChoice?> _objects = [];

    // The collections that are being examined, from an object's property inwards: a collection may hold others of its type.
    private HashSet<Type> _collections = [];

    // Types that have turned out to lose after other types were decided as if they gained.
    private readonly HashSet<Type> _losing = [];

    // The decisions so far are valid: no contract has failed, and no type has turned out to lose.
    private bool _isSound = true;

    // Objects examined since Of was called.
    private int _lookedAt;

    private bool HasOptionsOfRows => ReferenceEquals(traits, context.Traits);

    // How values of a type are written that lie in no property: rows, elements of lists, values of dictionaries.
    public ValueChoice Of(Type type) => Repeat(() => OfItem(type));

    // How an object is written by its columns; null if the serializer has to write it as a whole.
    public ObjectChoice? OfObject(JsonTypeInfo info) => info.PolymorphismOptions is null ? Repeat(() => FindObject(info)) : null;

    // Chooses again as long as a type turns out to lose after others, which it leads back to, were decided as if it gained.
    private TChoice Repeat<TChoice>(Func<TChoice> choose)
    {
        while (true)
        {
            if (!_isSound) (_objects, _collections) = ([], []);
            (_isSound, _lookedAt, int losing) = (false, 0, _losing.Count);
            TChoice choice = choose();
            _isSound = _losing.Count == losing;
            if (_isSound) return choice;
        }
    }

    private ValueChoice OfItem(Type type) => Of(type, traits.Options.NumberHandling);

    private ObjectChoice? FindObject(JsonTypeInfo info)
    {
        if (_objects.TryGetValue(info.Type, out ObjectChoice? known)) return known;
        if (_lookedAt++ >= MaxObjects) return null;
        ObjectChoice? choice = !_losing.Contains(info.Type)
            && ObjectContract.WritesMembers(info, context.Traits.MaxDepth)
            && !GeneratedCodeDiffers(info)
            && !MembersShareDiscriminators(info)
            && ObjectContract.WrittenProperties(info).All(it => !it.IsExtensionData || OfExtension(it, info) is not null)
            ? new ObjectChoice(info)
            : null;
        _objects.Add(info.Type, choice);
        if (choice is null) return null;
        HashSet<Type> collections = _collections;
        // A collection that leads back to this object finds it by its type.
        _collections = [];
        PropertyChoice[] properties =
        [
            .. ObjectContract.WrittenProperties(info)
                .Select(it => it.IsExtensionData ? OfExtension(it, info)! : OfProperty(it, info)),
        ];
        _collections = collections;
        choice.Set(properties, PaysOff(info, properties));
        if (choice is { IsPresumed: true, Gains: false }) _losing.Add(info.Type);
        return choice;
    }

    // numbers: the number handling that applies to the value.
    private ValueChoice Of(Type type, JsonNumberHandling numbers)
    {
        if (!traits.IsBuiltIn(type)) return OfPolymorphic(type) ?? OfCalledBack(type) ?? Serialized(type);
        if (type == typeof(string)) return new ValueChoice(WriterKind.String, type);
        if (type == typeof(object)) return WritesAnyDirectly(numbers) ? new ValueChoice(WriterKind.Any, type) : Serialized(type);
        return ScalarTypes.Of(type) is { } scalar ? new ValueChoice(OfScalar(scalar, numbers), type) : OfComposite(type, numbers);
    }

    private ValueChoice OfComposite(Type type, JsonNumberHandling numbers)
    {
        Type? underlying = Nullable.GetUnderlyingType(type);
        if (!type.IsEnum && !GenericArguments.IsCompiled(underlying ?? type)) return Serialized(type);
        if ((underlying ?? type).IsEnum) return new ValueChoice(KnowsTexts ? WriterKind.Enumeration : WriterKind.Serialized, type);
        if (type == typeof(byte[])) return new ValueChoice(WriterKind.Bytes, type);
        if (TextClassWriter.For(type) is not null) return new ValueChoice(WriterKind.Text, type);
        if (underlying is not null) return With(WriterKind.Nullable, type, OfItem(underlying));
        if (FindInfo(type) is not { } info) return Serialized(type);
        // A number handling that is not strict is left to the serializer.
        if (ObjectContract.OptionValueOf(info) is { } value)
            return numbers == traits.Options.NumberHandling && (numbers & ~JsonNumberHandling.AllowReadingFromString) == 0
                ? With(WriterKind.Option, type, OfItem(value))
                : Serialized(type);
        return info.Kind switch
        {
            JsonTypeInfoKind.Enumerable or JsonTypeInfoKind.Dictionary => OfCollection(type, info, numbers),
            JsonTypeInfoKind.Object => FindObject(info) ?? Serialized(type),
            _ => Serialized(type),
        };
    }

    // An object with callbacks; null if something else requires the serializer.
    private ObjectChoice? OfCalledBack(Type type) =>
        !type.IsValueType
        && FindInfo(type) is { Kind: JsonTypeInfoKind.Object, PolymorphismOptions: null } info
        && (info.OnSerializing ?? info.OnSerialized) is not null
            ? FindObject(info)
            : null;

    // Null: the serializer writes such values, or refuses them.
    private PolymorphicChoice? OfPolymorphic(Type type)
    {
        if (type.IsValueType || traits.IgnoresCycles || !HasOptionsOfRows) return null;
        if (FindInfo(type) is not { Kind: JsonTypeInfoKind.Object, PolymorphismOptions: { } options } info) return null;
        if (!ObjectContract.IsUnchanged(info) || info is not { OnSerializing: null, OnSerialized: null }) return null;
        var cases = new List<(ObjectChoice, object?)>();
        foreach (JsonDerivedType derived in options.DerivedTypes)
        {
            if (derived.DerivedType.IsValueType || FindInfo(derived.DerivedType) is not { } found) return null;
            // A type that declares derived types of its own is written by them where it is the declared type, and not here.
            if (derived.DerivedType != type && !traits.IsBuiltIn(derived.DerivedType)) return null;
            if (FindObject(found) is not { } choice) return null;
            cases.Add((choice, derived.TypeDiscriminator));
        }
        return cases.Count > 0 ? new PolymorphicChoice(info, [.. cases], FindObject(info)) : null;
    }

    private PropertyChoice OfProperty(JsonPropertyInfo property, JsonTypeInfo info)
    {
        Type type = property.PropertyType;
        if (ObjectContract.MemberOf(property, info) is { } member
            && (compiles || member is PropertyInfo)
            && ObjectContract.OmitConditionOf(property, info) is { } omit)
        {
            // Only compiled code reads a field.
            if (member is PropertyInfo && ConverterOf(property) is { } converter)
                return new PropertyChoice(property, member, omit, new ValueChoice(WriterKind.Converted, type), converter);
            if (ObjectContract.WritesBuiltIn(property)
                && Of(type, ObjectContract.NumberHandlingOf(property, info)) is { Gains: true } value
                && (value.Kind is < WriterKind.Bytes or WriterKind.Enumeration or WriterKind.Any
                    || (GenericArguments.CanBe(type) ? GenericArguments.IsCompiled(info.Type) : GenericArguments.CanBe(info.Type)))
                && !(value.Kind == WriterKind.Any && omit == OmitCondition.NullIsRefused))
                return new PropertyChoice(property, member, omit, value);
        }
        return new PropertyChoice(property, Member: null, OmitCondition.Never, Serialized(type));
    }

    // Additional properties, if no policy converts their names; null if the serializer writes them.
    private PropertyChoice? OfExtension(JsonPropertyInfo property, JsonTypeInfo info)
    {
        if (!GenericArguments.CanBe(info.Type) || !HasOptionsOfRows || traits.Options.DictionaryKeyPolicy is not null) return null;
        Type type = property.PropertyType;
        if (property.CustomConverter is not null || !traits.IsBuiltIn(type) || !traits.IsBuiltIn(typeof(string))) return null;
        if (property.ShouldSerialize is not null || ObjectContract.HasCondition(property, info)) return null;
        // No delegate reads a field.
        if (ObjectContract.MemberOf(property, info) is not PropertyInfo member) return null;
        Type? value = type == typeof(Dictionary<string, object>) || type == typeof(IDictionary<string, object>) ? typeof(object)
            : type == typeof(Dictionary<string, JsonElement>) || type == typeof(IDictionary<string, JsonElement>) ? typeof(JsonElement)
            : null;
        if (value is null) return null;
        ValueChoice choice = With(WriterKind.Extension, type, Of(value, ObjectContract.NumberHandlingOf(property, info)));
        return choice.Kind == WriterKind.Serialized ? null : new PropertyChoice(property, member, OmitCondition.Never, choice);
    }

    private JsonConverter? ConverterOf(JsonPropertyInfo property) =>
        GenericArguments.CanBe(property.DeclaringType) && GenericArguments.CanBe(property.PropertyType)
        && property.PropertyType != typeof(object)
        && FindInfo(property.PropertyType) is { } info
            ? ObjectContract.ConverterOf(property, info.Converter)
            : null;

    private bool PaysOff(JsonTypeInfo info, PropertyChoice[] properties)
    {
        // The serializer would read a copy: the next columns would not see what that changes.
        if (ChangesItself(info) && properties.Any(it => it.Member is null)) return false;
        // The serializer finds a cycle only if it sees the enclosing objects.
        if (traits.IgnoresCycles && properties.Any(it => it.Member is null && MayHoldOthers(it.Property))) return false;
        return isForced || ColumnGain.PaysOff(properties, context.Options.SerializerOptions.WriteIndented);
    }

    // Values of the property may hold others. False for a user's converter, which does not know what is around the value.
    private bool MayHoldOthers(JsonPropertyInfo property) => property.CustomConverter is { } converter
        ? SerializerTraits.IsSerializers(converter) && !ObjectContract.WritesBuiltIn(property)
        : property.PropertyType == typeof(object) || FindInfo(property.PropertyType) is not { Kind: JsonTypeInfoKind.None };

    // A getter of the structure may change it, and thereby what the next ones return.
    public static bool ChangesItself(JsonTypeInfo info) =>
        info.Type.IsValueType
        && !info.Type.IsDefined(typeof(IsReadOnlyAttribute), inherit: false)
        && ObjectContract.WrittenProperties(info).Any(it =>
            ObjectContract.MemberOf(it, info) is PropertyInfo { GetMethod: { } getter }
            && !getter.IsDefined(typeof(IsReadOnlyAttribute), inherit: false));

    // The serializer writes no discriminator of a value declared as an object where a polymorphic member before it had the same type.
    private bool MembersShareDiscriminators(JsonTypeInfo info)
    {
        var types = ObjectContract.WrittenProperties(info).Select(it => it.PropertyType).ToList();
        return types.Take(types.LastIndexOf(typeof(object)))
            .Any(it => it != typeof(object) && ObjectContract.IsPolymorphic(it, traits.Options));
    }

    // Each source-generated getter unboxes the structure anew, so that none sees what another has changed. And a source-generated method
    // writes an array of bytes that is null as an empty string.
    private static bool GeneratedCodeDiffers(JsonTypeInfo info) =>
        info.OriginatingResolver is JsonSerializerContext
        && (ChangesItself(info) || ObjectContract.IsGeneratedWithBytes(info));

    private WriterKind OfScalar(ScalarType scalar, JsonNumberHandling numbers) =>
        !WritesDirectly(scalar, numbers) ? WriterKind.Serialized : IsQuoted(scalar, numbers) ? WriterKind.QuotedNumber : WriterKind.Scalar;

    // Values declared as object are written with the options of the rows, from which the contract's options and the property's number
    // handling may differ. Such values may hold anything that has a converter, and themselves.
    private bool WritesAnyDirectly(JsonNumberHandling numbers) =>
        HasOptionsOfRows && traits.WritesAnyDirectly && numbers == traits.Options.NumberHandling;

    private bool WritesDirectly(ScalarType scalar, JsonNumberHandling numbers) =>
        !traits.IsConverted(scalar.Type)
        && (!scalar.HasNonFinite
            || IsQuoted(scalar, numbers)
            || numbers.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals) == context.Traits.WritesNamedLiterals);

    private static bool IsQuoted(ScalarType scalar, JsonNumberHandling numbers) =>
        scalar.IsNumber && numbers.HasFlag(JsonNumberHandling.WriteAsString);

    // The texts of enumerations are escaped by the contract's own encoder.
    private bool KnowsTexts => ReferenceEquals(traits.Options.Encoder ?? JavaScriptEncoder.Default, context.Escapes.Encoder);

    // Null if there is no contract: the serializer throws only when a row has a value of the type.
    private JsonTypeInfo? FindInfo(Type type) => SharedContracts.Find(traits.Options, type);

    private static ValueChoice Serialized(Type type) => new(WriterKind.Serialized, type);

    private static ValueChoice With(WriterKind kind, Type type, ValueChoice item) =>
        new(item.Kind == WriterKind.Serialized ? WriterKind.Serialized : kind, type) { Item = item };
}
