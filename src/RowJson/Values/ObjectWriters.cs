namespace RowJson;

// Objects, by the columns of their contract. A writer is made before its columns, because a type may hold its own kind; they are set once.
internal sealed class ObjectWriter<TValue> : ValueWriter<TValue>
{
    public ObjectColumns<TValue> Columns { get; set; } = null!;

    public override int Write(ValueEncoder encoder, int position, TValue value) => Columns.WriteNested(encoder, position, in value);
}

// Structures that may be missing.
internal sealed class NullableWriter<TValue>(ValueWriter<TValue> writer) : ValueWriter<TValue?>
    where TValue : struct
{
    public override int Write(ValueEncoder encoder, int position, TValue? value) =>
        writer.Write(encoder, position, value.GetValueOrDefault());
}

// Objects, lists and dictionaries if cycles are ignored: one that occurs again inside itself is written as null.
internal sealed class CycleWriter<TValue>(ValueWriter<TValue> writer) : ValueWriter<TValue>
    where TValue : class
{
    public override bool IgnoresCycles => true;

    public override int Write(ValueEncoder encoder, int position, TValue value)
    {
        if (encoder.Ancestors.Contains(value)) return encoder.WriteNull(position);
        encoder.Ancestors.Push(value);
        position = writer.Write(encoder, position, value);
        encoder.Ancestors.Pop();
        return position;
    }
}
