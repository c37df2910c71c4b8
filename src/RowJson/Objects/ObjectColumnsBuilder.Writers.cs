using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>Writers of cells that are enumerations, lists, dictionaries and objects: of generic types that are made at run time.</content>
internal sealed partial class ObjectColumnsBuilder
{
    /// <summary>
    /// The sequences that are read as such, whatever class they are: their own converters of the framework enumerate them, too.
    /// </summary>
    private static readonly Type[] Sequences =
    [
        typeof(IEnumerable<>), typeof(ICollection<>), typeof(IReadOnlyCollection<>), typeof(IList<>), typeof(IReadOnlyList<>),
        typeof(ISet<>), typeof(HashSet<>),
    ];

    /// <summary>Enumerations, arrays, lists, dictionaries and objects.</summary>
    [RequiresDynamicCode("Makes generic types at run time.")]
    private ObjectColumn<T>? CreateWriterColumn<T>(
        JsonPropertyInfo property, MemberInfo member, OmitCondition omit, JsonNumberHandling numbers)
    {
        Type type = property.PropertyType;
        object? writer = (Nullable.GetUnderlyingType(type) ?? type).IsEnum
            ? CreateEnumWriter(property, omit)
            : CreateCompositeWriter(type, omit, numbers);
        return writer is null
            ? null
            : (ObjectColumn<T>?)Generic(nameof(CreateWriterColumnOf), [typeof(T), type]).Invoke(null, [property.Name, member, writer]);
    }

    private static MemberColumn<T, TValue> CreateWriterColumnOf<T, TValue>(string name, MemberInfo member, CellWriter<TValue> writer) =>
        new(name, member, MemberGetter<T, TValue>.For(member), writer);

    [RequiresDynamicCode("Makes generic types at run time.")]
    private object? CreateEnumWriter(JsonPropertyInfo property, OmitCondition omit)
    {
        // The texts are escaped by the contract's own encoder.
        if (!ReferenceEquals(traits.Options.Encoder ?? JavaScriptEncoder.Default, context.Escapes.Encoder)) return null;
        Type? underlying = Nullable.GetUnderlyingType(property.PropertyType);
        MethodInfo create = Generic(nameof(CreateEnumWriterOf), [underlying ?? property.PropertyType]);
        return create.Invoke(null, [property, underlying is not null, omit]);
    }

    [RequiresDynamicCode("Makes a contract at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = SameProperty)]
    private static object CreateEnumWriterOf<TEnum>(JsonPropertyInfo property, bool isNullable, OmitCondition omit)
        where TEnum : struct, Enum
    {
        if (!isNullable)
        {
            JsonTypeInfo<ValueHolder<TEnum>> contract = ValueHolder<TEnum>.CreateContract(property);
            return new EnumWriter<TEnum>(value => ValueHolder<TEnum>.Serialize(value, contract), omit == OmitCondition.WhenDefault);
        }
        // The converter of the property is for its own type, the nullable one.
        JsonTypeInfo<ValueHolder<TEnum?>> ofNullable = ValueHolder<TEnum?>.CreateContract(property);
        var writer = new EnumWriter<TEnum>(value => ValueHolder<TEnum?>.Serialize(value, ofNullable), omitsDefault: false);
        return new NullableEnumWriter<TEnum>(writer, omit != OmitCondition.Never);
    }

    [RequiresDynamicCode("Makes generic types at run time.")]
    private object? CreateCompositeWriter(Type type, OmitCondition omit, JsonNumberHandling numbers)
    {
        bool omitsNull = omit != OmitCondition.Never;
        if (type == typeof(byte[])) return new BytesWriter(omitsNull);
        if (type == typeof(Dictionary<string, object?>)) return WritesAnyDirectly(numbers) ? new DictionaryWriter(omitsNull) : null;
        if (Nullable.GetUnderlyingType(type) is { } underlying) return CreateNestedWriter(nameof(CreateNullableWriter), [underlying], omit);
        if (type.IsSZArray) return CreateListWriter(type, type.GetElementType()!, omit, numbers);
        if (!type.IsGenericType) return CreateNestedWriter(nameof(CreateObjectWriter), [type], omit);
        Type[] arguments = type.GetGenericArguments();
        Type definition = type.GetGenericTypeDefinition();
        if (definition == typeof(List<>) || Sequences.Contains(definition)) return CreateListWriter(type, arguments[0], omit, numbers);
        return definition == typeof(Dictionary<,>) && arguments[0] == typeof(string)
            ? CreateDictionaryWriter(arguments[1], omit, numbers)
            : CreateNestedWriter(nameof(CreateObjectWriter), [type], omit);
    }

    [RequiresDynamicCode("Makes generic types at run time.")]
    private object? CreateListWriter(Type type, Type element, OmitCondition omit, JsonNumberHandling numbers)
    {
        bool isList = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>);
        bool isSequence = !isList && !type.IsSZArray;
        if (element == typeof(string) || ScalarTypes.Of(element) is not null)
        {
            if (FormatOf(element, numbers) is not { } format) return null;
            // The elements of a sequence are written one by one, by a method that looks at the depth.
            if (isSequence) format = format with { ChecksDepth = true };
            return isSequence
                ? CreateScalarsWriter(nameof(CreateScalarSequence), [element, type], omit, format)
                : CreateScalarsWriter(isList ? nameof(CreateScalarList) : nameof(CreateScalarArray), [element], omit, format);
        }
        return isSequence
            ? CreateNestedWriter(nameof(CreateSequenceWriter), [element, type], omit)
            : CreateNestedWriter(isList ? nameof(CreateListWriterOf) : nameof(CreateArrayWriterOf), [element], omit);
    }

    [RequiresDynamicCode("Makes generic types at run time.")]
    private object? CreateDictionaryWriter(Type value, OmitCondition omit, JsonNumberHandling numbers)
    {
        // Keys are written by the policy of the rows' options, and a converter for strings writes keys as well.
        if (!HasOptionsOfRows || !traits.IsBuiltIn(typeof(string))) return null;
        return FormatOf(value, numbers) is { IsQuoted: false } format
            ? CreateScalarsWriter(nameof(CreateScalarDictionary), [value], omit, format)
            : null;
    }

    /// <summary>How elements of a type are written; null if they are no scalars or strings, or the serializer's to write.</summary>
    private ListFormat? FormatOf(Type element, JsonNumberHandling numbers)
    {
        if (!traits.IsBuiltIn(element)) return null;
        if (element == typeof(string)) return new ListFormat(ChecksDepth: false, IsQuoted: false);
        if (ScalarTypes.Of(element) is not { } scalar || !WritesDirectly(scalar, numbers)) return null;
        bool checksDepth = (scalar.IsNumber && numbers != JsonNumberHandling.Strict) || scalar.Type == typeof(RawJson);
        return new ListFormat(checksDepth, IsQuoted(scalar, numbers));
    }

    [RequiresDynamicCode("Makes generic types at run time.")]
    private static object? CreateScalarsWriter(string create, Type[] arguments, OmitCondition omit, ListFormat format) =>
        Generic(create, arguments).Invoke(null, [omit != OmitCondition.Never, format]);

    private static ScalarArrayWriter<TValue> CreateScalarArray<TValue>(bool omitsNull, ListFormat format) => new(omitsNull, format);

    private static ScalarListWriter<TValue> CreateScalarList<TValue>(bool omitsNull, ListFormat format) => new(omitsNull, format);

    private static ScalarSequenceWriter<TSequence, TValue> CreateScalarSequence<TValue, TSequence>(bool omitsNull, ListFormat format)
        where TSequence : class, IEnumerable<TValue> => new(omitsNull, format);

    private static ScalarDictionaryWriter<TValue> CreateScalarDictionary<TValue>(bool omitsNull, ListFormat format) =>
        new(omitsNull, format);

    /// <summary>A writer of objects; the first of the type arguments is theirs.</summary>
    [RequiresDynamicCode("Makes generic types at run time.")]
    private object? CreateNestedWriter(string create, Type[] arguments, OmitCondition omit) =>
        // An object may hold itself: that the serializer finds it, it has to know the row.
        !traits.IgnoresCycles && traits.IsBuiltIn(arguments[0]) && TryGetInfo(arguments[0], out JsonTypeInfo? info)
            ? Generic(create, arguments).Invoke(this, [info, omit])
            : null;

    private NestedObjectWriter<TValue>? CreateObjectWriter<TValue>(JsonTypeInfo<TValue> info, OmitCondition omit) =>
        BuildNested(info) is { } nested ? new NestedObjectWriter<TValue>(nested, omit) : null;

    private NullableNestedWriter<TValue>? CreateNullableWriter<TValue>(JsonTypeInfo<TValue> info, OmitCondition omit)
        where TValue : struct =>
        BuildNested(info) is { } nested ? new NullableNestedWriter<TValue>(nested, omit != OmitCondition.Never) : null;

    private NestedArrayWriter<TValue>? CreateArrayWriterOf<TValue>(JsonTypeInfo<TValue> info, OmitCondition omit) =>
        BuildNested(info) is { } nested ? new NestedArrayWriter<TValue>(nested, omit != OmitCondition.Never) : null;

    private NestedListWriter<TValue>? CreateListWriterOf<TValue>(JsonTypeInfo<TValue> info, OmitCondition omit) =>
        BuildNested(info) is { } nested ? new NestedListWriter<TValue>(nested, omit != OmitCondition.Never) : null;

    private NestedSequenceWriter<TSequence, TValue>? CreateSequenceWriter<TValue, TSequence>(
        JsonTypeInfo<TValue> info, OmitCondition omit)
        where TSequence : class, IEnumerable<TValue> =>
        BuildNested(info) is { } nested ? new NestedSequenceWriter<TSequence, TValue>(nested, omit != OmitCondition.Never) : null;

    private bool TryGetInfo(Type type, [NotNullWhen(true)] out JsonTypeInfo? info)
    {
        try
        {
            return traits.Options.TryGetTypeInfo(type, out info);
        }
        catch (Exception exception) when (exception is InvalidOperationException or NotSupportedException or ArgumentException)
        {
            // The serializer says so when a row brings a value of the type, and not before.
            info = null;
            return false;
        }
    }

    [RequiresDynamicCode("Makes generic methods at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The methods ask nothing of their type arguments.")]
    private static MethodInfo Generic(string name, Type[] arguments) =>
        typeof(ObjectColumnsBuilder)
            .GetMethod(name, BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(arguments);
}
