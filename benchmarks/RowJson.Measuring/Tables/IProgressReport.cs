namespace RowJson.Benchmarks;

/// <summary>Reports how far the job is.</summary>
internal interface IProgressReport
{
    /// <summary>Says how long the rest of the job should take, as soon as that is known, and when it is known better.</summary>
    void Plan(TimeSpan rest);

    /// <summary>Begins the next step, which should take so long.</summary>
    void Step(string description, TimeSpan planned);
}
