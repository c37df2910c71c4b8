namespace RowJson.Conformance;

/// <summary>Runs alone: it looks at the memory of the whole process, or keeps all processors busy.</summary>
[CollectionDefinition(nameof(RunsAlone), DisableParallelization = true)]
public class RunsAlone;
