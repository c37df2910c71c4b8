using System.Data;
using Npgsql;
using RowJson;
using RowJson.Npgsql;

// Without a server: the package and the lowest version of the provider that it asks for are found, and rows of others are left alone.
using var table = new DataTable();
table.Columns.Add("id", typeof(int));
table.Rows.Add(1);
using DataTableReader reader = table.CreateDataReader();
bool reads = NpgsqlRowReader.Instance.CanRead(reader);
string json = JsonRows.From(reader).ToJsonString(new JsonRowOptions { RowReaders = [NpgsqlRowReader.Instance] });

const string Expected = """[{"id":1}]""";
if (!reads && json == Expected && typeof(NpgsqlDataReader).Assembly.GetName().Version == new Version(10, 0, 0, 0)) return 0;
Console.Error.WriteLine($"expected: {Expected}\nactual:   {json}\nread by the package: {reads}");
return 1;
