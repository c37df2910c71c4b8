using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>Objects whose runtime type decides about their columns, after a discriminator.</summary>
/// <param name="cases">The types that the contract names; the serializer writes all others, or refuses them.</param>
internal sealed class PolymorphicWriter<TBase>(Dictionary<Type, PolymorphicCase<TBase>> cases) : ValueWriter<TBase>
    where TBase : class
{
    /// <summary>The type of the last value: those of a list are often of one type.</summary>
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

/// <summary>One type of objects with a discriminator.</summary>
internal abstract class PolymorphicCase<TBase>(Type type)
{
    public Type Type { get; } = type;

    /// <summary>Writes a value of exactly this type.</summary>
    public abstract int Write(ValueEncoder encoder, int position, TBase value);
}

/// <inheritdoc/>
/// <param name="columns">Writes the properties.</param>
/// <param name="discriminator">The discriminator as a cell, comma included; empty if there is none.</param>
internal sealed class PolymorphicCase<TBase, T>(ObjectWriter<T> columns, byte[] discriminator) : PolymorphicCase<TBase>(typeof(T))
    where TBase : class
    where T : class
{
    public override int Write(ValueEncoder encoder, int position, TBase value) =>
        columns.Write(encoder, position, Unsafe.As<T>(value), discriminator);
}
