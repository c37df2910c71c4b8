using System.Diagnostics.Tracing;
using System.Text.RegularExpressions;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers;

namespace RowJson.Benchmarks;

/// <summary>Where a job's ways spend their time: the methods that the runtime's sample profiler meets most often.</summary>
internal static partial class ProfileJob
{
    private const int TopMethods = 3;
    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(400), Time = TimeSpan.FromSeconds(1);

    /// <summary>The job of that name, as <c>--cases</c> knows it; parts of the names of its cases may follow.</summary>
    public static void Run(string[] arguments)
    {
        Job job = Commands.FindCases(arguments is [var name, ..] ? name : "ladder-file", asked: "--profile");
        var rows = new List<string[]>();
        foreach (CaseMaker maker in job.Choose([.. arguments.Skip(1)]))
        {
            using Case it = maker.Create();
            it.Check();
            foreach (Way way in it.Ways)
            {
                Output.Note($"{it.Name}: {way.Name}");
                IReadOnlyList<string> samples = Sample(way.Call);
                rows.Add([it.Name, way.Name, Figures.Count(samples.Count), Top(samples)]);
            }
        }
        Output.PrintFigures(
            [Output.CreateTable(["case", "way", ">samples", "methods, with their share of the samples"], rows)],
            $"The {TopMethods} methods that are met most often at the top of the stack, about each millisecond. What is compiled "
            + "into its caller counts for it, and\nso may a small method: a thread is stopped where the collector could run.");
    }

    private static string Top(IReadOnlyCollection<string> samples) => string.Join(", ", samples.CountBy(method => method)
        .OrderByDescending(pair => pair.Value).Take(TopMethods)
        .Select(pair => $"{pair.Key} {Figures.Percent((double)pair.Value / samples.Count)}"));

    /// <summary>The methods on top of the stack while it is called.</summary>
    private static IReadOnlyList<string> Sample(Action call)
    {
        Calls.RunFor(call, WarmUp);
        CompilerPause.Wait(new Schedule().Pause);
        Calls.RunFor(call, WarmUp);
        CompilerPause.Wait(new Schedule().Pause);
        string file = Path.ChangeExtension(FileCases.Path, ".nettrace");
        string log = "";
        try
        {
            Record(file, () => Calls.RunFor(call, Time));
            log = TraceLog.CreateFromEventPipeDataFile(file);
            using var trace = new TraceLog(log);
            return [.. trace.Events.OfType<ClrThreadSampleTraceData>().Select(it => MethodOf(it.CallStack())).OfType<string>()];
        }
        finally
        {
            File.Delete(file);
            File.Delete(log);
        }
    }

    /// <summary>The process is its own client: its diagnostic port is where tools would connect.</summary>
    private static void Record(string file, Action run)
    {
        EventPipeProvider[] providers =
        [
            new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational),
            // The names of methods.
            new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, (long)ClrTraceEventParser.Keywords.Default),
        ];
        using EventPipeSession session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(providers);
        using FileStream output = File.Create(file);
        Task reading = session.EventStream.CopyToAsync(output);
        run();
        session.Stop();
        reading.Wait();
    }

    /// <summary>Null on another thread than the one that makes the calls.</summary>
    private static string? MethodOf(TraceCallStack? stack)
    {
        string? top = stack is null ? null : NameOf(stack);
        for (; stack is not null; stack = stack.Caller)
            if (NameOf(stack).StartsWith(nameof(ProfileJob), StringComparison.Ordinal)) return top;
        return null;
    }

    /// <summary>The type and the method, without namespace, type arguments and parameters.</summary>
    private static string NameOf(TraceCallStack stack) =>
        string.Join('.', Arguments().Replace(stack.CodeAddress.FullMethodName, "").Split('.').TakeLast(2));

    [GeneratedRegex(@"\(.*\)|\[.*\]|`\d+")]
    private static partial Regex Arguments();
}
