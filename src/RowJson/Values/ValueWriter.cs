namespace RowJson;

// Writes values of one declared type under one set of options, wherever they are: in a cell, a list or a dictionary.
internal abstract class ValueWriter<TValue>
{
    // A value that contains itself is written as null: if it is a property's value, the property's condition applies to that null.
    public virtual bool IgnoresCycles => false;

    // Writes a value that is not null where room for a scalar is reserved; returns the position after it.
    public abstract int Write(ValueEncoder encoder, int position, TValue value);
}

// A cell whose values need an object to be written: the columns of a nested object, the texts of an enumeration.
internal sealed class ValueCell<TValue>(ValueWriter<TValue> writer, OmitCondition omit)
{
    private readonly bool _omitsDefault = omit == OmitCondition.WhenDefault && default(TValue) is not null;
    private readonly bool _ignoresCycles = writer.IgnoresCycles;

    // Some values that are not null may have to be left out, or be null in the output.
    private readonly bool _hasExceptions = writer.IgnoresCycles || omit == OmitCondition.WhenDefault;

    // The same as Write in code that is compiled for one column, whose name has this length: there is no call but that of the writer.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteInlined(ValueEncoder encoder, int position, EncodedName name, int length, TValue value) =>
        value is null || _hasExceptions
            ? Write(encoder, position, name, value)
            : writer.Write(encoder, encoder.BeginCell(position, name, length), value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Write(ValueEncoder encoder, int position, EncodedName name, TValue value)
    {
        if (value is null || (_ignoresCycles && encoder.Ancestors.Contains(value))) return encoder.WriteNullCell(position, name, omit);
        if (_omitsDefault && EqualityComparer<TValue>.Default.Equals(default, value)) return position;
        return writer.Write(encoder, encoder.BeginCell(position, name), value);
    }
}
