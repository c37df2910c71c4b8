using System.Data;
using System.Data.Common;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>Rows with columns.</summary>
/// <param name="name">What kind of source.</param>
/// <param name="fill">Brings the rows into their source: what it holds, and what makes rows of it.</param>
internal sealed class ColumnSource(string name, Func<RowSet, PreparedRows?> fill) : FuzzSource(name)
{
    public static IReadOnlyList<FuzzSource> Readers { get; } =
    [
        new ColumnSource("DbDataReader", set => Reader(set, signal => JsonRows.From((DbDataReader)new FuzzReader(set, signal)))),
        new ColumnSource("IDataReader", set => Reader(set, signal => JsonRows.From(new PlainReader(new FuzzReader(set, signal))))),
    ];

    public static IReadOnlyList<FuzzSource> All { get; } =
    [
        .. Readers,
        new ColumnSource("DataTable", set => Table(set, table => JsonRows.From(table))),
        new ColumnSource("DataView", set => Table(set, table => JsonRows.From(table.DefaultView))),
        new ColumnSource("DataRow sequence", set => Table(set, table => JsonRows.From(table.Rows.Cast<DataRow>()))),
        new ColumnSource("shape", Shape),
    ];

    public override PreparedRows? Prepare(FuzzData data) => data is RowSet { Rows.Length: > 0, IsRegular: true } set ? fill(set) : null;

    private static PreparedRows? Reader(RowSet set, Func<RowSignal, JsonRows> rows)
    {
        // A column is of JSON or not, as a database has it.
        for (int i = 0; i < set.Rows[0].Names.Length; i++)
            if (FuzzReader.TypeOf(set, i) == typeof(object) && set.Rows.Any(row => row.Values[i] is JsonCell)) return null;
        var signal = new RowSignal();
        return new PreparedRows(new ColumnsOracle(CellsOf(set)) { HasJsonColumns = true }) { Rows = () => rows(signal), Signal = signal };
    }

    private static KeyValuePair<string, object?>[][] CellsOf(RowSet set) => Array.ConvertAll(
        set.Rows, row => row.Names.Zip(row.Values, (name, value) => KeyValuePair.Create(name, value is DBNull ? null : value)).ToArray());

    private static PreparedRows? Table(RowSet set, Func<DataTable, JsonRows> rows)
    {
        string[] names = set.Rows[0].Names;
        // A table makes its names unique in its own way, and names columns that have none.
        if (names.Contains("") || names.Distinct(StringComparer.OrdinalIgnoreCase).Count() != names.Length) return null;
        var table = new DataTable();
        try
        {
            for (int i = 0; i < names.Length; i++) table.Columns.Add(names[i], FuzzReader.TypeOf(set, i));
            foreach (FuzzRow row in set.Rows) table.Rows.Add(Array.ConvertAll(row.Values, value => value ?? DBNull.Value));
        }
        catch (Exception exception) when (exception is DataException or ArgumentException or NotSupportedException)
        {
            table.Dispose();
            return null;
        }
        // A table may change what it stores: dates lose their kind.
        KeyValuePair<string, object?>[][] stored = [.. table.Rows.Cast<DataRow>().Select(row =>
            names.Select((name, i) => KeyValuePair.Create(name, row[i] is DBNull ? null : (object?)row[i])).ToArray())];
        return new PreparedRows(new ColumnsOracle(stored)) { Rows = () => rows(table), Owner = table };
    }

    private static PreparedRows? Shape(RowSet set)
    {
        string[] names = set.Rows[0].Names;
        if (names.Length == 0) return null;
        var shape = new JsonRowShape<FuzzRow>();
        for (int i = 0; i < names.Length; i++)
        {
            int column = i;
            shape = shape.Column<object?>(names[i], row => row.Values[column]);
        }
        KeyValuePair<string, object?>[][] cells = Array.ConvertAll(
            set.Rows, row => row.Names.Zip(row.Values, (name, value) => KeyValuePair.Create(name, value)).ToArray());
        return new PreparedRows(new ColumnsOracle(cells)) { Rows = () => JsonRows.From(set.Rows, shape) };
    }
}
