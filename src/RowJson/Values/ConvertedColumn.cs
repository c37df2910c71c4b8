using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>A column whose values a user's converter writes, which is called without the serializer.</summary>
/// <param name="name">The name that the contract gives the column.</param>
/// <param name="getter">Reads the member.</param>
/// <param name="converter">The converter, which is not asked about null.</param>
/// <param name="omit">Which values are left out.</param>
/// <param name="contract">A contract of this one property: the serializer's exceptions are made by it.</param>
internal sealed class ConvertedColumn<T, TValue>(
    string name, MemberGetter<T, TValue> getter, JsonConverter<TValue> converter, OmitCondition omit, JsonTypeInfo<T> contract)
    : ObjectColumn<T>(name)
{
    private readonly bool _omitsDefault = omit == OmitCondition.WhenDefault && default(TValue) is not null;

    public override bool MayWriteNull => true;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row)
    {
        TValue value = getter.Get(ref row);
        if (value is null) return encoder.WriteNullCell(position, name, omit);
        if (_omitsDefault && EqualityComparer<TValue>.Default.Equals(default, value)) return position;
        position = encoder.BeginCell(position, name);
        try
        {
            return encoder.WriteConverted(position, value, converter, contract.Options);
        }
        catch (Exception exception) when (IsOfSerializer(exception))
        {
            encoder.ThrowAsSerializer(row, contract);
            throw;
        }
    }

    /// <summary>The serializer gives such exceptions a path, or makes others of them.</summary>
    private static bool IsOfSerializer(Exception exception) =>
        exception is JsonException or NotSupportedException or InvalidOperationException;
}
