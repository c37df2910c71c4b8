using System.Collections.Concurrent;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>
/// Values that are declared as objects, where cycles are ignored. The serializer looks for a discriminator in the contracts of the value's
/// base types, of which ours have none: such a value is written by the application's options.
/// </summary>
internal sealed class AnyValueConverter(DropInOptions options) : JsonConverter<object>
{
    private readonly ConcurrentDictionary<Type, JsonTypeInfo> _contracts = [];

    private JsonTypeInfo<object> Plain => field ??= (JsonTypeInfo<object>)options.Plain.GetTypeInfo(typeof(object));

    /// <summary>A contract with such a converter.</summary>
    public static JsonTypeInfo CreateInfo(JsonSerializerOptions options, DropInOptions dropIn) =>
        JsonMetadataServices.CreateValueInfo<object>(options, new AnyValueConverter(dropIn));

    public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions _) =>
        JsonSerializer.Deserialize(ref reader, Plain);

    public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions _) =>
        JsonSerializer.Serialize(writer, value, _contracts.GetOrAdd(value.GetType(), ContractOf));

    private JsonTypeInfo ContractOf(Type type) =>
        type != typeof(object)
        && options.Whole.TryGetTypeInfo(type, out JsonTypeInfo? whole)
        && options.Plain.TryGetTypeInfo(type, out JsonTypeInfo? plain) && !PlainValues.IsPolymorphic(plain, options)
            ? whole
            : Plain;
}
