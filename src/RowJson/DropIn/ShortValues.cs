using System.Collections.Frozen;
using System.Collections.ObjectModel;

namespace RowJson;

// Writes a value to the serializer's writer; false, with nothing written, if it is not short.
internal delegate bool ShortWriter<TValue>(Utf8JsonWriter writer, TValue value);

// Collections of few values are written one value after the other: renting an encoder takes longer.
internal static class ShortValues
{
    // Lists of integers with fewer elements are short.
    private const int IntegerCount = 24;

    // So are lists and dictionaries of fewer enumerations (as numbers or names), addresses or versions, and values of any type.
    private const int EnumerationCount = 16;
    private const int TextCount = 8;
    private const int AnyCount = 5;

    // From this many entries on, the encoder is faster for dictionaries whose keys are not strings, whatever is in them.
    private const int KeyedCount = 8;

    // The types that a list may be declared as. Other sequences can only be enumerated, which gains nothing.
    private static readonly Type[] Lists =
    [
        typeof(List<>), typeof(ImmutableArray<>), typeof(IList<>), typeof(ICollection<>), typeof(IEnumerable<>), typeof(IReadOnlyList<>),
        typeof(IReadOnlyCollection<>),
    ];

    // Dictionaries that know their number of entries without counting.
    private static readonly Type[] Dictionaries =
    [
        typeof(Dictionary<,>), typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>), typeof(ReadOnlyDictionary<,>), typeof(SortedList<,>),
        typeof(SortedDictionary<,>), typeof(ImmutableDictionary<,>), typeof(ImmutableSortedDictionary<,>), typeof(FrozenDictionary<,>),
    ];

    // An encoder gains only for long values of the type, and nothing writes short ones as fast as the serializer.
    public static bool Lose(ValueChoice choice) => Are(choice) && Find(choice) is null;

    // An encoder gains only for long values of the type.
    public static bool Are(ValueChoice choice) =>
        (choice.HoldsScalars && choice.Item!.Type != typeof(JsonElement) && choice.Item.Type != typeof(RawJson))
        || choice.Kind is WriterKind.ObjectDictionary or WriterKind.Keyed || choice.Item?.Kind is WriterKind.Any or WriterKind.Bytes;

    // The most values of a list or a dictionary that the serializer sends to a stream or a pipe before a write in parts has begun and
    // ended; zero if it is slower, or the values may be long.
    public static int MostSentPlain(ValueChoice choice) =>
        Are(choice) && choice.HoldsScalars && Find(choice) is (_, _, var count) ? count * 2 / 3 : 0;

    // The method that writes short values of a type; null if an encoder writes them, or nothing does.
    public static ShortWriter<T>? Of<T>(ValueChoice choice, JsonSerializerOptions options)
    {
        if (Find(choice) is not var (method, item, count)) return null;
        Type key = choice.Key ?? typeof(string);
        // Only an encoder applies a naming policy.
        if (method == nameof(OfDictionary) && key == typeof(string) && options.DictionaryKeyPolicy is not null) count = 1;
        JsonConverter? converter = count == 1 ? null
            : item == typeof(object) ? SimpleValues.Converter
            // The serializer's converter of numbers does not obey the number handling.
            : ScalarTypes.Of(item) is { IsNumber: true } && (options.NumberHandling & HandlerContext.ForWriting) != 0 ? null
            : options.GetTypeInfo(item).Converter;
        Type[] types = method == nameof(OfList) ? [typeof(T), item] : [typeof(T), key, item];
        return (ShortWriter<T>)GenericArguments.Call(typeof(ShortValues), instance: null, method, types, converter, options, count)!;
    }

    private static (string Method, Type Item, int Count)? Find(ValueChoice choice)
    {
        Type type = choice.Type;
        if (choice.Kind == WriterKind.ObjectDictionary) return (nameof(OfDictionary), typeof(object), AnyCount);
        Type definition = DefinitionOf(type);
        bool isList = Lists.Contains(definition);
        // For a list of elements or documents, the length of their text decides.
        if (isList && (type.GetElementType() ?? type.GetGenericArguments()[0]) is var part
            && (part == typeof(JsonElement) || part == typeof(JsonDocument))) return (nameof(OfList), part, SimpleValues.MostElementText);
        if (choice.Item is null or { Kind: WriterKind.QuotedNumber }) return null;
        // Only the serializer can write these keys without a search for characters to escape.
        if (choice.Key == typeof(Guid) && choice.HoldsScalars) return null;
        Type item = choice.Item.Type;
        bool isDictionary = Dictionaries.Contains(definition) && choice.Kind is WriterKind.Dictionary or WriterKind.Keyed;
        bool isSequence = isList || ObjectContract.FormsOf(type, typeof(IEnumerable<>)).Any(it => it.GetGenericArguments()[0] == item);
        if (!isDictionary && (Are(choice) ? !isList : !isSequence)) return null;
        int? count = choice.Item.Kind switch
        {
            WriterKind.Any => AnyCount,
            _ when choice is { Kind: WriterKind.Keyed, HoldsScalars: false } => 1,
            _ when choice.Kind == WriterKind.Keyed => CountOf(item) is { } most ? Math.Min(KeyedCount, (most / 2) + 1) : null,
            _ when Are(choice) => CountOf(item),
            _ when !isDictionary && !isList => 1,
            WriterKind.Enumeration => EnumerationCount,
            WriterKind.Text => TextCount,
            // Of collections of other values, only an empty one is short.
            _ => 1,
        };
        string method = isDictionary ? nameof(OfDictionary) : nameof(OfList);
        return count is { } known && GenericArguments.CanBe(item) ? (method, item, known) : null;
    }

    // The serializer reads a class derived from Dictionary as that, and an array as a list.
    private static Type DefinitionOf(Type type)
    {
        if (type.IsSZArray) return typeof(List<>);
        Type? dictionary = type;
        while (dictionary is not null && !(dictionary.IsGenericType && dictionary.GetGenericTypeDefinition() == typeof(Dictionary<,>)))
            dictionary = dictionary.BaseType;
        return dictionary is not null ? typeof(Dictionary<,>) : type.IsGenericType ? type.GetGenericTypeDefinition() : type;
    }

    // The number of elements that take the serializer as long as renting an encoder; null if the encoder is never faster. Measured: the
    // serializer takes 8 ns for an integer, 18 for a string, 25 for a time, 70 for a number with a fraction.
    private static int? CountOf(Type item)
    {
        Type type = Nullable.GetUnderlyingType(item) ?? item;
        if (type == typeof(double) || type == typeof(float) || type == typeof(decimal)) return 4;
        if (type == typeof(string)) return 10;
        if (type == typeof(Guid) || type == typeof(char) || type == typeof(Half)) return null;
        return ScalarTypes.Of(type) is { IsText: false } scalar ? scalar.IsNumber || type == typeof(bool) ? IntegerCount : 10 : null;
    }

    private static ShortWriter<TList> OfList<TList, T>(JsonConverter<T>? element, JsonSerializerOptions options, int count)
        where TList : IEnumerable<T> => new ShortList<TList, T>(element, options, count).TryWrite;

    private static ShortWriter<TDictionary> OfDictionary<TDictionary, TKey, T>(
        JsonConverter<T>? element, JsonSerializerOptions options, int count)
        where TKey : notnull => new ShortDictionary<TDictionary, TKey, T>(element, options, count).TryWrite;
}

// A list of scalars, or of values of any type.
// element: writes an element that is not null; null if only an encoder does: then only an empty list is short.
// shortCount: lists of fewer elements are short.
internal sealed class ShortList<TList, T>(JsonConverter<T>? element, JsonSerializerOptions options, int shortCount)
    where TList : IEnumerable<T>
{
    private CountedType _counted;

    private static bool AreNull(ReadOnlySpan<T> items)
    {
        foreach (T item in items)
            if (item is not null) return false;
        return true;
    }

    public bool TryWrite(Utf8JsonWriter writer, TList value)
    {
        if (!LiveList<T>.TryGetDeclared(value, out LiveList<T> list)) return TryWriteSequence(writer, value);
        bool isShort = list.Count < shortCount && (element is not null || list.Count == 0) && SimpleValues.IsAll<T>(list.Span);
        if (!isShort && !AreNull(list.Span)) return false;
        writer.WriteStartArray();
        foreach (T item in list.Span) Write(writer, item);
        writer.WriteEndArray();
        return true;
    }

    // An encoder gains nothing for a sequence that is neither a list nor an array. Another thread may fill an empty one meanwhile.
    private bool TryWriteSequence(Utf8JsonWriter writer, TList value)
    {
        bool isEmpty = shortCount == 1 && _counted.Has(value) && value is IReadOnlyCollection<T> { Count: 0 };
        if (!isEmpty && (element is null || default(TList) is not null || typeof(T) == typeof(object))) return false;
        writer.WriteStartArray();
        if (!isEmpty)
            foreach (T item in value) Write(writer, item);
        writer.WriteEndArray();
        return true;
    }

    private void Write(Utf8JsonWriter writer, T item)
    {
        if (item is null) writer.WriteNullValue();
        else element!.Write(writer, item, options);
    }
}

// element: writes a value that is not null; null if only an encoder does.
// shortCount: dictionaries of fewer entries are short.
internal sealed class ShortDictionary<TDictionary, TKey, T>(JsonConverter<T>? element, JsonSerializerOptions options, int shortCount)
    where TKey : notnull
{
    private CountedType _counted;

    // The serializer reads classes derived from Dictionary as that, whatever they make of its interfaces.
    private readonly bool _isDictionary = typeof(TDictionary).IsAssignableTo(typeof(Dictionary<TKey, T>));

    private readonly JsonConverter<TKey>? _key =
        typeof(TKey) == typeof(string) ? null : (JsonConverter<TKey>)options.GetTypeInfo(typeof(TKey)).Converter;

    public bool TryWrite(Utf8JsonWriter writer, TDictionary value)
    {
        if (!_isDictionary && value!.GetType() != typeof(Dictionary<TKey, T>)) return TryWriteOther(writer, value);
        var entries = (Dictionary<TKey, T>)(object)value!;
        if (entries.Count >= shortCount || (entries.Count > 0 && element is null)) return false;
        if (typeof(T) == typeof(object) && !HoldsSimpleValues(entries)) return false;
        writer.WriteStartObject();
        foreach ((TKey key, T item) in entries) Write(writer, key, item);
        writer.WriteEndObject();
        return true;
    }

    // Enumerated as by the serializer: a class derived from Dictionary may differ. Another thread may fill an empty dictionary meanwhile.
    private bool TryWriteOther(Utf8JsonWriter writer, TDictionary value)
    {
        if (!_counted.Has(value!)) return false;
        if (value is not IReadOnlyCollection<KeyValuePair<TKey, T>> { Count: var count } entries || count >= shortCount) return false;
        if (count > 0 && (element is null || typeof(T) == typeof(object))) return false;
        writer.WriteStartObject();
        if (count > 0)
            foreach ((TKey key, T item) in entries) Write(writer, key, item);
        writer.WriteEndObject();
        return true;
    }

    private void Write(Utf8JsonWriter writer, TKey key, T item)
    {
        if (typeof(TKey) == typeof(string)) writer.WritePropertyName((string)(object)key);
        else _key!.WriteAsPropertyName(writer, key, options);
        if (item is null) writer.WriteNullValue();
        else element!.Write(writer, item, options);
    }

    private static bool HoldsSimpleValues(Dictionary<TKey, T> entries)
    {
        foreach ((_, T item) in entries)
            if (!SimpleValues.Contains(item)) return false;
        return true;
    }
}

// The type of the last collection whose count is known to be reliable: one of the framework's. An application's collection may count items
// that it has not loaded, or refuse to count, because the serializer never asks for a count.
internal struct CountedType
{
    private Type? _last;

    public bool Has(object value)
    {
        Type type = value.GetType();
        if (type != _last && type.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) != true) return false;
        _last = type;
        return true;
    }
}

// Values that are passed straight to a Utf8JsonWriter: the commonest of those declared as objects, and elements with little text.
internal sealed class SimpleValues : JsonConverter<object>
{
    // For elements with this much text, or more text with this few values, the serializer takes as long as renting an encoder.
    // Measured, serializer and RowJson: an object with a text of 90 bytes 89 and 170 ns, one with five values in 60 bytes 175 and 165 ns;
    // in a list of documents, for which an encoder does more, the latter 158 and 230 ns.
    public const int MostElementText = 40;
    private const int LongestElementText = 4096, FewValues = 3, FewValuesOfDocuments = 6;

    public static SimpleValues Converter { get; } = new();

    // The value is one of them.
    public static bool Contains(object? value) => value is null or string or int or long or bool;

    // All are, where they are declared as objects or elements.
    public static bool IsAll<T>(ReadOnlySpan<T> values)
    {
        if (typeof(T) == typeof(JsonElement) || typeof(T) == typeof(JsonDocument)) return HaveLittleText(values);
        if (typeof(T) != typeof(object)) return true;
        foreach (T value in values)
            if (!Contains(value)) return false;
        return true;
    }

    public static bool HasLittleText(ReadOnlySpan<byte> text) =>
        text.Length < MostElementText || (text.Length < LongestElementText && CountValues(text) <= FewValues);

    private static bool HaveLittleText<T>(ReadOnlySpan<T> elements)
    {
        (int length, int values) = (0, 0);
        int few = typeof(T) == typeof(JsonDocument) ? FewValuesOfDocuments : FewValues;
        int most = elements.Length > few ? MostElementText : LongestElementText;
        foreach (T value in elements)
            if (value is JsonElement { ValueKind: JsonValueKind.Undefined } || (length += TextOf(value).Length) >= most) return false;
        if (length < MostElementText) return true;
        foreach (T value in elements)
            if ((values += CountValues(TextOf(value))) > few) return false;
        return true;
    }

    // An estimate of their number. The beginning of a text tells whether there are many.
    private static int CountValues(ReadOnlySpan<byte> text)
    {
        ReadOnlySpan<byte> beginning = text[..Math.Min(text.Length, 64)];
        int commas = beginning.Count((byte)',');
        return 1 + (commas > FewValuesOfDocuments ? commas : commas + text[beginning.Length..].Count((byte)','));
    }

    private static ReadOnlySpan<byte> TextOf<T>(T value) => value is null ? default
        : JsonMarshal.GetRawUtf8Value(value is JsonDocument document ? document.RootElement : (JsonElement)(object)value);

    public override object Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, object? value, JsonSerializerOptions options)
    {
        if (value is string text) writer.WriteStringValue(text);
        else if (value is int int32) writer.WriteNumberValue(int32);
        else if (value is long int64) writer.WriteNumberValue(int64);
        else writer.WriteBooleanValue((bool)value!);
    }
}
