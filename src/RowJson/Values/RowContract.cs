namespace RowJson;

// Finds the metadata of rows in the options that they are written with.
internal static class RowContract
{
    // The metadata that the options have for a row type.
    // Throws NotSupportedException: they have none.
    public static JsonTypeInfo<T> Of<T>(EncodingContext context)
    {
        JsonSerializerOptions options = context.Traits.Options;
        return options.TryGetTypeInfo(typeof(T), out JsonTypeInfo? info) ? (JsonTypeInfo<T>)info : throw Unknown(typeof(T));
    }

    private static NotSupportedException Unknown(Type type) => new(
        $"The JsonSerializerOptions have no metadata for rows of type '{type}'. Add [JsonSerializable(typeof(…))] for the type to a "
        + "JsonSerializerContext, and set JsonRowOptions.SerializerOptions to options that have this context as their TypeInfoResolver: "
        + (JsonSerializer.IsReflectionEnabledByDefault
            ? "the resolver that they have does not know the type."
            : "the application is published without reflection for System.Text.Json."));
}
