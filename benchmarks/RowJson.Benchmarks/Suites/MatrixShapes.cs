namespace RowJson.Benchmarks;

/// <summary>The shapes of rows in <see cref="MatrixBenchmarks"/>.</summary>
internal static class MatrixShapes
{
    /// <summary>Names shapes with commas between them, or <c>all</c>.</summary>
    public const string Variable = "ROWJSON_BENCHMARK_SHAPES";

    private static readonly (string Name, bool IsDefault, int Rows, Func<string, int, Sample> Generate)[] Shapes =
    [
        ("small", true, 10_000, Rows(10)),
        ("medium", false, 100_000, Rows(10)),
        ("wide", true, 200, Rows(1_000)),
        ("taxi", false, 50_000, (name, rows) => TaxiGenerator.Generate(name, rows)),
        ("orders", false, 50_000, (name, rows) => RowClass.Orders.Generate(rows, name)),
        // 1 GB of text; 6 GB of memory for a document with the output, more for dictionaries.
        ("long", false, 1_000_000, Rows(20)),
        // Half of that.
        ("wide-long", false, 10_000, Rows(1_000)),
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

    /// <param name="name">The shape.</param>
    /// <param name="rows">How many rows; as many as the shape has when null.</param>
    public static Sample Generate(string name, int? rows = null)
    {
        (string Name, bool IsDefault, int Rows, Func<string, int, Sample> Generate) shape = Find(name);
        return shape.Generate(name, rows ?? shape.Rows);
    }

    private static (string Name, bool IsDefault, int Rows, Func<string, int, Sample> Generate) Find(string name)
    {
        int index = Array.FindIndex(Shapes, shape => shape.Name == name);
        return index >= 0 ? Shapes[index] : throw new BenchmarkException($"There is no shape '{name}'. {Help}.");
    }

    private static Func<string, int, Sample> Rows(int columns) =>
        (name, rows) => RowGenerator.Generate(name, new GeneratorOptions { Rows = rows, Columns = columns });
}
