namespace RowJson.Benchmarks;

/// <summary>Reports how far the job is.</summary>
internal interface IProgressReport
{
    /// <summary>Begins the next step.</summary>
    void Step(string description);
}
