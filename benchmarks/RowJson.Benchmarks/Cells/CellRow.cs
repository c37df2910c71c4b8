namespace RowJson.Benchmarks;

/// <summary>A row of ten cells of one kind.</summary>
internal sealed class CellRow<T>(T[] values)
{
    /// <summary>How many cells a row has.</summary>
    public const int Count = 10;

    public T Alpha { get; } = values[0];

    public T Bravo { get; } = values[1];

    public T Charlie { get; } = values[2];

    public T Delta { get; } = values[3];

    public T Echo { get; } = values[4];

    public T Foxtrot { get; } = values[5];

    public T Golf { get; } = values[6];

    public T Hotel { get; } = values[7];

    public T India { get; } = values[8];

    public T Juliett { get; } = values[9];

    /// <summary>The names of the cells in their order: the same strings for every row, as a query's columns are.</summary>
    public static string[] Names { get; } =
    [
        nameof(Alpha), nameof(Bravo), nameof(Charlie), nameof(Delta), nameof(Echo),
        nameof(Foxtrot), nameof(Golf), nameof(Hotel), nameof(India), nameof(Juliett),
    ];
}
