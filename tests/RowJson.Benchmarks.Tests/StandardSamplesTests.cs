namespace RowJson.Benchmarks.Tests;

public class StandardSamplesTests
{
    [Fact]
    public void Generate_has_five_sources_for_the_lines_of_the_summary() =>
        StandardSamples.Generate(all: false).SelectMany(pair => pair.Sources).Select(source => source.Name).Distinct()
            .Should().Equal("document", "dictionary", "reader", "objects", "async-objects");

    [Fact]
    public void Every_source_has_what_rowjson_is_compared_with() =>
        RowSources.All.Select(source => TargetTable.BaselineOf(source.Name)).Should().NotContainNulls();
}
