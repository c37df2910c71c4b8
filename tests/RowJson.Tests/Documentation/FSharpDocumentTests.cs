namespace RowJson.Tests;

/// <summary>The examples of docs/fsharp.md are those of tests/RowJson.Callers.FSharp, which compiles and runs them.</summary>
public class FSharpDocumentTests
{
    [Fact]
    public void Document_codeBlocks_areTheExamples()
    {
        var examples = new CodeExamples("tests", "RowJson.Callers.FSharp", "DocumentTests.fs");
        CodeExamples.BlocksOf("fsharp", "docs", "fsharp.md").Should().NotBeEmpty().And.Equal(examples.All);
    }
}
