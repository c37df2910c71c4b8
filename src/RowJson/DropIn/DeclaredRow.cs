using Pair = System.Collections.Generic.KeyValuePair<string, object?>;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

// A dictionary that is written as what its list declares, where the serializer would see its own type: it only enumerates.
// row: the dictionary.
// isClass: it is declared as the class, whose enumerator the serializer then uses, whatever is derived from it.
internal sealed class DeclaredRow(IEnumerable<Pair> row, bool isClass) : IReadOnlyDictionary<string, object?>
{
    public IEnumerable<string> Keys => throw new NotSupportedException();

    public IEnumerable<object?> Values => throw new NotSupportedException();

    public int Count => throw new NotSupportedException();

    public object? this[string key] => throw new NotSupportedException();

    // The contract of such a dictionary.
    public static JsonTypeInfo CreateInfo(JsonSerializerOptions options) =>
        JsonMetadataServices.CreateIReadOnlyDictionaryInfo<DeclaredRow, string, object?>(
            options, new JsonCollectionInfoValues<DeclaredRow>());

    // The serializer can be given the row that an encoder has failed at, and those after it.
    public static bool CanCreate<T>(T? row, RowEncoder encoder) =>
        TryCreate(row, out _) && IsWrittenAlike(typeof(T), encoder.Context.Options.SerializerOptions);

    // Finds what the serializer, which looks at its own type, writes as a row of the declared type; false for an object of another type.
    public static bool TryCreate<T>(T? row, out object? value)
    {
        value = row;
        if (row is null || row.GetType() == typeof(T)) return true;
        if (!PairValues.IsDictionary(typeof(T)) || row is not IEnumerable<Pair> pairs) return false;
        value = new DeclaredRow(pairs, typeof(T).IsAssignableTo(typeof(Row)));
        return true;
    }

    // Values of this type are written alike where the serializer is told their type and where it finds it: a discriminator that an ancestor
    // declares is only written there.
    public static bool IsWrittenAlike(Type type, JsonSerializerOptions options) =>
        type == typeof(Row) || !ObjectContract.HasPolymorphicAncestor(type, options);

    public IEnumerator<Pair> GetEnumerator() => isClass ? ((Row)row).GetEnumerator() : row.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public bool ContainsKey(string key) => throw new NotSupportedException();

    public bool TryGetValue(string key, [MaybeNullWhen(false)] out object? value) => throw new NotSupportedException();
}
