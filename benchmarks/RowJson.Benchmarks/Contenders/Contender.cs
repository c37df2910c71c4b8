namespace RowJson.Benchmarks;

/// <summary>One way to turn rows into JSON.</summary>
/// <param name="Name">The name on the command line and in the output.</param>
/// <param name="Description">One line for the help text.</param>
/// <param name="Prepare">
/// Prepares what a program prepares once for many calls (options, a reused writer), given what <see cref="RowSource.Load"/> gave and what
/// is asked of the output; returns the call to measure. Null when this contender cannot encode such rows.
/// </param>
internal sealed record Contender(string Name, string Description, Func<object, EncodingSettings, EncodeRows?> Prepare)
{
    /// <summary>How its output is compared with the reference.</summary>
    public Agreement Agreement { get; init; }

    /// <summary>Whether it frames rows as <see cref="EncodingSettings.Format"/> asks; the others write an array.</summary>
    public bool KnowsFormats { get; init; }
}
