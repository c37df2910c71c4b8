using System.Data;

namespace RowJson.Benchmarks;

/// <summary>A <see cref="DataTable"/> of the same columns as the reader's.</summary>
internal sealed class DataTableSource : IRowSource
{
    public string Name => "datatable";

    public string Description => "a DataTable of the same columns";

    public object Load(Sample sample)
    {
        TypedColumn[] columns = TypedColumn.Infer(sample);
        var table = new DataTable { MinimumCapacity = sample.RowCount };
        foreach (TypedColumn column in columns)
            table.Columns.Add(column.Name, column.Type);
        table.BeginLoadData();
        for (int row = 0; row < sample.RowCount; row++)
            table.Rows.Add([.. columns.Select(column => column.GetValue(row))]);
        table.EndLoadData();
        table.AcceptChanges();
        return table;
    }
}
