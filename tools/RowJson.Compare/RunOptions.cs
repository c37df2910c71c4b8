using RowJson.Benchmarks;

namespace RowJson.Compare;

/// <summary>What the command line asks for.</summary>
internal sealed record RunOptions
{
    /// <summary>A path, a git revision, or <c>.</c>; see <see cref="BuildLocator"/>.</summary>
    public required string Before { get; init; }

    /// <inheritdoc cref="Before"/>
    public required string After { get; init; }

    /// <summary>How long each build runs in a round, all its copies together, and how often.</summary>
    public required Schedule Schedule { get; init; }

    /// <summary>How often each build is loaded.</summary>
    public required int Copies { get; init; }

    public required IReadOnlyCollection<string> Groups { get; init; }

    /// <summary>Null: the data sets beside the repository, where there are any.</summary>
    public required string? DataFolder { get; init; }
}
