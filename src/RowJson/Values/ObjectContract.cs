namespace RowJson;

// What a type's contract says about how its values are written: the one place that reads it. Names, order, conditions and converters come
// from the JsonTypeInfo; members only say how to read a value.
internal static class ObjectContract
{
    // Values of the type can be written member by member, after their discriminator if any; false: the serializer writes each as a whole.
    public static bool WritesMembers(JsonTypeInfo info, int maxDepth) =>
        WritesProperties(info)
        // A context that only writes has generated code, and does not say which properties the code writes.
        && (info.Properties.Count > 0 || !HasGeneratedCode(info))
        && (info is { OnSerializing: null, OnSerialized: null } || !info.Type.IsValueType)
        && info.Options is { IgnoreReadOnlyProperties: false, IgnoreReadOnlyFields: false }
#pragma warning disable SYSLIB0020 // Obsolete, and still obeyed by the serializer.
        && !info.Options.IgnoreNullValues
#pragma warning restore SYSLIB0020
        && maxDepth == KnownSerializerOptions.MaxDepthOf(info.Options);

    // The converter writes the properties of the contract. That of an F# union has the contract of an object, but writes other properties.
    private static bool WritesProperties(JsonTypeInfo info)
    {
        Type? type = info.Kind == JsonTypeInfoKind.Object ? info.Converter.GetType() : null;
        if (!SerializerTraits.IsSerializers(info.Converter)) return false;
        while (type is not (null or { Name: "JsonObjectConverter`1" or "JsonMetadataServicesConverter`1" })) type = type.BaseType;
        return type is not null;
    }

    // The properties that are written, in order, additional ones last. One that is always ignored has no getter, unless a modifier set it.
    public static IEnumerable<JsonPropertyInfo> WrittenProperties(JsonTypeInfo info) =>
        info.Properties.Where(property => property is { Get: not null, IsExtensionData: false })
            .Concat(info.Properties.Where(property => property is { Get: not null, IsExtensionData: true }));

    // No derived type has other PropertyNames, and none is left out whatever its value is.
    public static bool WritesAll(JsonTypeInfo info) =>
        info is { PolymorphismOptions: null, Options: { IgnoreReadOnlyProperties: false, IgnoreReadOnlyFields: false } };

    // The names of the properties that a value may have, of whatever derived type it is; null if it may have others.
    public static IEnumerable<string>? PropertyNames(JsonTypeInfo info)
    {
        JsonPolymorphismOptions? polymorphism = info.PolymorphismOptions;
        IEnumerable<JsonTypeInfo?> derived = polymorphism?.DerivedTypes.Select(
            it => info.Options.TryGetTypeInfo(it.DerivedType, out JsonTypeInfo? found) ? found : null) ?? [];
        JsonTypeInfo?[] contracts = [info, .. derived];
        if (contracts.Any(it => it is null || !WritesProperties(it) || it.Properties.Any(property => property.IsExtensionData)))
            return null;
        IEnumerable<string> names = contracts.SelectMany(it => WrittenProperties(it!)).Select(property => property.Name);
        return polymorphism is null ? names : names.Append(polymorphism.TypeDiscriminatorPropertyName);
    }

    // The property or field that a property's values come from; null if they may come from elsewhere: a modifier may have replaced the
    // getter of a contract that was changed after it was made.
    public static MemberInfo? MemberOf(JsonPropertyInfo property, JsonTypeInfo info) => property.AttributeProvider switch
    {
        _ when !IsUnchanged(info) => null,
        PropertyInfo { GetMethod.IsStatic: false } member when member.PropertyType == property.PropertyType => member,
        FieldInfo { IsStatic: false } member when member.FieldType == property.PropertyType => member,
        _ => null,
    };

    // The type of the value that an F# option may have; null for any other type. The contract's kind is that of the value.
    public static Type? OptionValueOf(JsonTypeInfo info) =>
        info.Type.IsGenericType
        && info.Type.Namespace == "Microsoft.FSharp.Core" && info.Type.Name is "FSharpOption`1" or "FSharpValueOption`1"
            ? info.Type.GetGenericArguments()[0]
            : null;

    // There is no user's converter: none at all, or one of the framework's that writes an enumeration as a string.
    public static bool WritesBuiltIn(JsonPropertyInfo property) =>
        property.CustomConverter is not { } converter
        || (SerializerTraits.IsSerializers(converter)
            && (Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType).IsEnum);

    // The user's converter, or the framework's for nodes, that writes a property's values except null; null if there is no such converter,
    // or if it has to be asked about null.
    // ofType: the converter of the property's type.
    public static JsonConverter? ConverterOf(JsonPropertyInfo property, JsonConverter ofType)
    {
        JsonConverter converter = property.CustomConverter ?? ofType;
        // A node writes itself: nothing around it matters.
        if (property.PropertyType.IsAssignableTo(typeof(JsonNode)) && ReferenceEquals(converter, ofType)
            && SerializerTraits.IsSerializers(converter)) return converter;
        Assembly assembly = converter.GetType().Assembly;
        if (assembly == typeof(JsonSerializer).Assembly || assembly == typeof(ObjectContract).Assembly) return null;
        return converter.Type == property.PropertyType && !HandlesNull(converter, property) ? converter : null;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The serializer asks the same property.")]
    private static bool HandlesNull(JsonConverter converter, JsonPropertyInfo property) =>
        IsNullable(property.PropertyType)
        && converter.GetType().GetProperty(nameof(JsonConverter<int>.HandleNull))?.GetValue(converter) is not false;

    // The values that are left out; null if only the serializer can tell: a function decides, or a nullable structure must not be null.
    public static OmitCondition? OmitConditionOf(JsonPropertyInfo property, JsonTypeInfo info)
    {
        JsonIgnoreCondition? condition = IgnoreOf(property, info)?.Condition
            ?? (property.ShouldSerialize is null ? property.Options.DefaultIgnoreCondition : null);
        return condition switch
        {
            // A condition of the property's own replaces that of the options, also if it is about reading.
            JsonIgnoreCondition.Never or JsonIgnoreCondition.WhenReading => !RefusesNull(property) ? OmitCondition.Never
                : property.PropertyType.IsValueType ? null : OmitCondition.NullIsRefused,
            // The condition of the options does not apply to values that are never null.
            JsonIgnoreCondition.WhenWritingNull => IsNullable(property.PropertyType) ? OmitCondition.WhenNull : OmitCondition.Never,
            JsonIgnoreCondition.WhenWritingDefault => OmitCondition.WhenDefault,
            _ => null,
        };
    }

    private static bool IsNullable(Type type) => !type.IsValueType || Nullable.GetUnderlyingType(type) is not null;

    private static bool RefusesNull(JsonPropertyInfo property) =>
        property.Options.RespectNullableAnnotations && !property.IsGetNullable && IsNullable(property.PropertyType);

    // The function that decides whether a value is written, for a copy of the property. A copy has no condition of its own that would
    // replace the options' condition, and a condition about reading has no function, either.
    public static Func<object, object?, bool>? ShouldSerializeOf(JsonPropertyInfo property, JsonTypeInfo info) =>
        property.ShouldSerialize ?? (HasCondition(property, info) ? static (_, _) => true : null);

    // An attribute of the property or of the contract's type has a condition. It holds in unchanged contracts; in others the property may
    // have been made anew, without it.
    public static bool HasCondition(JsonPropertyInfo property, JsonTypeInfo info) => IgnoreOf(property, info) is not null;

    // A source-generated method writes the type, in which an array of bytes that is null has its own text.
    public static bool IsGeneratedWithBytes(JsonTypeInfo info) =>
        info is { Kind: not JsonTypeInfoKind.None, OriginatingResolver: JsonSerializerContext }
        && (info.ElementType == typeof(byte[]) || info.Properties.Any(property => property.PropertyType == typeof(byte[])))
        && HasGeneratedCode(info);

    // A source-generated method writes the type.
    public static bool HasGeneratedCode(JsonTypeInfo info) => GenericArguments.IsCompiled(info.Type)
        && (bool)GenericArguments.Call(typeof(ObjectContract), null, nameof(HasGeneratedCodeOf), [info.Type], info)!;

    internal static bool HasGeneratedCodeOf<T>(JsonTypeInfo<T> info) => info.SerializeHandler is not null;

    // How numbers of a property are written.
    public static JsonNumberHandling NumberHandlingOf(JsonPropertyInfo property, JsonTypeInfo info) =>
        property.NumberHandling ?? info.NumberHandling ?? info.Options.NumberHandling;

    // The contract is as its resolver made it: the framework's own or a generated context, and not one by hand that changes another's.
    public static bool IsUnchanged(JsonTypeInfo info) =>
        info.Options.IsReadOnly
        && info.Options.TryGetTypeInfo(info.Type, out JsonTypeInfo? known) && ReferenceEquals(known, info)
        && info.OriginatingResolver is { } origin && info.Options.TypeInfoResolverChain.Contains(origin)
        && SharedContracts.HasPlainResolvers(info.Options);

    // A base class or an interface of the type is polymorphic, or has a contract that cannot be made: the serializer may then write a
    // discriminator if it finds the type by itself.
    public static bool HasPolymorphicAncestor(Type type, JsonSerializerOptions options) => HasPolymorphicAncestor(type, options, out _);

    // found: the type by whose contract the serializer writes a value declared as an object; null if only the serializer finds it.
    public static bool HasPolymorphicAncestor(Type type, JsonSerializerOptions options, out Type? found)
    {
        Type? ancestor = type.BaseType;
        while (ancestor is not null && !IsPolymorphic(ancestor, options)) ancestor = ancestor.BaseType;
        Type[] interfaces = Array.FindAll(InterfacesOf(type), it => IsPolymorphic(it, options));
        found = interfaces.Length == 0 ? ancestor : ancestor is null && interfaces.Length == 1 ? interfaces[0] : null;
        return ancestor is not null || interfaces.Length > 0;
    }

    // The serializer ignores an ancestor whose contract cannot be made.
    public static bool IsPolymorphic(Type type, JsonSerializerOptions options) =>
        SharedContracts.Find(options, type) is { PolymorphismOptions: not null };

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The serializer looks for the same interfaces.")]
    public static Type[] InterfacesOf(Type type) => type.GetInterfaces();

    // The type itself and its interfaces, if they are of a generic definition.
    public static IEnumerable<Type> FormsOf(Type type, Type definition) =>
        InterfacesOf(type).Prepend(type).Where(it => it.IsGenericType && it.GetGenericTypeDefinition() == definition);

    // The property's setting comes before that of its type, which System.Text.Json 11 introduced.
    private static JsonIgnoreAttribute? IgnoreOf(JsonPropertyInfo property, JsonTypeInfo info) =>
        IgnoreOf(property.AttributeProvider) ?? IgnoreOf(info.Type);

    private static JsonIgnoreAttribute? IgnoreOf(ICustomAttributeProvider? member) =>
        member?.GetCustomAttributes(typeof(JsonIgnoreAttribute), inherit: false).FirstOrDefault() as JsonIgnoreAttribute;
}
