using Microsoft.Data.Sqlite;
using RowJson;
using RowJson.Sqlite;

using var connection = new SqliteConnection("Data Source=:memory:");
connection.Open();
using SqliteCommand command = connection.CreateCommand();
command.CommandText = "select 1 as id, 'Ada <3' as name union all select 2, null";
using SqliteDataReader reader = command.ExecuteReader();
bool reads = SqliteRowReader.Instance.CanRead(reader);
string json = JsonRows.From(reader).ToJsonString(new JsonRowOptions { RowReaders = [SqliteRowReader.Instance] });

const string Expected = """[{"id":1,"name":"Ada \u003C3"},{"id":2,"name":null}]""";
if (reads && json == Expected) return 0;
Console.Error.WriteLine($"expected: {Expected}\nactual:   {json}\nread by the package: {reads}");
return 1;
