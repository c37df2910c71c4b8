using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

public class ColumnNamesTests
{
    [Theory]
    [InlineData(false, false, false, "Id", "Name")]
    [InlineData(true, false, false, "id", "name")]
    [InlineData(false, true, false, null, "Name")]
    [InlineData(true, true, false, null, "name")]
    [InlineData(true, false, true, null, "name")]
    public void NameOf_policyFilterAndChosenColumns_renamesOrLeavesOut(bool renames, bool filters, bool chooses, string? id, string? name)
    {
        var options = new JsonRowOptions { ColumnFilter = filters ? column => column.Name != "Id" : null };
        if (chooses) options = options.WithColumns("name");
        JsonNamingPolicy? policy = renames ? JsonNamingPolicy.CamelCase : null;

        ColumnNames.NameOf(JsonColumn.Named("Id"), options, policy).Should().Be(id);
        ColumnNames.NameOf(JsonColumn.Named("Name"), options, policy).Should().Be(name);
    }

    [Fact]
    public void RequireUnique_differentNames_areAccepted() =>
        FluentActions.Invoking(() => ColumnNames.RequireUnique(["a", "A", "b"])).Should().NotThrow();

    [Fact]
    public void RequireUnique_repeatedName_saysWhatToDo() =>
        FluentActions.Invoking(() => ColumnNames.RequireUnique(["a", "b", "a"])).Should().Throw<RowRefusedException>()
            .WithMessage("Two columns are named 'a'. Rename one in the query (AS …), or clear JsonRowOptions.RequireUniqueColumnNames.");

    [Fact]
    public void RequireUnique_emptyName_saysWhatToDo() =>
        FluentActions.Invoking(() => ColumnNames.RequireUnique(["a", ""])).Should().Throw<RowRefusedException>()
            .WithMessage("A column has no name. Give it one in the query (AS …) or by JsonRowOptions.ColumnNamingPolicy, "
                + "or clear JsonRowOptions.RequireUniqueColumnNames.");

    /// <summary>The serializer escapes names of properties as UTF-8, and keys of dictionaries as UTF-16.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_nameWithHalfOfASurrogatePair_equalsSerializer(bool isRelaxed)
    {
        JavaScriptEncoder? encoder = isRelaxed ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping : null;
        var options = new JsonSerializerOptions { Encoder = encoder, PropertyNamingPolicy = new Halving() };
        var rows = Enumerable.Range(0, 3).Select(i => new { Id = i, Nested = new { Name = "x" } }).ToList();
        string expected = JsonSerializer.Serialize(rows, options);

        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            JsonRows.From(rows).ToJsonString(new(options) { ObjectAccess = access }).Should().Be(expected);
            JsonRows.From(rows).ToJsonString(new(options) { ObjectAccess = access, ColumnFilter = _ => true }).Should().Be(expected);
        }
    }

    private sealed class Halving : JsonNamingPolicy
    {
        public override string ConvertName(string name) => name + "\ud800";
    }

    [Fact]
    public void EncodedName_leftOut_hasNoText()
    {
        EncodedName name = Name(null);
        name.IsExcluded.Should().BeTrue();
        name.Length.Should().Be(",\"\":".Length);
    }

    private static EncodedName Name(string? name) => new(name ?? "left out", name, 1, JavaScriptEncoder.Default);
}
