using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>Writes values of one declared type under one set of options, wherever they are: in a cell, a list or a dictionary.</summary>
internal abstract class ValueWriter<TValue>
{
    /// <summary>
    /// The serializer looks at the depth of each such value in a list or a dictionary; false for those that it writes as it writes numbers.
    /// </summary>
    public virtual bool ChecksDepth => true;

    /// <summary>A value that contains itself is null there: where it is a property's, its condition concerns that null.</summary>
    public virtual bool IgnoresCycles => false;

    /// <summary>The text of a value that is not null may be <c>null</c>.</summary>
    public virtual bool MayWriteNull => false;

    /// <summary>Writes a value that is not null where room for a scalar is reserved; returns the position after it.</summary>
    public abstract int Write(ValueEncoder encoder, int position, TValue value);

    /// <summary>Writes an element that is not null, of a list that has checked the stack's limit for all of its elements.</summary>
    public virtual int WriteElement(ValueEncoder encoder, int position, TValue value) => Write(encoder, position, value);
}

/// <summary>A cell whose values need an object to be written: the columns of a nested object, the texts of an enumeration.</summary>
/// <param name="writer">Writes the values.</param>
/// <param name="omit">Which values are left out.</param>
internal sealed class ValueCell<TValue>(ValueWriter<TValue> writer, OmitCondition omit)
{
    private readonly bool _omitsDefault = omit == OmitCondition.WhenDefault && default(TValue) is not null;
    private readonly bool _ignoresCycles = writer.IgnoresCycles;

    /// <summary>Some values that are not null may have to be left out, or be null in the output.</summary>
    private readonly bool _hasExceptions = writer.IgnoresCycles || omit == OmitCondition.WhenDefault;

    /// <summary>The text of a value that is not null may be <c>null</c>.</summary>
    public bool MayWriteNull => writer.MayWriteNull;

    /// <summary>
    /// The same as <see cref="Write"/> in code that is compiled for one column, whose name has this <paramref name="length"/>: there is no
    /// call but that of the writer.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteInlined(ValueEncoder encoder, int position, EncodedName name, int length, TValue value) =>
        value is null || _hasExceptions
            ? Write(encoder, position, name, value)
            : writer.Write(encoder, encoder.BeginCell(position, name, length), value);

    /// <summary>Writes the cell, name and value, or nothing; returns the position after it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Write(ValueEncoder encoder, int position, EncodedName name, TValue value)
    {
        if (value is null || (_ignoresCycles && encoder.IsAncestor(value))) return encoder.WriteNullCell(position, name, omit);
        if (_omitsDefault && EqualityComparer<TValue>.Default.Equals(default, value)) return position;
        return writer.Write(encoder, encoder.BeginCell(position, name), value);
    }
}
