using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>Arrays of scalars or strings.</summary>
internal sealed class ScalarArrayWriter<TValue>(ListFormat format) : ValueWriter<TValue[]>
{
    public override int Write(ValueEncoder encoder, int position, TValue[] value) => encoder.WriteList<TValue>(position, value, format);
}

/// <summary>Lists of scalars or strings, and classes derived from them.</summary>
internal sealed class ScalarListWriter<TList, TValue>(ListFormat format) : ValueWriter<TList>
    where TList : List<TValue>
{
    // Nothing of the user's runs while the items are read.
    public override int Write(ValueEncoder encoder, int position, TList value) =>
        encoder.WriteList<TValue>(position, CollectionsMarshal.AsSpan(value), format);
}

/// <summary>Other sequences of scalars or strings.</summary>
internal sealed class ScalarSequenceWriter<TSequence, TValue>(ListFormat format) : ValueWriter<TSequence>
    where TSequence : class, IEnumerable<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TSequence value) => encoder.WriteSequence(position, value, format);
}

/// <summary>Memory with scalars or strings.</summary>
internal sealed class ScalarMemoryWriter<TValue>(ListFormat format) : ValueWriter<ReadOnlyMemory<TValue>>
{
    public override int Write(ValueEncoder encoder, int position, ReadOnlyMemory<TValue> value) =>
        encoder.WriteList(position, value.Span, format);
}

/// <summary>Arrays of other values.</summary>
internal sealed class ArrayWriter<TValue>(ValueWriter<TValue> element) : ValueWriter<TValue[]>
{
    public override int Write(ValueEncoder encoder, int position, TValue[] value) => encoder.WriteList(position, value, element);
}

/// <summary>Lists of other values, and classes derived from them.</summary>
internal sealed class ListWriter<TList, TValue>(ValueWriter<TValue> element) : ValueWriter<TList>
    where TList : List<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TList value) => encoder.WriteList(position, value, element);
}

/// <summary>Other sequences of other values.</summary>
internal sealed class SequenceWriter<TSequence, TValue>(ValueWriter<TValue> element) : ValueWriter<TSequence>
    where TSequence : class, IEnumerable<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TSequence value) => encoder.WriteSequence(position, value, element);
}
