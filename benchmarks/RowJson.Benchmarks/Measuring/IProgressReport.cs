namespace RowJson.Benchmarks;

/// <summary>Reports how far the job is.</summary>
internal interface IProgressReport
{
    /// <summary>Says how long the whole job should take, as soon as that is known.</summary>
    void Plan(TimeSpan total);

    /// <summary>Begins the next step, which should take so long.</summary>
    void Step(string description, TimeSpan planned);
}
