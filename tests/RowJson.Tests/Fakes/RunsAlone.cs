namespace RowJson.Tests;

/// <summary>Runs alone: it looks at the memory of the whole process.</summary>
[CollectionDefinition(nameof(RunsAlone), DisableParallelization = true)]
public class RunsAlone;
