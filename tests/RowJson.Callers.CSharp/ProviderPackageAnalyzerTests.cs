using System.Globalization;
using Microsoft.CodeAnalysis;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Commands and readers of providers that have a package: where it is suggested.</summary>
[Trait("Speed", "Slow")]
public class ProviderPackageAnalyzerTests
{
    private const string Declarations = """
        static class Given { public static JsonRowOptions Options; public static readonly JsonRowOptions Kept = new() { OmitNulls = true }; }
        """;

    private const string OfReader = """
        class Mine : DbRowReader
        {
            public override bool CanRead(DbDataReader reader) => true;
            public override void WriteCells(DbDataReader reader, DbCellWriter cells) { }
        }
        """;

    private static readonly AnalyzedCode Application = Project(OutputKind.ConsoleApplication);

    private static readonly AnalyzedCode Library = Project(OutputKind.DynamicallyLinkedLibrary);

    [Theory]
    [InlineData("JsonRows.From(sqlite).WriteTo(stream);", "RowJson.Sqlite")]
    [InlineData("JsonRows.From(sqlite.ExecuteReader()).WriteTo(stream, Given.Options);", "RowJson.Sqlite")]
    [InlineData("DbCommand command = sqlite; JsonRows.From(command).WriteTo(stream, Given.Options);", "RowJson.Sqlite")]
    [InlineData("using DbDataReader reader = sqlite.ExecuteReader(); JsonRows.From(reader).WriteTo(stream);", "RowJson.Sqlite")]
    [InlineData("IDataReader reader = sqlite.ExecuteReader(); JsonRows.From(reader).WriteTo(stream);", "RowJson.Sqlite")]
    [InlineData("JsonRows.From(npgsql).WriteTo(stream);", "RowJson.Npgsql")]
    [InlineData("async Task M() { await using var reader = await npgsql.ExecuteReaderAsync(); JsonRows.From(reader).WriteTo(stream); }", "RowJson.Npgsql")]
    [InlineData("using var writer = new JsonRowWriter(stream); writer.WriteRow(npgsql.ExecuteReader());", "RowJson.Npgsql")]
    public async Task Reader_ofAnApplicationWithoutThePackage_isSuggestedIt(string statements, string package)
    {
        Diagnostic suggestion = (await Application.AnalyzeAsync(Method(statements))).Should().ContainSingle().Which;
        suggestion.Id.Should().Be("ROWJSON003");
        suggestion.Severity.Should().Be(DiagnosticSeverity.Info);
        suggestion.GetMessage(CultureInfo.InvariantCulture).Should().Contain($"the package {package} reads").And.Contain("RowReader.Instance");
    }

    [Theory]
    [InlineData("DbDataReader reader = Source(); JsonRows.From(reader).WriteTo(stream); DbDataReader Source() => sqlite.ExecuteReader();")]
    [InlineData("DbCommand command = sqlite; command = Given.Options is null ? npgsql : sqlite; JsonRows.From(command).WriteTo(stream);")]
    [InlineData("JsonRows.From(new DataTable()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<Order>()).WriteTo(stream);")]
    [InlineData("sqlite.ExecuteReader(); npgsql.ExecuteReader();")]
    public async Task Reader_ofAnUnknownProvider_isNotSuggestedAPackage(string statements) =>
        (await Application.AnalyzeAsync(Method(statements))).Should().BeEmpty();

    /// <summary>Options that a caller gives may have the row reader.</summary>
    [Theory]
    [InlineData("JsonRows.From(sqlite).WriteTo(stream);", 1)]
    [InlineData("JsonRows.From(sqlite).InEnvelope(new JsonRowEnvelope(\"rows\")).WriteTo(stream, Given.Kept);", 1)]
    [InlineData("JsonRows.From(sqlite).WriteTo(stream, Given.Options);", 0)]
    [InlineData("JsonRows.From(sqlite).WriteTo(stream, new JsonRowOptions(Given.Options) { OmitNulls = true });", 0)]
    [InlineData("JsonRows.From(sqlite).WriteTo(stream, new JsonRowOptions { RowReaders = Given.Options.RowReaders });", 0)]
    [InlineData("JsonRows Rows() => JsonRows.From(sqlite); Rows().WriteTo(stream);", 0)]
    public async Task Reader_ofALibrary_isSuggestedThePackageWhereOptionsAreKnown(string statements, int expected) =>
        (await Library.AnalyzeAsync(Method(statements))).Should().HaveCount(expected);

    [Theory]
    [InlineData("JsonRows.From(sqlite).WriteTo(stream);", 0)]
    [InlineData("JsonRows.From(npgsql).WriteTo(stream);", 1)]
    public async Task Reader_ofAProjectWithOnePackage_isSuggestedTheOther(string statements, int expected) =>
        (await Application.AnalyzeAsync(Method(statements) + " namespace RowJson.Sqlite { public class SqliteRowReader; }")).Should().HaveCount(expected);

    [Fact]
    public async Task Reader_ofAProjectWithARowReaderOfItsOwn_isNotSuggestedAPackage() =>
        (await Application.AnalyzeAsync(Method("JsonRows.From(sqlite).WriteTo(stream);") + OfReader)).Should().BeEmpty();

    [Fact]
    public async Task Reader_ofATest_isNotSuggestedAPackage() =>
        (await Project(OutputKind.ConsoleApplication, "RowJson.Sqlite").AnalyzeAsync(Method("JsonRows.From(sqlite).WriteTo(stream);"))).Should().BeEmpty();

    private static AnalyzedCode Project(OutputKind output, params string[] without) => new()
    {
        Analyzer = new ProviderPackageAnalyzer(),
        Declarations = "class Order;" + Declarations,
        Output = output,
        Without = without.Length > 0 ? without : ["xunit.", "RowJson.Sqlite", "RowJson.Npgsql"],
    };

    private static string Method(string statements) =>
        "static class C { static void Main() { } "
        + $"static void M(Microsoft.Data.Sqlite.SqliteCommand sqlite, Npgsql.NpgsqlCommand npgsql, Stream stream) {{ {statements} }} }}";
}
