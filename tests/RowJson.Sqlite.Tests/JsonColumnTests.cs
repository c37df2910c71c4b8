namespace RowJson.Sqlite.Tests;

/// <summary>SQLite has no type for JSON: the option says which columns hold it.</summary>
public class JsonColumnTests
{
    [Fact]
    public void IsJsonColumn_text_isWrittenAsTheJsonItHolds()
    {
        using var database = new Database();
        var options = new JsonRowOptions { IsJsonColumn = name => name == "j" };

        database.Check("""select '{"a": [1]}' as j, '[2]' as t union all select null, 'x' union all select 5, 6""", options)
            .Should().Be("""[{"j":{"a":[1]},"t":"[2]"},{"j":null,"t":"x"},{"j":5,"t":6}]""");
    }
}
