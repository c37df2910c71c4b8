using System.Collections.Concurrent;

namespace RowJson;

// What becomes of a database's value before it is written.
internal enum DatabaseForm
{
    // Nothing: it is written as JsonSerializer writes it.
    None,

    // A value that DatabaseValue simplifies.
    Simplified,

    // A tuple, a dictionary or a list that may hold such values.
    Holder,
}

// Knows by types which values of databases JsonSerializer does not write, or writes without their content. A user's converter for a type
// comes first.
internal sealed class DatabaseForms(SerializerTraits traits)
{
    private readonly ConcurrentDictionary<(Type Type, bool IsJson), DatabaseForm> _forms = [];

    public SerializerTraits Traits => traits;

    // The form of values of a type.
    // isJson: strings are JSON.
    public DatabaseForm Of(Type type, bool isJson) => _forms.TryGetValue((type, isJson), out DatabaseForm form)
        ? form
        : _forms.GetOrAdd((type, isJson), Find(type, isJson, depth: 0));

    private DatabaseForm Find(Type type, bool isJson, int depth)
    {
        if (type == typeof(string) || ScalarTypes.Of(type) is not null || type.IsEnum || !IsBuiltIn(type)) return DatabaseForm.None;
        if (DatabaseValue.Knows(type)) return DatabaseForm.Simplified;
        if (type.IsAssignableTo(typeof(ITuple))) return IsWritten(type) ? DatabaseForm.None : DatabaseForm.Holder;
        if (type.IsArray && !type.IsSZArray) return DatabaseForm.Holder;
        if (ItemOf(type) is { } item) return MayChange(item, isJson, depth) ? DatabaseForm.Holder : DatabaseForm.None;
        return IsEmptyObject(type) ? DatabaseForm.Simplified : DatabaseForm.None;
    }

    private bool MayChange(Type type, bool isJson, int depth)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        // What holds its own kind is looked into, too.
        return type == typeof(object) || (isJson && type == typeof(string)) || depth == ValueChoices.MaxCollections
            || Find(type, isJson, depth + 1) != DatabaseForm.None;
    }

    // What a dictionary has as values, or a collection as items. Null: it is neither, or may be read only once.
    private static Type? ItemOf(Type type)
    {
        return ArgumentOf(typeof(IDictionary<,>)) ?? ArgumentOf(typeof(IReadOnlyCollection<>)) ?? ArgumentOf(typeof(ICollection<>))
            ?? (type.IsAssignableTo(typeof(ICollection)) ? typeof(object) : null);

        Type? ArgumentOf(Type definition) => ObjectContract.FormsOf(type, definition).FirstOrDefault()?.GetGenericArguments()[^1];
    }

    // The serializer writes the fields of the structure, or those that a long tuple has in another one.
    private bool IsWritten(Type tuple) => tuple.IsValueType ? traits.Options.IncludeFields : tuple.GetGenericArguments().Length == 8;

    private bool IsEmptyObject(Type type) =>
        type != typeof(object)
        && traits.Options.TryGetTypeInfo(type, out JsonTypeInfo? info)
        && info is { Kind: JsonTypeInfoKind.Object, Properties.Count: 0 };

    // That a contract cannot be made, the serializer says when it writes the value.
    private bool IsBuiltIn(Type type) => Quietly.Ask((traits, type), static it => it.traits.IsBuiltIn(it.type), otherwise: false);
}
