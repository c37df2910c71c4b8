using System.Collections;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>The rows of a table or a view, read straight from their storage. Deleted rows are not there any more.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class DataTableRows(DataTable table, IEnumerable rows) : JsonRows
{
    internal override IRowPass Open() => new Pass(table, rows);

    private sealed class Pass(DataTable table, IEnumerable rows) : IRowPass
    {
        private TableColumns? _columns;
        private IEnumerator? _rows;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            _columns ??= new TableColumns(table, encoder);
            while (MoveNext(encoder))
            {
                if (TableRow.TryGet(_rows.Current, out TableRow row)) _columns.Write(encoder, in row);
                if (encoder.BatchIsFull) return this;
            }
            return null;
        }

        public void Dispose() => (_rows as IDisposable)?.Dispose();

        [MemberNotNull(nameof(_rows))]
        private bool MoveNext(RowEncoder encoder)
        {
            encoder.IsInSource = true;
            _rows ??= rows.GetEnumerator();
            bool hasRow = _rows.MoveNext();
            encoder.IsInSource = false;
            return hasRow;
        }
    }
}
