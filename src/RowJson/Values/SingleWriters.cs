namespace RowJson;

/// <summary>Numbers that are written as strings, or their nullable forms.</summary>
internal sealed class QuotedNumberWriter<TValue> : ValueWriter<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TValue value) => encoder.WriteQuoted(position, value);
}

/// <summary>Bytes as Base64.</summary>
internal sealed class BytesWriter : ValueWriter<byte[]>
{
    public override bool ChecksDepth => false;

    public override int Write(ValueEncoder encoder, int position, byte[] value) => encoder.WriteBase64(position, value);
}

/// <summary>Values of any type, by their runtime type.</summary>
internal sealed class AnyWriter : ValueWriter<object>
{
    public override int Write(ValueEncoder encoder, int position, object value) => encoder.WriteAny(position, value);
}
