using RowJson.Benchmarks;

// A process that measures its own first call must not run anything else before.
if (args is ["--first-call-of", var firstCall]) return ProcessRun.FirstCall.RunCase(firstCall);
if (args is ["--warm-up-of", var warmUp]) return ProcessRun.WarmUp.RunCase(warmUp);

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
Output.Measured = $"{NewestJsonPage.Named}, {PublishJob.Version}, {PublishJob.Today}";
try
{
    return SuiteArguments.Find(args) is { } suiteArguments ? BenchmarkSuites.Run(suiteArguments)
        : Commands.Find(args) is { } run ? run()
        : MainCommand.Run(args);
}
catch (BenchmarkException exception)
{
    Console.Error.WriteLine(exception.Message);
    return 1;
}
finally
{
    RowSources.StopServers();
}
