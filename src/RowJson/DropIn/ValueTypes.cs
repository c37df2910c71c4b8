using System.Collections.Immutable;

namespace RowJson;

// Decides which types, other than lists of rows, are taken over: those whose values are then written faster.
internal static class ValueTypes
{
    // The types that a list of scalars may be declared as. Other sequences can only be enumerated, which gains nothing.
    private static readonly Type[] Lists =
    [
        typeof(List<>), typeof(ImmutableArray<>), typeof(IList<>), typeof(ICollection<>), typeof(IEnumerable<>), typeof(IReadOnlyList<>),
        typeof(IReadOnlyCollection<>),
    ];

    // Lists of integers with fewer elements are written element by element.
    private const int LongestShort = 24;

    // Dictionaries of fewer values of any type are written entry by entry.
    private const int ShortAnyCount = 5;

    // How values of the type are written; null if the serializer writes them.
    [RequiresDynamicCode("Makes generic types at run time.")]
    public static IRowConverter? Choose(Type type, DropInOptions options)
    {
        // An element of an array begins with a line break, and the value of a property does not: a writer does not say which comes next.
        if (options.Plain.WriteIndented) return null;
        SerializerTraits traits = options.Rows.Context.Traits;
        if (!traits.IsBuiltIn(type) || !options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info)) return null;
        // The serializer would no longer call the generated code of an object that holds such a value.
        if (info.OriginatingResolver is JsonSerializerContext) return null;
        var choices = new ValueChoices(options.Rows.Context, traits, compiles: true, isForced: false);
        if (info is { Kind: JsonTypeInfoKind.Enumerable, ElementType: { } element } && IsList(type) && ShortCount(element) is { } count
            && choices.Of(element).Kind is WriterKind.Scalar or WriterKind.String)
            return Create(nameof(CreateScalarList), [type, element], options, count);
        ValueChoice choice = choices.Of(type);
        if (!choice.Gains) return null;
        if (choice.Kind is WriterKind.ObjectDictionary) return new DictionaryConverter<Dictionary<string, object>, object>(
            options, options.Plain.DictionaryKeyPolicy is null ? SimpleValueConverter.Instance : null, ShortAnyCount);
        return choice switch
        {
            { Kind: WriterKind.Dictionary or WriterKind.Pairs } when IsDictionary(type) =>
                Create(nameof(CreateDictionary), [type, choice.Item!.Type], options),
            { Item.Kind: WriterKind.Any } when type == typeof(object[]) => new ObjectListConverter<object?[]>(options),
            { Item.Kind: WriterKind.Any } when type == typeof(List<object>) => new ObjectListConverter<List<object?>>(options),
            _ => null,
        };
    }

    // Others may hold additional properties of an object, or are only enumerated.
    private static bool IsDictionary(Type type) =>
        type.IsGenericType
        && (type.GetGenericTypeDefinition() == typeof(Dictionary<,>) || type.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>));

    private static bool IsList(Type type) => type.IsSZArray || (type.IsGenericType && Lists.Contains(type.GetGenericTypeDefinition()));

    // How many elements take the serializer as long as it takes to rent an encoder; null where the encoder is never faster. Measured: the
    // serializer takes 8 ns for an integer, 18 for a string, 25 for a time, 70 for a number with a fraction.
    private static int? ShortCount(Type element)
    {
        Type type = Nullable.GetUnderlyingType(element) ?? element;
        if (type == typeof(double) || type == typeof(float) || type == typeof(decimal)) return 4;
        if (type == typeof(string)) return 10;
        if (type == typeof(Guid) || type == typeof(char) || type == typeof(Half)) return null;
        return ScalarTypes.Of(type) is { IsText: false } scalar ? scalar.IsNumber || type == typeof(bool) ? LongestShort : 10 : null;
    }

    private static ScalarListConverter<TList, T> CreateScalarList<TList, T>(DropInOptions options, int shortCount)
        where TList : IEnumerable<T> => new(options, ElementOf<T>(options), shortCount);

    private static DictionaryConverter<TDictionary, TValue> CreateDictionary<TDictionary, TValue>(DropInOptions options)
        where TDictionary : notnull, IEnumerable<KeyValuePair<string, TValue>>
    {
        Type type = typeof(TValue);
        if (options.Plain.DictionaryKeyPolicy is not null) return new(options, element: null, shortCount: 1);
        // To write a list of scalars that is long, an encoder is rented for that.
        if (options.FindValue(type) is JsonConverter<TValue> own) return new(options, own, shortCount: 4);
        return ElementOf<TValue>(options) is { } element
            ? new(options, element, ShortCount(type) ?? LongestShort)
            : new(options, element: null, shortCount: 1);
    }

    // The serializer's converter of a scalar or a string; null where it has to obey number handling, and for all else.
    private static JsonConverter<T>? ElementOf<T>(DropInOptions options) =>
        (typeof(T) == typeof(string) || ScalarTypes.Of(typeof(T)) is { IsText: false } scalar
            && !(scalar.IsNumber && (options.Plain.NumberHandling & PlainValues.ForWriting) != 0))
            ? (JsonConverter<T>)options.Plain.GetTypeInfo(typeof(T)).Converter
            : null;

    [RequiresDynamicCode("Makes generic methods at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The methods ask nothing of their type arguments.")]
    private static IRowConverter Create(string name, Type[] types, params object[] arguments) =>
        (IRowConverter)typeof(ValueTypes).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(types).Invoke(null, arguments)!;
}
