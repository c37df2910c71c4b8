namespace RowJson;

// A column whose values a user's converter writes, which is called without the serializer.
// contract: A contract of this one property: the serializer's exceptions are made by it.
internal sealed class ConvertedColumn<T, TValue>(
    PropertyChoice choice, JsonConverter<TValue> converter, JsonTypeInfo<T> contract)
    : ObjectColumn<T>(choice.Property.Name)
{
    private readonly MemberGetter<T, TValue> _getter = MemberGetter<T, TValue>.For(choice.Member!);
    private readonly bool _omitsDefault = choice.Omit == OmitCondition.WhenDefault && default(TValue) is not null;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row)
    {
        TValue value = _getter.Get(ref row);
        if (value is null) return encoder.WriteNullCell(position, name, choice.Omit);
        if (_omitsDefault && EqualityComparer<TValue>.Default.Equals(default, value)) return position;
        position = encoder.BeginCell(position, name);
        try
        {
            return encoder.WriteConverted(position, value, converter, contract.Options);
        }
        catch (Exception exception) when (SerializerPath.IsGivenTo(exception))
        {
            encoder.ThrowAsSerializer(row, contract);
            throw;
        }
    }
}
