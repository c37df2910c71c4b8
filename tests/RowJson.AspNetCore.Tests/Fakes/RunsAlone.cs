namespace RowJson.AspNetCore.Tests;

/// <summary>Tests that measure the process: what others hold meanwhile would count.</summary>
[CollectionDefinition(nameof(RunsAlone), DisableParallelization = true)]
public class RunsAlone;
