namespace RowJson;

// Where the serializer calls no handlers: values are written by the options of DropInOptions.Whole, and read by the application's own.
internal static class HandedOverConverter
{
    // A contract with such a converter.
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Code over reference types is compiled ahead.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The method asks nothing of its type argument.")]
    public static JsonTypeInfo CreateInfo(Type type, JsonSerializerOptions options, DropInOptions dropIn) =>
        // The one value type for which it is asked where no code can be made.
        type == typeof(JsonElement) ? CreateInfoOf<JsonElement>(options, dropIn)
        : (JsonTypeInfo)typeof(HandedOverConverter).GetMethod(nameof(CreateInfoOf), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(type).Invoke(null, [options, dropIn])!;

    private static JsonTypeInfo<T> CreateInfoOf<T>(JsonSerializerOptions options, DropInOptions dropIn) =>
        JsonMetadataServices.CreateValueInfo<T>(options, new Converter<T>(dropIn));

    private sealed class Converter<T>(DropInOptions options) : JsonConverter<T>
    {
        private JsonTypeInfo<T>? _plain;
        private JsonTypeInfo<T>? _whole;

        private JsonTypeInfo<T> Plain => _plain ??= (JsonTypeInfo<T>)options.Plain.GetTypeInfo(typeof(T));

        private JsonTypeInfo<T> Whole => _whole ??= (JsonTypeInfo<T>)options.Whole.GetTypeInfo(typeof(T));

        // What null is, the application's contract knows.
        public override bool HandleNull => true;

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions _)
        {
            Utf8JsonReader start = reader;
            try
            {
                return ((JsonConverter<T>)Plain.Converter).Read(ref reader, typeToConvert, options.Plain);
            }
            // Of a value that it does not look into, the serializer knows the whole path.
            catch (Exception exception) when (Plain.Kind != JsonTypeInfoKind.None && ReadFailure.HasNoPath(exception))
            {
                ReadFailure.Throw(exception, start, ref reader, Plain);
                throw;
            }
        }

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions _) => ContractWrite.Write(writer, value, Whole);
    }
}
