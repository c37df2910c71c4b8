namespace RowJson.Benchmarks;

/// <summary>The shapes of rows in <see cref="MatrixBenchmarks"/>.</summary>
internal static class MatrixShapes
{
    /// <summary>Names shapes with commas between them, or <c>all</c>.</summary>
    public const string Variable = "ROWJSON_BENCHMARK_SHAPES";

    private static readonly (string Name, bool IsDefault, Func<string, Sample> Generate)[] Shapes =
    [
        ("small", true, name => Rows(name, 10_000, 10)),
        ("medium", true, name => Rows(name, 100_000, 10)),
        ("wide", true, name => Rows(name, 200, 1_000)),
        ("taxi", true, name => TaxiGenerator.Generate(name, 50_000)),
        // 1 GB of text; 6 GB of memory for a document with the output, more for dictionaries.
        ("long", false, name => Rows(name, 1_000_000, 20)),
        // Half of that.
        ("wide-long", false, name => Rows(name, 10_000, 1_000)),
    ];

    public static string Help =>
        $"The environment variable {Variable} chooses the shapes of the matrix: "
        + $"{string.Join(", ", Shapes.Select(shape => shape.Name))}, or all; "
        + $"when it is not set: {string.Join(", ", Shapes.Where(shape => shape.IsDefault).Select(shape => shape.Name))}";

    /// <summary>The names that the environment asks for.</summary>
    /// <exception cref="BenchmarkException">It asks for a shape that does not exist.</exception>
    public static IReadOnlyList<string> Chosen
    {
        get
        {
            string? chosen = Environment.GetEnvironmentVariable(Variable);
            if (string.IsNullOrEmpty(chosen))
                return [.. Shapes.Where(shape => shape.IsDefault).Select(shape => shape.Name)];
            string[] names = chosen.Split(',', StringSplitOptions.TrimEntries);
            return names is ["all"] ? [.. Shapes.Select(shape => shape.Name)] : [.. names.Select(name => Find(name).Name)];
        }
    }

    public static Sample Generate(string name) => Find(name).Generate(name);

    private static (string Name, bool IsDefault, Func<string, Sample> Generate) Find(string name)
    {
        int index = Array.FindIndex(Shapes, shape => shape.Name == name);
        return index >= 0 ? Shapes[index] : throw new BenchmarkException($"There is no shape '{name}'. {Help}.");
    }

    private static Sample Rows(string name, int rows, int columns) =>
        RowGenerator.Generate(name, new GeneratorOptions { Rows = rows, Columns = columns });
}
