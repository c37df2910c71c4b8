namespace RowJson;

// The columns of a reader's result, whose cells a DbRowReader of the options may read.
internal sealed class ReaderColumns : DatabaseColumns<ReaderCells>
{
    // Not null if a DbRowReader reads the rows.
    private readonly ReaderCellWriter? _cells;

    // The user moves the reader, which may be at no row, or passes another one with these columns.
    private readonly bool _isMovedByUser;

    // The last reader that the row reader was asked about, and what it said.
    private DbDataReader _askedAbout;
    private bool _isRead = true;

    public ReaderColumns(DbDataReader reader, RowEncoder encoder, bool isMovedByUser = false)
        : base(ColumnDescription.Of(reader, ColumnDescription.HasColumnTypes(reader)), encoder)
    {
        if (encoder.Context.Options.RowReaders.Count > 0) _cells = ReaderCellWriter.Find(reader, WriteByGetters, Columns, encoder);
        _isMovedByUser = isMovedByUser;
        _askedAbout = reader;
    }

    // Writes the row that a reader is at, each time that it is called.
    public static Action<RowEncoder> WriterOf(DbDataReader reader, RowEncoder encoder)
    {
        reader = WrappedReader.InnermostOf(reader);
        return new ReaderColumns(reader, encoder).WriterOf(new ReaderCells(reader));
    }

    private int WriteByGetters(ValueEncoder encoder, int position, DbDataReader reader, int column)
    {
        var row = new ReaderCells(reader);
        return Columns[column].Write(encoder, position, in row);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override int WriteCells(ValueEncoder encoder, int position, ref readonly ReaderCells row, ref int current) =>
        _cells is not null && MayRead(row.Reader)
            ? _cells.WriteRow(encoder, position, row.Reader, ref current)
            : base.WriteCells(encoder, position, in row, ref current);

    private bool MayRead(DbDataReader reader)
    {
        if (!_isMovedByUser) return true;
        if (!ReferenceEquals(reader, _askedAbout)) (_askedAbout, _isRead) = (reader, _cells!.Reads(reader));
        if (_isRead) _cells!.RequireRow(reader);
        return _isRead;
    }
}

// Readers that pass each call on to another one, and say to which.
internal static class WrappedReader
{
    // A reader that offers itself has no innermost one.
    private const int MostLayers = 8;

    // The reader that the cells come from: what a reader wraps, or itself. It has the provider's types of columns and getters.
    public static DbDataReader InnermostOf(DbDataReader reader)
    {
        for (int i = 0; i < MostLayers && InnerOf(reader) is { } inner; i++) reader = inner;
        return reader;
    }

    private static DbDataReader? InnerOf(DbDataReader reader) => reader is IServiceProvider offer
        ? offer.GetService(typeof(DbDataReader)) as DbDataReader
        : reader.GetType().Namespace == "Dapper" ? InnerOfDappers(reader) : null;

    // Dapper's interface, which cannot be named without a reference to Dapper.
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "A reader whose interface is trimmed away is read by its getters.")]
    private static DbDataReader? InnerOfDappers(DbDataReader reader) =>
        reader.GetType().GetInterface("Dapper.IWrappedDataReader")?.GetProperty("Reader")?.GetValue(reader) as DbDataReader;
}
