using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Code in Visual Basic, which the compiler shows to analyzers in other ways than C#.</summary>
[Trait("Speed", "Slow")]
public class VisualBasicAnalyzerTests
{
    private const string Row = """
        Public Class Row
          Public Property Id As Integer
          <Newtonsoft.Json.JsonIgnore> Public Property Password As String
        End Class
        """;

    [Theory]
    [InlineData("JsonRows.From(rows).WriteTo(stream, New JsonRowOptions With {.OmitNulls = True})")]
    [InlineData("JsonRows.From(rows).WriteTo(stream, (New JsonRowOptions()))")]
    [InlineData("Dim options As New JsonRowOptions\n JsonRows.From(rows).WriteTo(stream, options)")]
    [InlineData("Dim json = JsonSerializer.Serialize(rows, New JsonSerializerOptions With {.WriteIndented = True}.WithRowJson())")]
    [InlineData("Dim json = JsonSerializer.Serialize(rows, (New JsonSerializerOptions).WithRowJson(writeOnly:=True))")]
    [InlineData("Dim json = JsonSerializer.Serialize(rows, RowJsonOptionsExtensions.WithRowJson(writeOnly:=True, options:=New JsonSerializerOptions))")]
    public async Task Options_madeForAWrite_areToBeKept(string statements) =>
        (await OfAsync(new OptionsPerCallAnalyzer(), "", statements)).Should().ContainSingle().Which.Id.Should().Be("ROWJSON005");

    [Theory]
    [InlineData("JsonRows.From(rows).WriteTo(stream, New JsonRowOptions With {.OmitNulls = rows.Count > 1})")]
    [InlineData("Dim json = JsonSerializer.Serialize(rows, JsonSerializerOptions.Web.WithRowJson())")]
    [InlineData("Dim options As New JsonRowOptions\n For Each row In rows\n JsonRows.From(rows).WriteTo(stream, options)\n Next")]
    public async Task Options_keptOrOfTheCall_areNotReported(string statements) =>
        (await OfAsync(new OptionsPerCallAnalyzer(), "", statements)).Should().BeEmpty();

    [Theory]
    [InlineData("ReadOnly Kept As New JsonRowOptions With {.OmitNulls = True}", "JsonRows.From(rows).WriteTo(stream, Kept)")]
    [InlineData("ReadOnly Other, Kept As New JsonRowOptions", "JsonRows.From(rows).WriteTo(stream, Kept)")]
    [InlineData("ReadOnly Kept As JsonRowOptions = New JsonRowOptions(JsonSerializerOptions.Web)", "JsonRows.From(rows).WriteTo(stream, Kept)")]
    [InlineData("ReadOnly Property Kept As New JsonRowOptions", "JsonRows.From(rows).WriteTo(stream, Kept)")]
    [InlineData("ReadOnly Property Kept As JsonRowOptions = New JsonRowOptions", "JsonRows.From(rows).WriteTo(stream, Kept)")]
    [InlineData("ReadOnly Kept As JsonSerializerOptions = JsonSerializerOptions.Web.WithRowJson()", "Dim json = JsonSerializer.Serialize(rows, Kept)")]
    [InlineData("", "Dim json = JsonSerializer.Serialize(rows, (New JsonSerializerOptions).WithRowJson(writeOnly:=True))")]
    public async Task Options_thatAreKnown_areSeen(string member, string statements) =>
        (await OfAsync(new NewtonsoftAnalyzer(), member, statements)).Should().ContainSingle().Which.Id.Should().Be("ROWJSON008");

    [Theory]
    [InlineData("Kept As New JsonRowOptions", "JsonRows.From(rows).WriteTo(stream, Kept)")]
    [InlineData("ReadOnly Other As New JsonRowOptions, Kept As JsonRowOptions = Make()", "JsonRows.From(rows).WriteTo(stream, Kept)")]
    [InlineData("ReadOnly Kept As New JsonSerializerOptions", "Dim json = JsonSerializer.Serialize(rows, Kept.WithRowJson())")]
    public async Task Options_thatMayBeOthers_areNotReported(string member, string statements) =>
        (await OfAsync(new NewtonsoftAnalyzer(), member, statements)).Should().BeEmpty();

    private static Task<Diagnostic[]> OfAsync(DiagnosticAnalyzer analyzer, string member, string statements) =>
        new AnalyzedCode { Analyzer = analyzer }.AnalyzeVisualBasicAsync($"""
            {Row}
            Public Module Code
              Private {(member.Length == 0 ? "Unused As Integer" : member)}
              Private Function Make() As JsonRowOptions
                Return Nothing
              End Function
              Public Sub Write(rows As List(Of Row), stream As Stream)
                {statements}
              End Sub
            End Module
            """);
}
