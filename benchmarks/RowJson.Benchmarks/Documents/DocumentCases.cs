using System.Text.Encodings.Web;

namespace RowJson.Benchmarks;

/// <summary>The documents of <see cref="DocumentTargets"/>.</summary>
internal static class DocumentCases
{
    /// <summary>How many times a plain copy text may take of which next to nothing is rewritten.</summary>
    private const double CompactLimit = 3;

    /// <summary>The limit for texts that have to be rewritten, and for documents of ten rows.</summary>
    private const double TextLimit = 5;

    private const double Escaped = 0.2, NonAscii = 0.3;

    private static readonly JavaScriptEncoder Default = JavaScriptEncoder.Default;
    private static readonly JavaScriptEncoder Relaxed = JavaScriptEncoder.UnsafeRelaxedJsonEscaping;

    public static IEnumerable<Func<DocumentCase>> All =>
    [
        () => Of("1 row", new() { Rows = 1 }, Default, limit: null),
        () => Of("10 rows", new() { Rows = 10 }, Default, TextLimit),
        () => Of("100 rows", new() { Rows = 100 }, Default, limit: null),
        () => Of("5,000 rows", new() { Rows = 5_000 }, Default, CompactLimit),
        () => Of("1,000 rows of 60", new() { Rows = 1_000, Columns = 60 }, Default, CompactLimit),
        () => Of("50 rows of 1,000", new() { Rows = 50, Columns = 1_000 }, Default, CompactLimit),
        .. Texts(Default),
        .. Texts(Relaxed),
    ];

    private static IEnumerable<Func<DocumentCase>> Texts(JavaScriptEncoder encoder) =>
    [
        () => Of("escapes", new() { Rows = 5_000, Escaped = Escaped }, encoder, TextLimit),
        () => Of("non-ASCII", new() { Rows = 5_000, NonAscii = NonAscii }, encoder, TextLimit),
        () => Of("escapes and non-ASCII", new() { Rows = 5_000, Seed = 2, Escaped = Escaped, NonAscii = NonAscii }, encoder, TextLimit),
    ];

    private static DocumentCase Of(string name, GeneratorOptions options, JavaScriptEncoder encoder, double? limit) =>
        new(name, RowGenerator.Generate(name, options), encoder, limit);
}
