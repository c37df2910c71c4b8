using Dapper;

namespace RowJson.Benchmarks;

/// <summary>
/// A list of Dapper's own rows, as <c>connection.Query(sql)</c> returns it: made by Dapper from the reader, so no server is needed.
/// </summary>
internal sealed class DapperSource : IRowSource
{
    public string Name => "dapper";

    public string Description => "a list of Dapper's dynamic rows, as connection.Query(sql) returns it";

    public object Load(Sample sample)
    {
        using var reader = new ColumnarReader(TypedColumn.Infer(sample), sample.RowCount);
        List<object> rows = [.. reader.Parse()];
        return rows;
    }
}
