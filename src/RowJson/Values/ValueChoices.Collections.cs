namespace RowJson;

internal sealed partial class ValueChoices
{
    // A collection of elements of its own type would recurse without end: the serializer writes it.
    private ValueChoice OfCollection(Type type, JsonTypeInfo info, JsonNumberHandling numbers)
    {
        if (_collections.Count >= MaxCollections || !_collections.Add(type)) return Serialized(type);
        ValueChoice choice = info.Kind == JsonTypeInfoKind.Dictionary
            ? OfDictionary(type, info, numbers)
            : OfSequence(type, info.ElementType, numbers);
        _collections.Remove(type);
        return choice;
    }

    private ValueChoice OfSequence(Type type, Type? element, JsonNumberHandling numbers)
    {
        if (element is null || SequenceKind(type, element) is not { } kind) return Serialized(type);
        return OfItems(kind, type, element, numbers);
    }

    private ValueChoice OfItems(WriterKind kind, Type type, Type item, JsonNumberHandling numbers, Type? key = null)
    {
        if (FormatOf(item, numbers, out WriterKind scalar) is not { } format)
            return (kind is WriterKind.Memory or WriterKind.Keyed ? GenericArguments.CanBe(item) : GenericArguments.IsCompiled(item))
                ? With(kind, type, OfElement(item, numbers), key)
                : Serialized(type);
        if (format.IsQuoted && kind >= WriterKind.Dictionary) return Serialized(type);
        if (!RuntimeFeature.IsDynamicCodeSupported && Nullable.GetUnderlyingType(item) is not null) return Serialized(type);
        return new ValueChoice(kind, type) { Key = key, Item = new ValueChoice(scalar, item), ItemFormat = format };
    }

    private ValueChoice OfDictionary(Type type, JsonTypeInfo info, JsonNumberHandling numbers)
    {
        if (info.KeyType is { IsValueType: true } key) return OfKeyed(type, key, info, numbers);
        // Keys are written by the policy of the rows' options, and a converter for strings writes keys as well.
        if (info.KeyType != typeof(string) || info.ElementType is not { } value) return Serialized(type);
        if (!HasOptionsOfRows || !traits.IsBuiltIn(typeof(string)) || !GenericArguments.IsCompiled(value)) return Serialized(type);
        if (type == typeof(Dictionary<string, object?>))
            return new ValueChoice(WritesAnyDirectly(numbers) ? WriterKind.ObjectDictionary : WriterKind.Serialized, type);
        if (type.IsValueType || !HoldsPairs(type, typeof(string), value)) return Serialized(type);
        return OfItems(WriterKind.Dictionary, type, value, numbers);
    }

    // Such keys have no policy; a converter for their type writes keys as well.
    private ValueChoice OfKeyed(Type type, Type key, JsonTypeInfo info, JsonNumberHandling numbers)
    {
        if (key != typeof(int) && key != typeof(long) && key != typeof(Guid) && key != typeof(DateOnly)) return Serialized(type);
        if (info.ElementType is not { } value || !traits.IsBuiltIn(key) || !GenericArguments.CanBe(key)) return Serialized(type);
        if (type.IsValueType || !HoldsPairs(type, key, value)) return Serialized(type);
        return OfItems(WriterKind.Keyed, type, value, numbers, key);
    }

    // What writes elements that are neither scalars nor strings. The number handling of a property goes down to elements of any type; a
    // nested list has that of the options.
    private ValueChoice OfElement(Type element, JsonNumberHandling numbers) =>
        ScalarTypes.Of(element) is not null ? Serialized(element)
        : element == typeof(object) ? Of(element, numbers)
        : OfItem(element);

    // How elements of a type are written; null if they are neither scalars nor strings, or the serializer writes them.
    private ListFormat? FormatOf(Type element, JsonNumberHandling numbers, out WriterKind kind)
    {
        kind = element == typeof(string) ? WriterKind.String : WriterKind.Serialized;
        if (!traits.IsBuiltIn(element)) return null;
        if (element == typeof(string)) return new ListFormat(ChecksDepth: false, IsQuoted: false);
        if (ScalarTypes.Of(element) is not { } scalar) return null;
        kind = OfScalar(scalar, numbers);
        if (kind == WriterKind.Serialized) return null;
        bool checksDepth = (scalar.IsNumber && numbers != JsonNumberHandling.Strict) || scalar.Type == typeof(RawJson);
        return new ListFormat(checksDepth, kind == WriterKind.QuotedNumber);
    }

    // Null: a structure, or a sequence that is asynchronous as well.
    public static WriterKind? SequenceKind(Type type, Type element)
    {
        if (type.IsSZArray) return WriterKind.Array;
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ReadOnlyMemory<>)) return WriterKind.Memory;
        if (type.IsValueType || Implements(type, typeof(IAsyncEnumerable<>), argument: null)) return null;
        return Implements(type, typeof(IEnumerable<>), element) ? WriterKind.Sequence : null;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The serializer looks for the same interfaces.")]
    private static bool HoldsPairs(Type type, Type key, Type value) =>
        IsPairs(type, key, value) || Array.Exists(type.GetInterfaces(), it => IsPairs(it, key, value));

    private static bool IsPairs(Type type, Type key, Type value) =>
        Is(type, typeof(IEnumerable<>), argument: null)
        && type.GetGenericArguments()[0] is { IsGenericType: true } pair
        && pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)
        && pair.GetGenericArguments() is [var name, var item] && name == key && item == value;

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The serializer looks for the same interfaces.")]
    private static bool Implements(Type type, Type definition, Type? argument) =>
        Is(type, definition, argument) || Array.Exists(type.GetInterfaces(), it => Is(it, definition, argument));

    private static bool Is(Type type, Type definition, Type? argument) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == definition
        && (argument is null || type.GetGenericArguments()[^1] == argument);
}
