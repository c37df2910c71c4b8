namespace RowJson;

// A column of a source's rows. ordinal: the column's number in the source, if it has one.
internal abstract class SourceColumn(EncodedName name, int ordinal)
{
    public EncodedName Name => name;

    public int Ordinal => ordinal;

    // The values of a reader's column that a DbRowReader may give.
    public virtual ReaderValueKinds TakenFrom(DbDataReader reader) => ReaderValueKinds.All;
}

// Its class says how its cells are read and written: one virtual call, one typed getter and one write each.
// The value is read before its name is written, so that nothing of the writer's has to outlive the source's call.
internal abstract class SourceColumn<TRow>(EncodedName name, int ordinal) : SourceColumn(name, ordinal)
{
    public abstract int Write(ValueEncoder encoder, int position, ref readonly TRow row);
}

// The columns of a source's rows that are written, with their names in the output.
internal class SourceColumns<TRow> : RowColumns<TRow>
{
    public readonly SourceColumn<TRow>[] Columns;

    // create: makes the column with an index among those that are described.
    protected SourceColumns(JsonColumn[] described, RowEncoder encoder, Func<int, EncodedName, SourceColumn<TRow>> create)
    {
        encoder.RequireColumns(described);
        var written = new List<SourceColumn<TRow>>(described.Length);
        for (int i = 0; i < described.Length; i++)
        {
            EncodedName name = encoder.NameColumn(described[i]);
            if (!name.IsExcluded) written.Add(create(i, name));
        }
        Columns = [.. written];
        if (encoder.Context.Options.RequireUniqueColumnNames) ColumnNames.RequireUnique(Columns.Select(column => column.Name.Name!));
    }

    protected SourceColumns(SourceColumn<TRow>[] columns) => Columns = columns;

    public sealed override int Count => Columns.Length;

    public sealed override EncodedName NameOf(int column) => Columns[column].Name;

    public void WriteRow(RowEncoder encoder, TRow row)
    {
        if (row is null) encoder.WriteNullRow();
        else encoder.WriteColumnsRow(this, in row);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override int WriteCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current)
    {
        SourceColumn<TRow>[] columns = Columns;
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            position = columns[i].Write(encoder, position, in row);
        }
        return position;
    }
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
