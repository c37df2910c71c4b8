using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>
/// Values that the application's own options have to write as a whole, because something in them would be written otherwise.
/// </summary>
internal static class PlainValues
{
    private const JsonNumberHandling ForWriting = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals;

    /// <summary>
    /// A contract that has the application's options write such a value; null if nothing of it would be written otherwise.
    /// </summary>
    /// <param name="info">The contract of the application's options.</param>
    /// <param name="options">These options.</param>
    /// <param name="isStreamed">The contract is for streams, for which the serializer calls no generated code.</param>
    public static JsonTypeInfo? Choose(JsonTypeInfo info, DropInOptions options, bool isStreamed) =>
        (HandsDown(info.NumberHandling, info) || (!isStreamed && IsGeneratedCode(info, options))) && !IsPolymorphic(info.Type)
            ? Replace(info.Type, info.Options, options.Plain.GetTypeInfo(info.Type))
            : null;

    /// <summary>Makes the properties of an object ready for lists that are not the serializer's.</summary>
    public static void Prepare(JsonTypeInfo info, DropInOptions options)
    {
        foreach (JsonPropertyInfo property in info.Properties)
        {
            if (property.CustomConverter is not null) continue;
            KeepNumberHandling(property, info, options);
            // It concerns reading, and a converter that cannot do it is refused.
            if (property.ObjectCreationHandling is not null && options.Find(property.PropertyType) is not null)
                property.ObjectCreationHandling = null;
        }
    }

    /// <summary>
    /// The number handling of a property goes down to lists inside objects inside it, whose type is only known at run time. A converter
    /// does not see it: such properties stay the serializer's.
    /// </summary>
    private static void KeepNumberHandling(JsonPropertyInfo property, JsonTypeInfo info, DropInOptions options)
    {
        JsonNumberHandling? handling = property.NumberHandling ?? info.NumberHandling;
        if ((handling & ForWriting) is null or 0) return;
        if (property.PropertyType == typeof(object))
        {
            property.CustomConverter = new NumberedObjectConverter(handling.GetValueOrDefault(), options);
            property.NumberHandling = null;
            return;
        }
        JsonTypeInfo? plain = options.Plain.TypeInfoResolver!.GetTypeInfo(property.PropertyType, options.Plain);
        if (plain is not { IsReadOnly: false } || !HandsDown(handling, plain)) return;
        plain.NumberHandling = handling;
        property.CustomConverter = CreateConverter(property.PropertyType, plain);
        property.NumberHandling = null;
    }

    /// <summary>Values of any type inside inherit it.</summary>
    private static bool HandsDown(JsonNumberHandling? handling, JsonTypeInfo info) =>
        (handling & ForWriting) is not (null or 0) && (info.Type == typeof(object) || info.ElementType == typeof(object));

    /// <summary>
    /// A source-generated method writes the type, in which an array of bytes that is null has its own text. The serializer calls that
    /// method itself, unless something inside has a contract of ours.
    /// </summary>
    private static bool IsGeneratedCode(JsonTypeInfo info, DropInOptions options) =>
        ObjectContract.IsGeneratedWithBytes(info) && ContractGraph.MayHoldRows(info.Type, options);

    /// <summary>The type is written with a discriminator, which only the serializer's own converters can do.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The attributes are on types that the serializer writes as well.")]
    private static bool IsPolymorphic(Type type)
    {
        for (Type? ancestor = type; ancestor is not null; ancestor = ancestor.BaseType)
            if (HasDerivedTypes(ancestor)) return true;
        return Array.Exists(type.GetInterfaces(), HasDerivedTypes);
    }

    private static bool HasDerivedTypes(Type type) =>
        type.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false)
        || type.IsDefined(typeof(JsonPolymorphicAttribute), inherit: false);

    private static JsonTypeInfo Replace(Type type, JsonSerializerOptions options, JsonTypeInfo plain) =>
        ((IPlainConverter)CreateConverter(type, plain)).CreateInfo(options);

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Nothing is taken over where code cannot be made at run time.")]
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

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value, plain);
    }

    /// <summary>
    /// A property of any type whose number handling goes down to what it holds. At the root of a call of its own the value would be written
    /// by its own type's.
    /// </summary>
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
