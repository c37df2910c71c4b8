namespace RowJson.Tests;

/// <summary>Runs alone: it depends on what the whole process holds.</summary>
[CollectionDefinition(nameof(RunsAlone), DisableParallelization = true)]
public class RunsAlone;
