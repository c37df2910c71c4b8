using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>An object with one property, so that the serializer writes a value as it writes that property.</summary>
internal sealed class ValueHolder<TValue>(TValue value)
{
    /// <summary>A contract that writes the value as <paramref name="property"/> is written.</summary>
    [RequiresDynamicCode("Makes a contract at run time.")]
    [RequiresUnreferencedCode("Makes a contract at run time.")]
    public static JsonTypeInfo<ValueHolder<TValue>> CreateContract(JsonPropertyInfo property)
    {
        JsonTypeInfo<ValueHolder<TValue>> contract = JsonTypeInfo.CreateJsonTypeInfo<ValueHolder<TValue>>(property.Options);
        JsonPropertyInfo copy = contract.CreateJsonPropertyInfo(typeof(TValue), property.Name);
        copy.Get = holder => ((ValueHolder<TValue>)holder).Value;
        copy.ShouldSerialize = (_, _) => true;
        copy.CustomConverter = property.CustomConverter;
        copy.NumberHandling = property.NumberHandling;
        contract.Properties.Add(copy);
        contract.MakeReadOnly();
        return contract;
    }

    /// <summary>The text of a value, without its name.</summary>
    public static byte[] Serialize(TValue value, JsonTypeInfo<ValueHolder<TValue>> contract)
    {
        using JsonDocument document = JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(new ValueHolder<TValue>(value), contract));
        JsonProperty property = document.RootElement.EnumerateObject().First();
        return System.Runtime.InteropServices.JsonMarshal.GetRawUtf8Value(property.Value).ToArray();
    }

    private TValue Value { get; } = value;
}
