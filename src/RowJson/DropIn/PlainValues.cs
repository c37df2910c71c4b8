namespace RowJson;

// Values that the application's own options have to write as a whole, because something in them would be written otherwise.
internal static class PlainValues
{
    internal const JsonNumberHandling ForWriting = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals;

    // A contract that has the application's options write such a value; null if nothing of it would be written otherwise.
    // info: the contract of the application's options.
    // options: these options.
    // isStreamed: the contract is for streams, for which the serializer calls no generated code.
    public static JsonTypeInfo? Choose(JsonTypeInfo info, DropInOptions options, bool isStreamed) =>
        ((info.ElementType == typeof(object) && Changes(info.NumberHandling, options))
            || ChangesExtensionData(info, options)
            || (!isStreamed && IsGeneratedCode(info, options)))
        && !IsPolymorphic(info, options) && GenericArguments.CanBe(info.Type)
            ? Replace(info.Type, info.Options, options.Plain.GetTypeInfo(info.Type))
            : null;

    // Makes the properties of an object ready for lists that are not the serializer's.
    // info: the contract of the object.
    // options: these options.
    // takes: values of a type have a converter that is not the serializer's.
    public static void Prepare(JsonTypeInfo info, DropInOptions options, Func<Type, bool> takes)
    {
        for (int i = 0; i < info.Properties.Count; i++)
        {
            JsonPropertyInfo property = info.Properties[i];
            if (property.CustomConverter is not null) continue;
            bool isTaken = takes(property.PropertyType);
            if (isTaken && property.IsExtensionData)
            {
                info.Properties[i] = AsInterface(property, info);
                continue;
            }
            // A converter would write them as an object of their own.
            if (property.IsExtensionData) continue;
            KeepNumberHandling(property, info, options, isTaken);
            // It concerns reading, and a converter that cannot do it is refused; where references are handled, so is each.
            if (property.ObjectCreationHandling is null || !(isTaken || options.Find(property.PropertyType) is not null)) continue;
            if (options.Plain.ReferenceHandler is null) property.ObjectCreationHandling = null;
            else property.CustomConverter = options.Plain.GetTypeInfo(property.PropertyType).Converter;
        }
    }

    // Additional properties of the object, declared as the interface of their dictionary, which stays the serializer's: another converter
    // would write them as an object of their own.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The options have a contract of such a dictionary already.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Nothing is taken over where code cannot be made at run time.")]
    private static JsonPropertyInfo AsInterface(JsonPropertyInfo property, JsonTypeInfo info)
    {
        Type pairs = typeof(IDictionary<,>).MakeGenericType(property.PropertyType.GetGenericArguments());
        JsonPropertyInfo replacement = info.CreateJsonPropertyInfo(pairs, property.Name);
        replacement.Get = property.Get;
        replacement.Set = property.Set;
        replacement.IsExtensionData = true;
        return replacement;
    }

    // The number handling of a property goes down to values of any type in it, and to what they hold. A converter does not see it: such
    // properties stay the serializer's.
    private static void KeepNumberHandling(JsonPropertyInfo property, JsonTypeInfo info, DropInOptions options, bool isTaken)
    {
        JsonNumberHandling? handling = HandlingOf(property, info, options);
        if (isTaken && handling is not null)
        {
            KeepNumbersOfValue(property, handling.GetValueOrDefault(), options);
            return;
        }
        if (!Changes(handling, options) || !GenericArguments.CanBe(property.PropertyType)) return;
        JsonTypeInfo? plain = options.Plain.TypeInfoResolver!.GetTypeInfo(property.PropertyType, options.Plain);
        if (plain is { IsReadOnly: false } && (plain.Type == typeof(object) || plain.ElementType == typeof(object)))
            Keep(property, plain, handling.GetValueOrDefault(), options);
    }

    // A collection of numbers or objects that a converter of ours writes by the number handling of the options.
    // The contract of such a collection is unchanged, so it can be made anew with any resolver.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The options have the same contract already.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Nothing is taken over where code cannot be made at run time.")]
    private static void KeepNumbersOfValue(JsonPropertyInfo property, JsonNumberHandling handling, DropInOptions options)
    {
        JsonTypeInfo plain = new DefaultJsonTypeInfoResolver().GetTypeInfo(property.PropertyType, options.Plain);
        // The serializer says so where it does not apply.
        if (plain.ElementType is not { } element) return;
        if (element != typeof(object) && ScalarTypes.Of(element) is not { IsNumber: true }) return;
        if (Changes(handling, options)) Keep(property, plain, handling, options);
        else property.NumberHandling = null;
    }

    // property: the property.
    // plain: A contract of its type that may still change.
    // handling: how numbers in its values are written.
    // options: the options.
    private static void Keep(JsonPropertyInfo property, JsonTypeInfo plain, JsonNumberHandling handling, DropInOptions options)
    {
        plain.NumberHandling = handling;
        property.CustomConverter = plain.Type == typeof(object)
            ? new NumberedObjectConverter(handling, options)
            : CreateConverter(plain.Type, plain);
        property.NumberHandling = null;
    }

    // What the property, its object or the contract of object says.
    private static JsonNumberHandling? HandlingOf(JsonPropertyInfo property, JsonTypeInfo info, DropInOptions options) =>
        property.NumberHandling ?? info.NumberHandling
        ?? (property.PropertyType == typeof(object) && options.Plain.TryGetTypeInfo(typeof(object), out JsonTypeInfo? ofObjects)
            ? ofObjects.NumberHandling
            : null);

    // By this handling numbers are written otherwise than the options say.
    private static bool Changes(JsonNumberHandling? handling, DropInOptions options) =>
        handling is { } own && ((own ^ options.Plain.NumberHandling) & ForWriting) != 0;

    // The contract writes numbers in additional properties otherwise than the options say.
    private static bool ChangesExtensionData(JsonTypeInfo info, DropInOptions options) =>
        info.Properties.FirstOrDefault(property => property.IsExtensionData) is { } more
        && options.Plain.TryGetTypeInfo(more.PropertyType, out JsonTypeInfo? dictionary)
        && dictionary.ElementType == typeof(object)
        && (Changes(more.NumberHandling ?? info.NumberHandling, options) || Changes(dictionary.NumberHandling, options));

    // The type or a property says that numbers are written otherwise than the options say, and so are those of lists inside it.
    public static bool ChangesNumbersOfLists(JsonTypeInfo info, DropInOptions options) =>
        info.Kind != JsonTypeInfoKind.None
        && (Changes(info.NumberHandling, options)
            || info.Properties.Any(property => Changes(HandlingOf(property, info, options), options)))
        && ContractGraph.MayHoldRows(info.Type, options);

    // Values of the type may be additional properties of an object, which only a dictionary's own converter writes as such.
    public static bool MayBeExtensionData(JsonTypeInfo info) =>
        info.Kind == JsonTypeInfoKind.Dictionary && info.ElementType == typeof(JsonElement);

    // A source-generated method writes the type, in which an array of bytes that is null has its own text. The serializer calls that method
    // itself, unless something inside has a contract of ours.
    private static bool IsGeneratedCode(JsonTypeInfo info, DropInOptions options) =>
        ObjectContract.IsGeneratedWithBytes(info) && ContractGraph.MayHoldRows(info.Type, options);

    // The type or one of its ancestors declares a discriminator, which only the serializer's own converters can write.
    public static bool IsPolymorphic(JsonTypeInfo info, DropInOptions options) =>
        info.PolymorphismOptions is not null || ObjectContract.HasPolymorphicAncestor(info.Type, options.Plain);

    // A contract that has the application's options write values of the type.
    // type: the type.
    // options: the options that the contract is for.
    // plain: the contract of the application's options.
    public static JsonTypeInfo Replace(Type type, JsonSerializerOptions options, JsonTypeInfo plain) =>
        ((IPlainConverter)CreateConverter(type, plain)).CreateInfo(options);

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Code over reference types is compiled ahead.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The method asks nothing of its type argument.")]
    private static JsonConverter CreateConverter(Type type, JsonTypeInfo plain) =>
        (JsonConverter)typeof(PlainValues).GetMethod(nameof(CreateConverterOf), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(type).Invoke(null, [plain])!;

    private static PlainConverter<T> CreateConverterOf<T>(JsonTypeInfo plain) => new((JsonTypeInfo<T>)plain);

    private interface IPlainConverter
    {
        JsonTypeInfo CreateInfo(JsonSerializerOptions options);
    }

    private sealed class PlainConverter<T>(JsonTypeInfo<T> plain) : JsonConverter<T>, IPlainConverter
    {
        public JsonTypeInfo CreateInfo(JsonSerializerOptions options) => JsonMetadataServices.CreateValueInfo<T>(options, this);

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            JsonSerializer.Deserialize(ref reader, plain);

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
        {
            if (ReferenceEquals(plain.Options.GetTypeInfo(typeof(T)), plain)) ContractWrite.Write(writer, value, plain);
            else ContractWrite.WriteProperty(writer, value, plain);
        }
    }

    // A property of any type whose number handling goes down to what it holds. At the root of a call of its own the value would be written
    // by its own type's.
    private sealed class NumberedObjectConverter(JsonNumberHandling handling, DropInOptions options) : JsonConverter<object>
    {
        public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions _) =>
            throw new NotSupportedException(options.Refusal);

        public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions _)
        {
            RowEncoder encoder = RowListWriter.Open(writer, options);
            try
            {
                using (new EncodingScope(encoder)) encoder.Fallback.WriteInContext(writer, value, handling, writer.CurrentDepth);
            }
            finally
            {
                encoder.Context.Return(encoder);
            }
        }
    }
}
