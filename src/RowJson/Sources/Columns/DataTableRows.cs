using System.Collections;
using System.Data;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson;

/// <summary>The rows of a table or a view, read straight from their storage. Deleted rows are not there any more.</summary>
internal sealed class DataTableRows(DataTable table, IEnumerable rows) : JsonRows
{
    internal override IRowPass Open() => new Pass(table, rows);

    /// <summary>A view may show rows as they were: its filter says so, and the row's state does not matter.</summary>
    private static DataRowVersion VersionOf(DataRowView view) =>
        view.RowVersion == DataRowVersion.Original ? DataRowVersion.Original : VersionOf(view.Row);

    /// <summary>What the row's indexer shows, looked up once per row instead of once per cell.</summary>
    private static DataRowVersion VersionOf(DataRow row) =>
        row.HasVersion(DataRowVersion.Proposed) ? DataRowVersion.Proposed : DataRowVersion.Current;

    private static void EncodeRow(RowEncoder encoder, DataRow row, DataRowVersion version, TableColumn[] columns)
    {
        if (!encoder.WritesDirectly)
        {
            EncodeRowViaSerializer(encoder, row, version, columns);
            return;
        }
        int position = encoder.BeginObjectRow(out int start);
        int current = 0;
        try
        {
            position = EncodeCells(encoder, position, row, version, columns, ref current);
        }
        catch (Exception) when (encoder.NoteFailedColumn(columns[current].Name))
        {
            throw;
        }
        encoder.EndObjectRow(position, start);
    }

    /// <summary>Outside the try block, in which the compiler keeps what the filter reads in memory, loop and all.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeCells(
        RowEncoder encoder, int position, DataRow row, DataRowVersion version, TableColumn[] columns, ref int current)
    {
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            ref readonly TableColumn column = ref columns[i];
            object? value = row[column.Column, version];
            position = value is null or DBNull
                ? encoder.WriteNullCell(position, column.Name)
                : WriteCell(encoder, position, value, in column);
        }
        return position;
    }

    /// <summary>The column's type says what the object is: one cast instead of a row of tests.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCell(RowEncoder encoder, int position, object value, in TableColumn column) => column.Kind switch
    {
        CellKind.String => encoder.WriteCell(position, column.Name, (string)value),
        CellKind.Int32 => encoder.WriteCell(position, column.Name, (int)value),
        CellKind.Int64 => encoder.WriteCell(position, column.Name, (long)value),
        CellKind.Double => encoder.WriteCell(position, column.Name, (double)value),
        CellKind.Boolean => encoder.WriteCell(position, column.Name, (bool)value),
        CellKind.DateTime => encoder.WriteCell(position, column.Name, (DateTime)value),
        CellKind.Decimal => encoder.WriteCell(position, column.Name, (decimal)value),
        CellKind.Guid => encoder.WriteCell(position, column.Name, (Guid)value),
        CellKind.Int16 => encoder.WriteCell(position, column.Name, (short)value),
        CellKind.Byte => encoder.WriteCell(position, column.Name, (byte)value),
        CellKind.Single => encoder.WriteCell(position, column.Name, (float)value),
        _ => encoder.WriteDatabaseCell(position, column.Name, value),
    };

    private static void EncodeRowViaSerializer(RowEncoder encoder, DataRow row, DataRowVersion version, TableColumn[] columns)
    {
        Utf8JsonWriter writer = encoder.BeginObjectRowViaSerializer();
        foreach (ref readonly TableColumn column in columns.AsSpan())
        {
            object? value = row[column.Column, version];
            encoder.WriteDatabaseCellViaSerializer(writer, column.Name, value);
        }
        encoder.EndObjectRowViaSerializer(writer);
    }

    private sealed class Pass(DataTable table, IEnumerable rows) : IRowPass
    {
        private TableColumn[]? _columns;
        private IEnumerator? _rows;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            _columns ??= TableColumn.Resolve(table, encoder);
            _rows ??= rows.GetEnumerator();
            while (_rows.MoveNext())
            {
                if (_rows.Current is DataRowView view) EncodeRow(encoder, view.Row, VersionOf(view), _columns);
                else if (_rows.Current is DataRow { RowState: not (DataRowState.Deleted or DataRowState.Detached) } row)
                    EncodeRow(encoder, row, VersionOf(row), _columns);
                if (encoder.BatchIsFull) return this;
            }
            return null;
        }

        public void Dispose() => (_rows as IDisposable)?.Dispose();
    }

    /// <summary>One column, as far as the loop over rows needs it.</summary>
    private readonly struct TableColumn(EncodedName name, DataColumn column, CellKind kind)
    {
        public readonly EncodedName Name = name;
        public readonly DataColumn Column = column;
        public readonly CellKind Kind = kind;

        public static TableColumn[] Resolve(DataTable table, RowEncoder encoder)
        {
            var columns = new List<TableColumn>(table.Columns.Count);
            foreach (DataColumn column in table.Columns)
            {
                EncodedName name = encoder.NameColumn(column.ColumnName);
                if (!name.IsExcluded) columns.Add(new TableColumn(name, column, encoder.KindOf(column.DataType)));
            }
            if (encoder.Context.Options.RequireUniqueColumnNames) ColumnNames.RequireUnique(columns.Select(column => column.Name));
            return [.. columns];
        }
    }
}
