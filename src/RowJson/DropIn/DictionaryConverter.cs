namespace RowJson;

// A dictionary with names.
// options: the options.
// element: writes one value to a writer of the serializer's; null if only the serializer can.
// shortCount: dictionaries of fewer entries are written entry by entry: to rent an encoder takes as long.
internal sealed class DictionaryConverter<TDictionary, TValue>(DropInOptions options, JsonConverter<TValue>? element, int shortCount)
    : DirectValueConverter<TDictionary>(options)
    where TDictionary : notnull, IEnumerable<KeyValuePair<string, TValue>>
{
    protected override bool TryWriteShort(Utf8JsonWriter writer, TDictionary value)
    {
        // A class derived from it may enumerate otherwise, which counts where it is declared as an interface.
        if (value.GetType() != typeof(Dictionary<string, TValue>)) return false;
        var entries = (Dictionary<string, TValue>)(object)value;
        if (entries.Count >= shortCount) return false;
        if (entries.Count > 0 && element is null) return false;
        if (typeof(TValue) == typeof(object) && !HoldsSimpleValues(entries)) return false;
        writer.WriteStartObject();
        foreach ((string key, TValue item) in entries)
        {
            writer.WritePropertyName(key);
            if (item is null) writer.WriteNullValue();
            else element!.Write(writer, item, Options.Whole);
        }
        writer.WriteEndObject();
        return true;
    }

    private static bool HoldsSimpleValues(Dictionary<string, TValue> entries)
    {
        foreach ((_, TValue item) in entries)
            if (!SimpleValueConverter.Takes(item)) return false;
        return true;
    }
}

// An array or a list of values of any type.
// options: the options.
internal sealed class ObjectListConverter<TList>(DropInOptions options) : DirectValueConverter<TList>(options)
    where TList : notnull, IList<object?>
{
    // Shorter lists are written element by element, if their elements are simple.
    private const int ShortCount = 5;

    protected override bool TryWriteShort(Utf8JsonWriter writer, TList value)
    {
        // A class derived from List may implement the interface anew, which the serializer does not call.
        if (value.GetType() != typeof(TList) || value.Count >= ShortCount) return false;
        for (int i = 0; i < value.Count; i++)
            if (!SimpleValueConverter.Takes(value[i])) return false;
        writer.WriteStartArray();
        for (int i = 0; i < value.Count; i++) SimpleValueConverter.Instance.Write(writer, value[i]!, Options.Whole);
        writer.WriteEndArray();
        return true;
    }
}

// The commonest values of those that are declared as objects, which a writer of the serializer's writes at once.
internal sealed class SimpleValueConverter : JsonConverter<object>
{
    public static SimpleValueConverter Instance { get; } = new();

    // The value is of one of these types.
    public static bool Takes(object? value) => value is null or string or int or long or bool;

    public override object Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, object? value, JsonSerializerOptions options)
    {
        if (value is string text) writer.WriteStringValue(text);
        else if (value is int int32) writer.WriteNumberValue(int32);
        else if (value is long int64) writer.WriteNumberValue(int64);
        else if (value is bool flag) writer.WriteBooleanValue(flag);
        else writer.WriteNullValue();
    }
}
