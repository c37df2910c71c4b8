namespace RowJson.Benchmarks.Tests;

public class PageTests
{
    [Fact]
    public void Join_outputsOfTheSameColumns_areOneTable() => Page.Join([Output("small", "7"), Output("taxi", "2,000")]).Should().Be("""
        | data set |    ms |
        | :------- | ----: |
        | small    |     7 |
        | taxi     | 2,000 |

        ms: of a call.
        """);

    [Fact]
    public void Join_nameWithABar_isOneCell() =>
        Page.Join([Output("Local|4_0", "7")]).Should().StartWith("| data set   | ms |\n").And.Contain("\n| Local\\|4_0 |  7 |\n");

    [Fact]
    public void OriginalDataSets_rows_areThoseOfThePost() =>
        RaceCases.OriginalDataSets.Select(it => it.Name).Should().Equal("small", "medium", "long", "wide", "taxi");

    private static string[] Output(string dataSet, string milliseconds) =>
        [".NET, a machine", "", "| data set | ms |", "| :--- | ---: |", $"| {dataSet} | {milliseconds} |", " ", "ms: of a call."];
}
