namespace RowJson.Benchmarks;

/// <summary>The samples that are measured when none is named on the command line.</summary>
internal static class StandardSamples
{
    /// <param name="quick">A tenth of the rows: enough to check that all encoders agree.</param>
    public static IReadOnlyList<Sample> Generate(bool quick)
    {
        int divisor = quick ? 10 : 1;
        return
        [
            // One page of a table: what a call costs beside its rows.
            Rows("page", new GeneratorOptions { Rows = 10 }),
            Rows("plain", new GeneratorOptions { Rows = 5_000 / divisor }),
            // Each row in another order: what prediction of the next name cannot help with.
            Rows("shuffled", new GeneratorOptions { Rows = 5_000 / divisor, Shuffled = true }),
            Rows("text", new GeneratorOptions { Rows = 5_000 / divisor, Seed = 2, NonAscii = 0.3, Escaped = 0.2 }),
            Rows("wide", new GeneratorOptions { Rows = 50 / divisor, Columns = 1_000 }),
            TaxiGenerator.Generate("taxi", 5_000 / divisor),
        ];
    }

    private static Sample Rows(string name, GeneratorOptions options) => RowGenerator.Generate(name, options);
}
