using System.Reflection;
using System.Runtime.Loader;
using Microsoft.Data.Sqlite;

namespace RowJson.Sqlite.Tests;

/// <summary>An application may have a version of SQLitePCLRaw that the package cannot be bound to: rows are then read by the getters.</summary>
public class OtherVersionTests
{
    [Fact]
    public void CanRead_sqlitePclRawCannotBeBound_isFalse()
    {
        var context = new WithoutSqlitePclRaw();
        Type type = context.LoadFromAssemblyPath(typeof(SqliteRowReader).Assembly.Location).GetType(typeof(SqliteRowReader).FullName!, throwOnError: true)!;
        var rowReader = (DbRowReader)type.GetProperty(nameof(SqliteRowReader.Instance))!.GetValue(null)!;
        type.Should().NotBe(typeof(SqliteRowReader));
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = "select 1 as id, 'Ada' as name";
        using SqliteDataReader reader = command.ExecuteReader();

        SqliteRowReader.Instance.CanRead(reader).Should().BeTrue();
        rowReader.CanRead(reader).Should().BeFalse();
        JsonRows.From(reader).ToJsonString(new JsonRowOptions { RowReaders = [rowReader] }).Should().Be("""[{"id":1,"name":"Ada"}]""");
    }

    private sealed class WithoutSqlitePclRaw() : AssemblyLoadContext(nameof(WithoutSqlitePclRaw))
    {
        protected override Assembly? Load(AssemblyName assemblyName) =>
            assemblyName.Name == "SQLitePCLRaw.core" ? throw new FileNotFoundException("It has another version.") : null;
    }
}
