namespace RowJson;

// Knows which types of database values JsonSerializer does not write, or writes without their content: those that DatabaseValue
// simplifies, and tuples, dictionaries and lists that may hold such values. A user's converter for a type comes first.
internal sealed class DatabaseForms(SerializerTraits traits)
{
    private readonly ConcurrentDictionary<Type, bool> _areChanged = [], _areChangedAsJson = [];

    public SerializerTraits Traits => traits;

    // Values of a type may have another form. isJson: strings are JSON.
    public bool MayChange(Type type, bool isJson) =>
        (isJson ? _areChangedAsJson : _areChanged).GetOrAdd(
            type, static (type, it) => it.Forms.Find(type, it.IsJson, depth: 0), (Forms: this, IsJson: isJson));

    private bool Find(Type type, bool isJson, int depth)
    {
        if (type == typeof(string) || ScalarTypes.Of(type) is not null || type.IsEnum || !IsBuiltIn(type)) return false;
        if (DatabaseValue.Knows(type)) return true;
        if (type.IsAssignableTo(typeof(ITuple))) return !IsWritten(type);
        if (type.IsArray && !type.IsSZArray) return true;
        return ItemOf(type) is { } item ? MayItemChange(item, isJson, depth) : IsEmptyObject(type);
    }

    private bool MayItemChange(Type type, bool isJson, int depth)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        // A type that holds its own kind is looked into, too.
        return type == typeof(object) || (isJson && type == typeof(string)) || depth == ValueChoices.MaxCollections
            || Find(type, isJson, depth + 1);
    }

    // The type of a dictionary's values, or of a collection's items. Null: it is neither, or may be read only once.
    private static Type? ItemOf(Type type) =>
        ((Type[])[typeof(IDictionary<,>), typeof(IReadOnlyCollection<>), typeof(ICollection<>)])
            .SelectMany(definition => ObjectContract.FormsOf(type, definition)).FirstOrDefault()?.GetGenericArguments()[^1]
        ?? (type.IsAssignableTo(typeof(ICollection)) ? typeof(object) : null);

    // The serializer writes the fields of the structure, or those that a long tuple has in another one.
    private bool IsWritten(Type tuple) => tuple.IsValueType ? traits.Options.IncludeFields : tuple.GetGenericArguments().Length == 8;

    private bool IsEmptyObject(Type type) =>
        type != typeof(object)
        && traits.Options.TryGetTypeInfo(type, out JsonTypeInfo? info)
        && info is { Kind: JsonTypeInfoKind.Object, Properties.Count: 0 };

    // A type without a contract has no user's converter: a stream of pointers, or a type that the serializer refuses when it writes it.
    private bool IsBuiltIn(Type type) => Quietly.Ask((traits, type), static it => it.traits.IsBuiltIn(it.type), DatabaseValue.Knows(type));
}
