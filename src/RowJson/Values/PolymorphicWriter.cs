namespace RowJson;

// Objects whose runtime type decides about their columns, after a discriminator.
// unknown: what is done with other types. The serializer refuses those that no rule covers.
internal sealed class PolymorphicWriter<TBase>(Dictionary<Type, PolymorphicCase<TBase>> cases, JsonUnknownDerivedTypeHandling unknown)
    : ValueWriter<TBase>
    where TBase : class
{
    // Writes values by the declared type, without a discriminator; null if the serializer does. Set once: its columns may lead back here.
    public PolymorphicCase<TBase>? Own { get; set; }

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
            last = CaseOf(type);
            if (last is null) return encoder.WriteByMetadata(position, value);
            if (ReferenceEquals(last.Type, type)) _last = last;
        }
        return last.Write(encoder, position, value);
    }

    // What writes values of a type; null if the serializer does.
    private PolymorphicCase<TBase>? CaseOf(Type type)
    {
        if (cases.TryGetValue(type, out PolymorphicCase<TBase>? found)) return found;
        if (type == typeof(TBase)) return Own;
        switch (unknown)
        {
            case JsonUnknownDerivedTypeHandling.FallBackToBaseType:
                return cases.GetValueOrDefault(typeof(TBase), Own!);
            // The nearest interface is the serializer's to find: there may be several.
            case JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor when !typeof(TBase).IsInterface:
                for (Type? ancestor = type.BaseType; ancestor is not null && ancestor != typeof(TBase); ancestor = ancestor.BaseType)
                    if (cases.TryGetValue(ancestor, out found)) return found;
                return cases.GetValueOrDefault(typeof(TBase), Own!);
            default:
                return null;
        }
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
