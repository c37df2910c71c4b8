using System.Globalization;
using Microsoft.CodeAnalysis;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Generic code of projects that are compiled ahead: which writes are warned of.</summary>
[Trait("Speed", "Slow")]
public class GenericRowsAnalyzerTests
{
    private const string Any = "and 'T' may be any class of a caller", Here = "and 'T' is 'Order' in a call of this project";

    private static readonly AnalyzedCode Library = new() { Analyzer = new GenericRowsAnalyzer(), Property = "EnableAotAnalyzer" };

    private static readonly AnalyzedCode Application =
        new() { Analyzer = new GenericRowsAnalyzer(), Property = "PublishAot", Output = OutputKind.ConsoleApplication };

    [Theory]
    [InlineData("public static class C { public static long E<T>(IEnumerable<T> rows, IBufferWriter<byte> to) => JsonRows.From(rows).WriteTo(to).Rows; }")]
    [InlineData("public class C { protected Task E<T>(IAsyncEnumerable<T> rows, Stream to) => JsonRows.From(rows).WriteToAsync(to); }")]
    [InlineData("public class C<T> { public string E(List<T> rows) { var all = JsonRows.From(rows); return all.ToJsonString(JsonRowOptions.Web); } }")]
    [InlineData("public class C { public void E<T>(T row, Stream to) { using var writer = new JsonRowWriter(to); writer.WriteRow(row); } }")]
    [InlineData("public class C { public void E<T>(T value, Stream to) => JsonRowSerializer.Serialize(to, value); }")]
    [InlineData("public class C { public void E<T>(List<T> rows, Stream to) where T : class, IDisposable, new() => JsonRows.From(rows).WriteTo(to, Options); static readonly JsonRowOptions Options = new() { OmitNulls = true }; }")]
    public async Task Write_ofALibrarysTypeParameter_isWarnedOf(string code) => ExpectOne(await Library.AnalyzeAsync(code), Any);

    [Theory]
    [InlineData("class C { static void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); void M(List<Order> it) => E(it); }")]
    [InlineData("class C { static void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); static void F<U>(List<U> it) => E(it); void M(List<Order> it) => F(it); }")]
    [InlineData("public class C<T> { internal byte[] E(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); } class D { object M() => new C<Order>(); }")]
    [InlineData("static class C { public static void E<T>(this List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); static void M(List<Order> it) => it.E(); }")]
    [InlineData("class C { void M(List<Order> it) { E(it); void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); } }")]
    [InlineData("class C { static void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); Action<List<Order>> M() => E; }")]
    [InlineData("class C<T> { static List<T> rows; public static byte[] E => JsonRows.From(rows).ToUtf8Bytes(); } class D { object M() => C<Order>.E; }")]
    public async Task Write_ofATypeParameterThatIsAClassHere_isWarnedOf(string code)
    {
        ExpectOne(await Application.AnalyzeAsync(code + " class Program { static void Main() { } }"), Here);
    }

    [Theory]
    [InlineData("public class C { public void E<T>(List<T> rows, Stream to, JsonRowOptions options) => JsonRows.From(rows).WriteTo(to, options); }")]
    [InlineData("public class C { public void E<T>(List<T> rows, Stream to, JsonRowOptions options = null) => JsonRows.From(rows).WriteTo(to, options); }")]
    [InlineData("public class C { public void E<T>(List<T> rows, Stream to, JsonTypeInfo<T> info) => JsonRows.From(rows, info).WriteTo(to); }")]
    [InlineData("public class C { public void E<T>(List<T> rows, Stream to, JsonRowShape<T> shape) => JsonRows.From(rows, shape).WriteTo(to); }")]
    [InlineData("public class C { public void E<T>(List<T> rows, Stream to) where T : IDictionary<string, object> => JsonRows.From(rows).WriteTo(to); }")]
    [InlineData("public class C { public void E<T, U>(List<T> rows, Stream to) where T : U where U : IDataRecord => JsonRows.From(rows).WriteTo(to); }")]
    [InlineData("public class C { public JsonRows E<T>(List<T> rows) => JsonRows.From(rows); }")]
    [InlineData("public class C { internal void E<T>(List<T> rows, Stream to) => JsonRows.From(rows).WriteTo(to); }")]
    [InlineData("class C { public void E<T>(List<T> rows, Stream to) => JsonRows.From(rows).WriteTo(to); }")]
    [InlineData("class C { void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); void M(List<Dictionary<string, object>> it) { E(it); E(new List<object>()); E(new List<JsonElement>()); } }")]
    [InlineData("class C { void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); void F<U>(List<U> it) { E(it); F(it); } }")]
    [InlineData("public class C { [System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode(\"\")] public void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); }")]
    [InlineData("public class C { public void E<T>(List<T> rows) => Task.Run(() => JsonSerializer.Serialize(rows)); }")]
    public async Task Write_withAContractOrOfOtherTypes_isNotWarnedOf(string code) => (await Library.AnalyzeAsync(code)).Should().BeEmpty();

    [Fact]
    public async Task Write_ofAnApplicationsPublicMethod_isNotWarnedOfWithoutAClass() =>
        (await Application.AnalyzeAsync(
            "public class C { public static void Main() { } public void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); }")).Should().BeEmpty();

    [Fact]
    public async Task Write_ofAProjectWithReflection_isNotWarnedOf() =>
        (await new AnalyzedCode { Analyzer = new GenericRowsAnalyzer() }.AnalyzeAsync(
            "public class C { public void E<T>(List<T> rows) => JsonRows.From(rows).ToUtf8Bytes(); }")).Should().BeEmpty();

    private static void ExpectOne(Diagnostic[] warnings, string reason)
    {
        Diagnostic warning = warnings.Should().ContainSingle().Which;
        warning.Id.Should().Be("ROWJSON004");
        warning.Severity.Should().Be(DiagnosticSeverity.Warning);
        warning.GetMessage(CultureInfo.InvariantCulture).Should().StartWith("Rows of 'T' ").And.Contain(reason).And.Contain("JsonTypeInfo<T>");
    }
}
