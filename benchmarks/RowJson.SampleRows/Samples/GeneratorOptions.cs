namespace RowJson.Benchmarks;

/// <summary>Options of generated rows; the same options give the same rows each time.</summary>
internal sealed record GeneratorOptions
{
    public int Rows { get; init; } = 10_000;

    public int Columns { get; init; } = 10;

    /// <summary>The share of cells that are null.</summary>
    public double Nulls { get; init; } = 0.01;

    public int Seed { get; init; } = 1;

    /// <summary>The share of text cells that hold a word of non-ASCII characters.</summary>
    public double NonAscii { get; init; }

    /// <summary>The share of text cells that hold something JSON or its default encoder escapes.</summary>
    public double Escaped { get; init; }

    /// <summary>Whether each row has its columns in another order.</summary>
    public bool Shuffled { get; init; }
}
