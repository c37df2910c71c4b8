namespace RowJson.Sqlite.Tests;

/// <summary>SQLite has no type for JSON: what a column is declared as says which hold it, or the option.</summary>
public class JsonColumnTests
{
    [Fact]
    public void Column_declaredAsJson_isWrittenAsTheJsonItHolds()
    {
        using var database = new Database("create table t (j json, t text)", """insert into t values ('{"a": [1]}', '[2]'), (null, 'x'), (5, '6'), (1.5, 'null')""");

        database.Check("select * from t")
            .Should().Be("""[{"j":{"a":[1]},"t":"[2]"},{"j":null,"t":"x"},{"j":5,"t":"6"},{"j":1.5,"t":"null"}]""");
        database.Check("select j from t limit 1", new JsonRowOptions { JsonColumnsAsText = true })
            .Should().Be("""[{"j":"{\u0022a\u0022: [1]}"}]""");
    }

    [Fact]
    public void IsJsonColumn_text_isWrittenAsTheJsonItHolds()
    {
        using var database = new Database();
        var options = new JsonRowOptions { IsJsonColumn = column => column.Name == "j" };

        database.Check("""select '{"a": [1]}' as j, '[2]' as t union all select null, 'x' union all select 5, 6""", options)
            .Should().Be("""[{"j":{"a":[1]},"t":"[2]"},{"j":null,"t":"x"},{"j":5,"t":6}]""");
    }
}
