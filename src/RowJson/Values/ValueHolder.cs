namespace RowJson;

// An object with one property, so that the serializer writes a value as it writes that property.
internal sealed class ValueHolder(object? value)
{
    // A contract that writes the value as property is written.
    [RequiresDynamicCode("Makes a contract at run time.")]
    [RequiresUnreferencedCode("Makes a contract at run time.")]
    public static JsonTypeInfo<ValueHolder> CreateContract(JsonPropertyInfo property)
    {
        JsonTypeInfo<ValueHolder> contract = JsonTypeInfo.CreateJsonTypeInfo<ValueHolder>(property.Options);
        JsonPropertyInfo copy = contract.CreateJsonPropertyInfo(property.PropertyType, property.Name);
        copy.Get = holder => ((ValueHolder)holder).Value;
        copy.ShouldSerialize = (_, _) => true;
        copy.CustomConverter = property.CustomConverter;
        copy.NumberHandling = property.NumberHandling;
        contract.Properties.Add(copy);
        contract.MakeReadOnly();
        return contract;
    }

    public static byte[] Serialize(object value, JsonTypeInfo<ValueHolder> contract)
    {
        using JsonDocument document = JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(new ValueHolder(value), contract));
        JsonProperty property = document.RootElement.EnumerateObject().First();
        return System.Runtime.InteropServices.JsonMarshal.GetRawUtf8Value(property.Value).ToArray();
    }

    private object? Value { get; } = value;
}
