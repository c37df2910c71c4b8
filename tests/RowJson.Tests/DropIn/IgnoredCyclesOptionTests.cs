using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Options that ignore cycles: only those for writing are faster, as the documentation of <c>WithRowJson</c> says.</summary>
public class IgnoredCyclesOptionTests
{
    [Fact]
    public void WithRowJson_optionsThatIgnoreCycles_areTheSameForBothDirections()
    {
        var options = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };

        options.WithRowJson().Should().BeSameAs(options);
    }

    [Fact]
    public void WithRowJson_writeOnlyOfOptionsThatIgnoreCycles_areOthers()
    {
        var options = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };

        options.WithRowJson(writeOnly: true).Should().NotBeSameAs(options);
    }
}
