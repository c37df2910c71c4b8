namespace RowJson;

// A column that the serializer writes: a custom converter, a getter that was replaced, a type that RowJson does not know. The serializer is
// given a contract of this one property, so that converter, number handling and conditions are exactly its own.
internal sealed class SerializedColumn<T>(string name, JsonTypeInfo<T> contract) : ObjectColumn<T>(name)
{
    public override bool MayWriteNull => true;

    // The serializer writes the contract's name.
    public override bool IsOneCell => false;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        encoder.WriteSerializedProperty(position, row, contract);
}
