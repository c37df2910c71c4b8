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
            return GenericArguments.IsCompiled(item) ? With(kind, type, OfElement(item, numbers), key) : Serialized(type);
        if (format.IsQuoted && kind >= WriterKind.Dictionary) return Serialized(type);
        if (!RuntimeFeature.IsDynamicCodeSupported && Nullable.GetUnderlyingType(item) is not null) return Serialized(type);
        return new ValueChoice(kind, type) { Key = key, Item = new ValueChoice(scalar, item), ItemFormat = format };
    }

    private ValueChoice OfDictionary(Type type, JsonTypeInfo info, JsonNumberHandling numbers)
    {
        // A converter for their type writes keys as well.
        if (info is not { KeyType: { } key, ElementType: { } value } || !traits.IsBuiltIn(key)) return Serialized(type);
        // Names are written by the policy of the rows' options; other keys have none.
        bool isKnown = key == typeof(string)
            ? HasOptionsOfRows && GenericArguments.IsCompiled(value)
            : (key == typeof(int) || key == typeof(long) || key == typeof(Guid) || key == typeof(DateOnly)) && GenericArguments.CanBe(key);
        if (!isKnown) return Serialized(type);
        if (type == typeof(Dictionary<string, object?>))
            return new ValueChoice(WritesAnyDirectly(numbers) ? WriterKind.ObjectDictionary : WriterKind.Serialized, type);
        if (type.IsValueType || !HoldsPairs(type, key, value)) return Serialized(type);
        return OfItems(key == typeof(string) ? WriterKind.Dictionary : WriterKind.Keyed, type, value, numbers, key);
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
        if (ScalarTypes.OfElement(element) is not { } scalar) return null;
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
        if (type.IsValueType || ObjectContract.FormsOf(type, typeof(IAsyncEnumerable<>)).Any()) return null;
        return ObjectContract.FormsOf(type, typeof(IEnumerable<>)).Any(it => it.GetGenericArguments()[0] == element)
            ? WriterKind.Sequence
            : null;
    }

    private static bool HoldsPairs(Type type, Type key, Type value) => ObjectContract.FormsOf(type, typeof(IEnumerable<>)).Any(it =>
        it.GetGenericArguments()[0] is { IsGenericType: true } pair && pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)
        && pair.GetGenericArguments() is [var name, var item] && name == key && item == value);
}
