namespace RowJson;

// Objects whose runtime type decides about their columns, after a discriminator.
// cases: the types that the contract names; the serializer writes all others, or refuses them.
internal sealed class PolymorphicWriter<TBase>(Dictionary<Type, PolymorphicCase<TBase>> cases) : ValueWriter<TBase>
    where TBase : class
{
    // The type of the last value: those of a list are often of one type.
    private PolymorphicCase<TBase>? _last;

    public override int Write(ValueEncoder encoder, int position, TBase value)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        return WriteElement(encoder, position, value);
    }

    public override int WriteElement(ValueEncoder encoder, int position, TBase value)
    {
        Type type = value.GetType();
        PolymorphicCase<TBase>? last = _last;
        if (last is null || !ReferenceEquals(last.Type, type))
        {
            if (!cases.TryGetValue(type, out last)) return encoder.WriteByMetadata(position, value);
            _last = last;
        }
        return last.Write(encoder, position, value);
    }
}

// One type of objects with a discriminator.
internal abstract class PolymorphicCase<TBase>(Type type)
{
    public Type Type { get; } = type;

    // Writes a value of exactly this type.
    public abstract int Write(ValueEncoder encoder, int position, TBase value);
}

// discriminator: the discriminator as a cell, comma included; empty if there is none.
internal sealed class PolymorphicCase<TBase, T>(ObjectWriter<T> columns, byte[] discriminator) : PolymorphicCase<TBase>(typeof(T))
    where TBase : class
    where T : class
{
    public override int Write(ValueEncoder encoder, int position, TBase value) =>
        columns.Write(encoder, position, Unsafe.As<T>(value), discriminator);
}
