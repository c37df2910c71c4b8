using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

public class ColumnNamesTests
{
    [Fact]
    public void Change_policyOrFilter_renamesOrLeavesOut()
    {
        ColumnNames.Change(null, null, null).Should().BeNull();
        Func<string, string?> renamed = ColumnNames.Change(JsonNamingPolicy.CamelCase, null, null)!;
        renamed("Id").Should().Be("id");
        Func<string, string?> filtered = ColumnNames.Change(null, name => name != "Id", null)!;
        filtered("Id").Should().BeNull();
        filtered("Name").Should().Be("Name");
        Func<string, string?> both = ColumnNames.Change(JsonNamingPolicy.CamelCase, name => name != "Id", null)!;
        both("Id").Should().BeNull();
        both("Name").Should().Be("name");
        Func<string, string?> chosen = ColumnNames.Change(JsonNamingPolicy.CamelCase, null, new HashSet<string> { "name" })!;
        chosen("Name").Should().Be("name");
        chosen("Id").Should().BeNull();
    }

    [Fact]
    public void RequireUnique_namesThatAreLeftOut_areNotCounted() =>
        FluentActions.Invoking(() => ColumnNames.RequireUnique([Name("a"), Name(null), Name(null), Name("b")])).Should().NotThrow();

    [Fact]
    public void RequireUnique_repeatedNameAfterOneLeftOut_saysWhatToDo() =>
        FluentActions.Invoking(() => ColumnNames.RequireUnique([Name("a"), Name(null), Name("a")])).Should().Throw<RowRefusedException>()
            .WithMessage("Two columns are named 'a'. Rename one in the query (AS …), or clear JsonRowOptions.RequireUniqueColumnNames.");

    [Fact]
    public void RequireUnique_emptyName_saysWhatToDo() =>
        FluentActions.Invoking(() => ColumnNames.RequireUnique([Name("a"), Name("")])).Should().Throw<RowRefusedException>()
            .WithMessage("A column has no name. Give it one in the query (AS …) or by JsonRowOptions.ColumnNamingPolicy, "
                + "or clear JsonRowOptions.RequireUniqueColumnNames.");

    [Fact]
    public void EncodedName_leftOut_hasNoText()
    {
        EncodedName name = Name(null);
        name.IsExcluded.Should().BeTrue();
        name.Length.Should().Be(",\"\":".Length);
    }

    private static EncodedName Name(string? name) => new(name ?? "left out", name, 1, JavaScriptEncoder.Default);
}
