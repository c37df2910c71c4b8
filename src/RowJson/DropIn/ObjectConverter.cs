namespace RowJson;

// An object that is written as one row.
internal sealed class ObjectConverter<T>(DropInOptions options) : DirectValueConverter<T>(options)
    where T : notnull
{
    private JsonTypeInfo<T>? _unready;

    protected override bool TryWriteShort(Utf8JsonWriter writer, T value) => false;

    protected override JsonTypeInfo<T> Unready => _unready ??= (JsonTypeInfo<T>)Options.Members.GetTypeInfo(typeof(T));

    // Longer ones hold long lists, which are written batch by batch where the object is the serializer's.
    protected override int LongestRow => ReferenceEquals(Options.Members, Options.Plain) ? int.MaxValue : BufferSizes.LargestBatchBuffer;
}

// Makes such converters, and decides about objects where no cycles are ignored.
internal static class ObjectConverters
{
    // What the serializer takes at least for the properties that are always written, in units of some 5 ns. Measured: an object with six
    // properties that are null takes it 107 ns and us 129; one with four integers and two nulls (10 units) 126 and 132; one with an
    // integer, a Boolean, a text and three longer numbers (23 units) 264 and 176.
    private const int LeastCost = 12;

    // Objects of the type are written as rows: all that is in them is written directly, and there is enough of it.
    public static bool Takes(Type type, DropInOptions options)
    {
        // Single values that are indented are the serializer's; the lists of rows in them are not.
        if (options.Plain.WriteIndented) return false;
        if (!type.IsClass || !options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info)) return false;
        if (info.Kind != JsonTypeInfoKind.Object || PlainValues.IsPolymorphic(info, options)) return false;
        // The serializer would no longer call the generated code of an object that holds such a value.
        if (info.OriginatingResolver is JsonSerializerContext || ContractGraph.HoldsGeneratedBytes(type, options.Plain)) return false;
        var choices = new ValueChoices(options.Rows.Context, options.Rows.Context.Traits, compiles: true, isForced: false);
        return choices.Of(type) is ObjectChoice { GainsAsRow: true } choice
            && choice.Properties.Where(IsAlwaysWritten).Sum(it => CostOf(it.Value)) >= LeastCost
            && IsDirect(choice, []);
    }

    // A contract by which objects of the type are rows.
    // type: the type.
    // options: the options that the contract is for.
    // dropIn: what belongs to them.
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Nothing is taken over where code cannot be made at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The method asks nothing of its type argument.")]
    public static JsonTypeInfo CreateInfo(Type type, JsonSerializerOptions options, DropInOptions dropIn) =>
        (JsonTypeInfo)typeof(ObjectConverters).GetMethod(nameof(CreateInfoOf), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(type).Invoke(null, [options, dropIn])!;

    private static JsonTypeInfo CreateInfoOf<T>(JsonSerializerOptions options, DropInOptions dropIn)
        where T : notnull => new ObjectConverter<T>(dropIn).CreateInfo(options);

    private static bool IsAlwaysWritten(PropertyChoice property) => property.Omit is OmitCondition.Never or OmitCondition.NullIsRefused;

    // Of the cheapest value: null where there is one, and an empty object. Times, identifiers and fractions have many digits.
    private static int CostOf(ValueChoice value)
    {
        Type type = value.Type;
        if (!type.IsValueType || Nullable.GetUnderlyingType(type) is not null) return 1;
        if (type == typeof(decimal) || type == typeof(double) || type == typeof(float)) return 6;
        if (value.Kind != WriterKind.Scalar || type == typeof(bool)) return 2;
        return ScalarTypes.Of(type) is { IsNumber: false, IsText: false } ? 6 : 2;
    }

    // The serializer and converters have no part in it. What is declared as an object may be a sequence that has to be awaited, or a table.
    private static bool IsDirect(ValueChoice choice, HashSet<ValueChoice> seen)
    {
        if (choice.Kind is WriterKind.Serialized or WriterKind.Converted or WriterKind.Any or WriterKind.ObjectDictionary
            or WriterKind.Extension or WriterKind.Polymorphic)
            return false;
        if (!seen.Add(choice)) return true;
        return choice is ObjectChoice rows
            ? rows.Properties.All(it => IsDirect(it.Value, seen))
            : choice.Item is null || IsDirect(choice.Item, seen);
    }
}
