namespace RowJson;

internal sealed partial class ValueChoices
{
    // A collection of elements of its own type would recurse without end: the serializer writes it.
    private ValueChoice OfCollection(Type type, JsonTypeInfo info, JsonNumberHandling numbers)
    {
        if (_collections.Count >= MaxCollections || !_collections.Add(type)) return Serialized(type);
        ValueChoice choice = info.Kind == JsonTypeInfoKind.Dictionary
            ? OfDictionary(type, info, numbers)
            : info.ElementType is { } element && SequenceKind(type, element) is { } kind ? OfItems(kind, type, element, numbers)
            : Serialized(type);
        _collections.Remove(type);
        return choice;
    }

    private ValueChoice OfItems(WriterKind kind, Type type, Type item, JsonNumberHandling numbers, Type? key = null)
    {
        ScalarType? scalar = ScalarTypes.Of(item);
        // Code over scalars is compiled ahead, but not over their nullable forms.
        if (scalar is null ? !GenericArguments.IsCompiled(item) : !GenericArguments.CanBe(item) && item != scalar.Type)
            return Serialized(type);
        if (scalar is not null && ScalarTypes.OfElement(item) is null) return Serialized(type);
        // The number handling of a property applies to elements of any type; a nested list has the options' handling.
        ValueChoice choice = scalar is not null || item == typeof(object) ? Of(item, numbers) : OfItem(item);
        if (choice.Kind == WriterKind.Serialized || (choice.Kind == WriterKind.QuotedNumber && kind >= WriterKind.Dictionary))
            return Serialized(type);
        bool checksItems = scalar is null
            ? choice.ChecksDepth
            : (scalar.IsNumber && numbers != JsonNumberHandling.Strict) || scalar.Type == typeof(RawJson);
        return new ValueChoice(kind, type) { Key = key, Item = choice, ChecksItems = checksItems };
    }

    private ValueChoice OfDictionary(Type type, JsonTypeInfo info, JsonNumberHandling numbers)
    {
        // A converter for their type writes keys as well.
        if (info is not { KeyType: { } key, ElementType: { } value } || !traits.IsBuiltIn(key)) return Serialized(type);
        // Names are written by the policy of the rows' options; other keys have no policy.
        bool isKnown = key == typeof(string)
            ? HasOptionsOfRows && GenericArguments.IsCompiled(value)
            : (key == typeof(int) || key == typeof(long) || key == typeof(Guid) || key == typeof(DateOnly)) && GenericArguments.CanBe(key);
        if (!isKnown) return Serialized(type);
        if (type == typeof(Dictionary<string, object?>))
            return new ValueChoice(WritesAnyDirectly(numbers) ? WriterKind.ObjectDictionary : WriterKind.Serialized, type);
        if (type.IsValueType || !HoldsPairs(type, key, value)) return Serialized(type);
        return OfItems(key == typeof(string) ? WriterKind.Dictionary : WriterKind.Keyed, type, value, numbers, key);
    }

    // Null: a structure, or a sequence that is asynchronous as well.
    public static WriterKind? SequenceKind(Type type, Type element)
    {
        if (type.IsSZArray) return WriterKind.Array;
        if (IsImmutableArray(type) || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ReadOnlyMemory<>)))
            return WriterKind.Memory;
        if (type.IsValueType || ObjectContract.FormsOf(type, typeof(IAsyncEnumerable<>)).Any()) return null;
        return ObjectContract.FormsOf(type, typeof(IEnumerable<>)).Any(it => it.GetGenericArguments()[0] == element)
            ? WriterKind.Sequence
            : null;
    }

    public static bool IsImmutableArray(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableArray<>);

    public static bool HoldsPairs(Type type, Type key, Type value) => ObjectContract.FormsOf(type, typeof(IEnumerable<>)).Any(it =>
        it.GetGenericArguments()[0] is { IsGenericType: true } pair && pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)
        && pair.GetGenericArguments() is [var name, var item] && name == key && item == value);
}
