namespace RowJson;

// Columns whose cells a DbRowReader may read.
internal interface IReadColumns
{
    // Writes a cell that it does not read, or has read as a value of another kind.
    int WriteByGetters(ValueEncoder encoder, int position, DbDataReader reader, int column);
}

// Kinds of values that a DbRowReader reads.
[Flags]
internal enum ReaderValueKinds
{
    None = 0,
    Null = 1,
    Int64 = 2,

    // Integers in the range of the type.
    Int32 = 4,

    Int16 = 8,
    Double = 16,
    Text = 32,
    Bytes = 64,

    // Text that is JSON, in a column of JSON.
    Json = 128,

    // Texts in arrays of any number of dimensions.
    TextArray = 256,

    All = Null | Int64 | Double | Text | Bytes,
}
