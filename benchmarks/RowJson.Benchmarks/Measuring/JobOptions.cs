namespace RowJson.Benchmarks;

/// <summary>What the command line asks for.</summary>
internal sealed record JobOptions
{
    /// <summary>Files with rows; the standard samples when empty.</summary>
    public IReadOnlyList<string> Inputs { get; init; } = [];

    /// <summary>The one data set of the targets that this process measures for another; null where it is not such a one.</summary>
    public string? TargetSet { get; init; }

    /// <summary>Rows to generate in place of the standard samples.</summary>
    public GeneratorOptions? Generator { get; init; }

    /// <summary>The rows come from real databases and files.</summary>
    public bool Providers { get; init; }

    /// <summary>All standard samples in place of some.</summary>
    public bool All { get; init; }

    /// <summary>The schedule is kept, however long that takes.</summary>
    public bool TakesItsTime { get; init; }

    public IReadOnlyList<Contender> Contenders { get; init; } = [];

    /// <summary>What is asked of the output.</summary>
    public EncodingSettings Settings { get; init; } = EncodingSettings.Default;

    /// <summary>Null where none was named: the job chooses.</summary>
    public IReadOnlyList<RowSource>? Sources { get; init; }

    public Schedule Schedule { get; init; } = new();

    /// <summary>Outputs are compared, and nothing is measured; the standard samples are the small ones.</summary>
    public bool Short { get; init; }

    /// <summary>Where a chart of the ratios goes; null if none is wanted.</summary>
    public FileInfo? Plot { get; init; }

    public bool Csv { get; init; }
}
