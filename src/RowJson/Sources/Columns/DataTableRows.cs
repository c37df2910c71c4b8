namespace RowJson;

// The rows of a table or a view, read straight from their storage. Deleted rows are left out.
internal sealed class DataTableRows(DataTable table, IEnumerable rows) : RowSource
{
    // The rows of a view. Throws ArgumentException: view has no table.
    public static DataTableRows Of(DataView view)
    {
        DataTable table = view.Table ?? throw new ArgumentException("The view has no table. Set its Table first.", nameof(view));
        return new DataTableRows(table, view);
    }

    public override bool CanBeReadAgain => true;

    public override IRowPass Open() => new Pass(table, rows);

    private sealed class Pass(DataTable table, IEnumerable rows) : IRowPass
    {
        private TableColumns? _columns;
        private IEnumerator? _rows;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            _columns ??= new TableColumns(table, encoder);
            while (true)
            {
                encoder.Stage = JsonRowStage.Source;
                _rows ??= rows.GetEnumerator();
                bool hasRow = _rows.MoveNext();
                encoder.Stage = JsonRowStage.Value;
                if (!hasRow) return null;
                if (_rows.Current is DataRowView view) _columns.Write(encoder, view.Row, view.RowVersion == DataRowVersion.Original);
                else if (_rows.Current is DataRow { RowState: not (DataRowState.Deleted or DataRowState.Detached) } row)
                    _columns.Write(encoder, row);
                if (encoder.BatchIsFull) return this;
            }
        }

        public void DescribeColumns(RowEncoder encoder) => encoder.SetColumns(_columns!);

        public void Dispose() => (_rows as IDisposable)?.Dispose();
    }
}
