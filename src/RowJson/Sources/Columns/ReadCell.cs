using System.Data.Common;

namespace RowJson;

/// <summary>Columns whose cells a <see cref="DbRowReader"/> may read.</summary>
internal interface IReadColumns
{
    /// <summary>Writes a cell that it does not read, or has read as a value of another kind.</summary>
    int WriteByGetters(ValueEncoder encoder, int position, DbDataReader reader, int column);
}

/// <summary>A cell that a <see cref="DbRowReader"/> may read.</summary>
internal readonly struct ReadCell(EncodedName name, int ordinal, ReadValues taken)
{
    public readonly EncodedName Name = name;

    /// <summary>The column's number in the reader.</summary>
    public readonly int Ordinal = ordinal;

    /// <summary>The values that are written as they are read; none if the row reader is not asked.</summary>
    public readonly ReadValues Taken = taken;
}

/// <summary>Kinds of values that a <see cref="DbRowReader"/> reads.</summary>
[Flags]
internal enum ReadValues
{
    None = 0,
    Null = 1,
    Int64 = 2,

    /// <summary>Integers in the range of the type.</summary>
    Int32 = 4,

    /// <inheritdoc cref="Int32"/>
    Int16 = 8,
    Double = 16,
    Text = 32,
    Bytes = 64,
    All = Null | Int64 | Double | Text | Bytes,
}
