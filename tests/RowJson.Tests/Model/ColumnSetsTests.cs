using System.Text.Json;

namespace RowJson.Tests;

public class ColumnSetsTests
{
    private static readonly Order[] Orders = [new(1, "Ada", 2), new(2, "Linus", null)];

    private static readonly Dictionary<string, object?>[] Dictionaries =
        [new() { ["Id"] = 1, ["Name"] = "Ada" }, new() { ["Name"] = "Linus", ["Id"] = 2 }];

    [Fact]
    public void WithColumns_objects_writesThoseOfTheContract()
    {
        var options = new JsonRowOptions(JsonSerializerOptions.Web);

        JsonRows.From(Orders).ToJsonString(options.WithColumns(["total", "id"])).Should().Be("""[{"id":1,"total":2},{"id":2,"total":null}]""");
        JsonRows.From(Orders).ToJsonString(options.WithColumns(["Id"])).Should().Be("[{},{}]");
        JsonRows.From(Orders).ToJsonString(options.WithColumns([])).Should().Be("[{},{}]");
    }

    [Fact]
    public void WithColumns_dictionariesAndReaders_writesThoseOfTheSource()
    {
        JsonRowOptions options = new JsonRowOptions().WithColumns(["Name", "b"]);

        JsonRows.From(Dictionaries).ToJsonString(options).Should().Be("""[{"Name":"Ada"},{"Name":"Linus"}]""");
        JsonRows.From(new ColumnarReader(Column.Of("a", 1), Column.Of("b", 2))).ToJsonString(options).Should().Be("""[{"b":2}]""");
    }

    [Fact]
    public void WithColumns_policyAndFilter_stillHold()
    {
        var options = new JsonRowOptions
        {
            ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper,
            ColumnFilter = name => name != "Name",
        };

        JsonRows.From(Orders).ToJsonString(options.WithColumns(["ID", "NAME", "Total"])).Should().Be("""[{"ID":1},{"ID":2}]""");
    }

    [Fact]
    public void WithColumns_sameNames_areTheSameOptions()
    {
        var options = new JsonRowOptions();
        for (int i = 0; i < 10; i++) options.WithColumns(["a", "b"]);

        JsonRowOptions made = options.WithColumns(["a", "b"]);

        options.WithColumns(["b", "a", "a"]).Should().BeSameAs(made);
        options.WithColumns(["a"]).Should().NotBeSameAs(made);
        new JsonRowOptions(options).WithColumns(["a", "b"]).Should().NotBeSameAs(made);
    }

    [Fact]
    public void WithColumns_manySets_keepsThoseInUse()
    {
        var options = new JsonRowOptions();
        for (int i = 0; i < 10; i++) options.WithColumns(["used"]);
        JsonRowOptions used = options.WithColumns(["used"]);

        for (int i = 0; i < 1000; i++)
        {
            options.WithColumns([$"name {i}"]);
            options.WithColumns(["used"]).Should().BeSameAs(used);
        }

        options.ColumnSets.Count.Should().Be(64);
    }

    /// <summary>Code is compiled for sets that are used, not for each that somebody makes up.</summary>
    [Fact]
    public void WithColumns_fewTimes_compilesNothing()
    {
        var options = new JsonRowOptions();

        ObjectAccess[] access = [.. Enumerable.Range(0, 5).Select(_ => options.WithColumns(["a"]).ObjectAccess)];

        access.Should().Equal(
            ObjectAccess.Delegates, ObjectAccess.Delegates, ObjectAccess.Delegates, ObjectAccess.Automatic, ObjectAccess.Automatic);
    }

    [Fact]
    public void WithColumns_largeSets_areNotKept()
    {
        var options = new JsonRowOptions();

        JsonRows.From(Orders).ToJsonString(options.WithColumns(Enumerable.Range(0, 1000).Select(i => $"{i}").Append("Id")))
            .Should().Be("""[{"Id":1},{"Id":2}]""");
        options.WithColumns([new string('x', 10_000)]);

        options.ColumnSets.Count.Should().Be(0);
    }

    [Fact]
    public void WithColumns_null_throws()
    {
        var options = new JsonRowOptions();

        ((Action)(() => options.WithColumns(null!))).Should().Throw<ArgumentNullException>().WithParameterName("names");
        ((Action)(() => options.WithColumns([null!]))).Should().Throw<ArgumentNullException>().WithParameterName("names");
    }

    private sealed record Order(int Id, string Name, int? Total);
}
