using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>A project of a user with a <c>JsonSerializerContext</c>, in memory: what a generator writes beside it.</summary>
internal sealed class ContextCode(IIncrementalGenerator generator)
{
    /// <summary>What the compiler's generator adds to a context.</summary>
    public const string Members = """
        { public Context() : base(null) { } public override JsonTypeInfo GetTypeInfo(Type type) => null;
        protected override JsonSerializerOptions GeneratedSerializerOptions => null; }
        """;

    public string Types { get; init; } = "";

    public LanguageVersion Version { get; init; } = LanguageVersion.Latest;

    /// <summary>A property of the project that is true.</summary>
    public string Property { get; init; } = "PublishAot";

    /// <summary>One that is false.</summary>
    public string FalseProperty { get; init; } = "";

    /// <summary>Another assembly that the project references.</summary>
    public MetadataReference? Library { get; init; }

    /// <summary>False: another generator, which does not run here, adds types.</summary>
    public bool IsComplete { get; init; } = true;

    private CSharpParseOptions ParseOptions => new(Version);

    private AnalyzedCode Project =>
        new() { Analyzer = new ContractAnalyzer(), Declarations = "", Property = Property, FalseProperty = FalseProperty };

    /// <summary>The lines that are generated beside a context with these attributes; they compile, without a warning.</summary>
    public string[] Generate(string attributes) => GenerateBeside($"{attributes} partial class Context : JsonSerializerContext {Members}");

    public string[] GenerateBeside(string contexts)
    {
        CreateDriver().RunGeneratorsAndUpdateCompilation(
            Compile(contexts), out Compilation generated, out ImmutableArray<Diagnostic> failures);
        failures.Should().BeEmpty();
        SyntaxTree[] trees = [.. generated.SyntaxTrees.Skip(1)];
        if (Version == LanguageVersion.Latest && IsComplete)
        {
            generated.GetDiagnostics().Where(it => it.Severity == DiagnosticSeverity.Error || trees.Contains(it.Location.SourceTree))
                .Should().BeEmpty();
        }
        return [.. trees.SelectMany(it => it.ToString().Split('\n'))];
    }

    /// <summary>Why the outputs have the values that they have after the project got another file.</summary>
    public IEnumerable<IncrementalStepRunReason> ReasonsAfterChange(string attributes)
    {
        CSharpCompilation compilation = Compile($"{attributes} partial class Context : JsonSerializerContext {Members}");
        GeneratorDriver driver = CreateDriver().RunGenerators(compilation)
            .RunGenerators(compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Added;", ParseOptions)));
        return driver.GetRunResult().Results.Single().TrackedOutputSteps.Values.SelectMany(it => it).SelectMany(it => it.Outputs)
            .Select(it => it.Reason);
    }

    private CSharpGeneratorDriver CreateDriver() => CSharpGeneratorDriver.Create(
        [generator.AsSourceGenerator()], [], ParseOptions, Project.Project,
        new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    private CSharpCompilation Compile(string contexts)
    {
        string text = $"""
            using System.Collections.Immutable; using System.Collections.ObjectModel; {Project.TextOf("")}
            {contexts}
            {Types}
            """;
        return CSharpCompilation.Create(
            "application", [CSharpSyntaxTree.ParseText(text, ParseOptions)],
            Library is null ? Project.References : Project.References.Append(Library),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
    }
}
