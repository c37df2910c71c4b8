namespace RowJson.Tests;

/// <summary>The pages say how many bytes of a type the serializer writes before its columns are compiled.</summary>
public class FirstBytesTests
{
    private static readonly string Megabytes = $"first {ColumnGain.BytesBeforeCompiling / (1 << 20)} MB";

    [Theory]
    [InlineData("README.md", "`JsonSerializer` writes the {0} of each class, before RowJson compiles code for")]
    [InlineData("docs/objects.md", "`JsonSerializer` writes the {0} of a type, because compiling its columns")]
    [InlineData("docs/not-faster.md", "`JsonSerializer` writes the [{0}](objects.md#how-they-are-written) of each type")]
    public void Page_firstBytes_areThoseBeforeCompiling(string page, string sentence) =>
        string.Join(' ', File.ReadLines(RepositoryFolder.Combine(page)))
            .Should().Contain(sentence.Replace("{0}", Megabytes, StringComparison.Ordinal));

    [Fact]
    public void Pages_megabytes_areWhole() => (ColumnGain.BytesBeforeCompiling % (1 << 20)).Should().Be(0);
}
