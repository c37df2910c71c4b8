namespace RowJson.Benchmarks;

/// <summary>Tells whoever waits how far the job is.</summary>
internal interface IProgressReport
{
    /// <summary>Begins the next step.</summary>
    void Step(string description);
}
