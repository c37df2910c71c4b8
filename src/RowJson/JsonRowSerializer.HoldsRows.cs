namespace RowJson;

public static partial class JsonRowSerializer
{
    // Whether values of a type are lists of rows that these methods write by columns, or hold such lists. Where they do not, the bytes and
    // the speed are those of JsonSerializer. RowJson.AspNetCore calls it.
    // options: the application's options; JsonSerializerOptions.Default if null. They become read-only.
    // Returns false also where only a value's run-time type can show its lists, such as in a property of type object.
    internal static bool HoldsRows(Type type, JsonSerializerOptions? options = null)
    {
        return Of(options).RootOf(type) is { SendsParts: true };
    }

    // Whether such values are lists whose elements are rows themselves, and do not only hold some.
    internal static bool IsRows(Type list, Type element, JsonSerializerOptions options) =>
        HoldsRows(list, options) && Of(options).TakesRows(element);

    // Why the serializer writes all values itself, as a clause after "because"; null if some may be taken over.
    // options: the application's options, which become read-only.
    internal static string? WhyNothingIsTakenOver(JsonSerializerOptions options) => Of(options).Obstacle;
}
