namespace RowJson.Benchmarks;

/// <summary>The sources of rows in <see cref="MatrixBenchmarks"/>.</summary>
internal static class MatrixSources
{
    /// <summary>Names sources with commas between them, or <c>all</c>.</summary>
    public const string Variable = "ROWJSON_BENCHMARK_SOURCES";

    private static readonly string[] Names = [.. RowSources.All.Select(source => source.Name)];

    // The others have suites of their own.
    private static readonly string[] Default = ["document", "dictionary"];

    public static string Help =>
        $"The environment variable {Variable} chooses its sources: {string.Join(", ", Names)}, or all; "
        + $"when it is not set: {string.Join(", ", Default)}";

    /// <summary>The names that the environment asks for.</summary>
    /// <exception cref="BenchmarkException">It asks for a source that does not exist.</exception>
    public static IReadOnlyList<string> Chosen
    {
        get
        {
            string? chosen = Environment.GetEnvironmentVariable(Variable);
            if (string.IsNullOrEmpty(chosen)) return Default;
            string[] names = chosen.Split(',', StringSplitOptions.TrimEntries);
            if (names is ["all"]) return Names;
            return names.Except(Names).FirstOrDefault() is { } unknown
                ? throw new BenchmarkException($"There is no source '{unknown}'. {Help}.")
                : names;
        }
    }
}
