using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>A process that makes one call and ends.</summary>
internal static class FirstCallProcess
{
    /// <summary>The first argument of such a process; the second one is the number of its case.</summary>
    public const string Option = "--first-call-of";

    /// <summary>Starts this program anew for a case.</summary>
    public static FirstCallFigures Measure(int number) => JsonSerializer.Deserialize<FirstCallFigures>(Start(Option, number))!;

    /// <summary>Starts this program anew; returns what it prints.</summary>
    /// <param name="option">What it is to do.</param>
    /// <param name="number">The number of the case.</param>
    public static string Start(string option, int number)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
        // Started by "dotnet program.dll", the program is the first argument.
        bool isHosted = Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet";
        if (isHosted) start.ArgumentList.Add(Environment.GetCommandLineArgs()[0]);
        start.ArgumentList.Add(option);
        start.ArgumentList.Add(number.ToString(CultureInfo.InvariantCulture));

        using Process process = Process.Start(start) ?? throw new BenchmarkException("The process that measures could not be started.");
        string line = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? line : throw new BenchmarkException($"{option} {number}: could not be measured.");
    }

    /// <summary>What the process started does. Nothing of what it measures may run before.</summary>
    public static int Run(string number)
    {
        Action<Stream> call = FirstCallCase.All[int.Parse(number, CultureInfo.InvariantCulture)].Prepare();
        using var stream = new MemoryStream();
        // Once before: what measures is compiled, too.
        Read(out _, out _, out _, out _);

        Read(out long time, out TimeSpan cpu, out long methods, out TimeSpan jit);
        call(stream);
        Read(out long endTime, out TimeSpan endCpu, out long endMethods, out TimeSpan endJit);

        Console.WriteLine(JsonSerializer.Serialize(new FirstCallFigures(
            Stopwatch.GetElapsedTime(time, endTime).TotalMilliseconds,
            (endCpu - cpu).TotalMilliseconds,
            endMethods - methods,
            (endJit - jit).TotalMilliseconds,
            Convert.ToBase64String(stream.ToArray()))));
        return 0;
    }

    private static void Read(out long time, out TimeSpan cpu, out long methods, out TimeSpan jit)
    {
        methods = JitInfo.GetCompiledMethodCount();
        jit = JitInfo.GetCompilationTime();
        cpu = Environment.CpuUsage.TotalTime;
        time = Stopwatch.GetTimestamp();
    }
}
