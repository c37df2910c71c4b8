namespace RowJson;

// Objects whose runtime type decides about their columns, after a discriminator.
// cases: those of the contract, and the declared type itself if it has columns. They may lead back here, and are filled in later.
// unknown: what is done with other types. The serializer refuses those that no rule covers.
internal sealed class PolymorphicWriter<TBase>(Dictionary<Type, PolymorphicCase> cases, JsonUnknownDerivedTypeHandling unknown)
    : ValueWriter<TBase>
    where TBase : class
{
    // The type of the last value: the values of a list are often of one type.
    private PolymorphicCase? _last;

    public override int Write(ValueEncoder encoder, int position, TBase value)
    {
        Type type = value.GetType();
        PolymorphicCase? last = _last;
        if (last is null || !ReferenceEquals(last.Type, type))
        {
            last = CaseOf(type);
            if (last is null) return encoder.WriteByMetadata(position, value);
            if (ReferenceEquals(last.Type, type)) _last = last;
        }
        return last.Write(encoder, position, value);
    }

    // The writer of a type's values; null if the serializer writes them.
    private PolymorphicCase? CaseOf(Type? type) => type is null ? null : cases.GetValueOrDefault(type) ?? unknown switch
    {
        JsonUnknownDerivedTypeHandling.FallBackToBaseType => cases.GetValueOrDefault(typeof(TBase)),
        // Only the serializer finds the nearest interface: there may be several.
        JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor when !typeof(TBase).IsInterface => CaseOf(type.BaseType),
        _ => null,
    };
}

// One type of objects with a discriminator, and the writer of values of exactly this type.
internal sealed record PolymorphicCase(Type Type, Func<ValueEncoder, int, object, int> Write);
