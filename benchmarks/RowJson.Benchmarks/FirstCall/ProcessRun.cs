using System.Runtime;
using System.Security.Cryptography;

namespace RowJson.Benchmarks;

/// <summary>What the calls of one process took, as the mean of each stretch of calls: elapsed, and by the time of all processors, since what is
/// compiled on other threads counts. Methods and the time to compile them are of the first stretch; the output is the last one's hash.</summary>
internal sealed record ProcessFigures(
    double[] WallMicroseconds, double[] CpuMicroseconds, long Methods, double JitMilliseconds, string Output);

/// <summary>Processes that make calls and end; each case in processes of its own, round by round: a busy machine is busy for all alike.</summary>
/// <param name="Option">The first argument of such a process; the second one is the number of its case.</param>
/// <param name="Cases">The cases.</param>
/// <param name="Stretches">The last calls of the stretches that are measured.</param>
internal sealed record ProcessRun(string Option, IReadOnlyList<ProcessCase> Cases, int[] Stretches)
{
    private const int DefaultRounds = 7;

    /// <summary>One call.</summary>
    public static ProcessRun FirstCall => new("--first-call-of", ProcessCase.FirstCalls, [1]);
    /// <summary>The first thousands.</summary>
    public static ProcessRun WarmUp => new("--warm-up-of", ProcessCase.WarmUps, [1, 10, 100, 1_000, 3_000]);

    /// <summary>Measures each case in each round, and compares the outputs of a source's cases.</summary>
    public IReadOnlyList<IReadOnlyList<Measurement>> Measure(string[] arguments)
    {
        int rounds = DefaultRounds;
        bool isRefused = arguments.Length > 1
            || (arguments is [var count] && !(int.TryParse(count, CultureInfo.InvariantCulture, out rounds) && rounds > 0));
        if (isRefused) throw new BenchmarkException("Use this option alone, or with the number of processes for each case.");

        ProcessFigures[][] figures = [.. Enumerable.Range(0, rounds).Select(_ => Cases.Select((_, i) => MeasureCase(i)).ToArray())];
        return [.. Cases.Index().GroupBy(it => it.Item.Source).Select(source =>
        {
            if (source.SelectMany(it => figures.Select(round => round[it.Index].Output)).Distinct().Count() > 1)
                throw new BenchmarkException($"{source.Key}: the encoders write different bytes.");
            var all = new Case { Labels = [source.Key], Ways = [] };
            return (IReadOnlyList<Measurement>)[.. source.Select(it =>
                new Measurement(all, new Way(it.Item.Encoder, () => { }), 0, 0, 0, [])
                {
                    Processes = [.. figures.Select(round => round[it.Index])],
                })];
        })];
    }

    private ProcessFigures MeasureCase(int number) => JsonSerializer.Deserialize<ProcessFigures>(
        OwnProcess.ReadLines(Option, number.ToString(CultureInfo.InvariantCulture)).Single())!;

    /// <summary>What the process started does. Nothing of what it measures may run before.</summary>
    public int RunCase(string number)
    {
        Func<object> call = Cases[int.Parse(number, CultureInfo.InvariantCulture)].Prepare();
        var wall = new double[Stretches.Length];
        var cpu = new double[Stretches.Length];
        long methods = 0;
        double jit = 0;
        object last = "";
        int calls = 0;
        // Once before: what measures is compiled, too.
        Reading.Take();
        for (int i = 0; i < Stretches.Length; i++)
        {
            int first = calls;
            var start = Reading.Take();
            for (; calls < Stretches[i]; calls++) last = call();
            var end = Reading.Take();
            wall[i] = Stopwatch.GetElapsedTime(start.Time, end.Time).TotalMicroseconds / (calls - first);
            cpu[i] = (end.Cpu - start.Cpu).TotalMicroseconds / (calls - first);
            if (i > 0) continue;
            methods = end.Methods - start.Methods;
            jit = (end.Jit - start.Jit).TotalMilliseconds;
        }
        byte[] output = last is MemoryStream stream ? stream.ToArray() : (byte[])last;
        Console.WriteLine(JsonSerializer.Serialize(new ProcessFigures(wall, cpu, methods, jit, Convert.ToHexString(SHA256.HashData(output)))));
        return 0;
    }

    private readonly record struct Reading(long Time, TimeSpan Cpu, long Methods, TimeSpan Jit)
    {
        public static Reading Take()
        {
            long methods = JitInfo.GetCompiledMethodCount();
            TimeSpan jit = JitInfo.GetCompilationTime();
            TimeSpan cpu = Environment.CpuUsage.TotalTime;
            return new Reading(Stopwatch.GetTimestamp(), cpu, methods, jit);
        }
    }
}

/// <summary>This program, started anew.</summary>
internal static class OwnProcess
{
    /// <summary>Returns the lines that it prints.</summary>
    public static IReadOnlyList<string> ReadLines(params string[] arguments) =>
        // Started by "dotnet program.dll", the program is the first argument.
        ReadLines(Environment.ProcessPath!, Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet"
            ? [Environment.GetCommandLineArgs()[0], .. arguments] : arguments);

    /// <summary>Returns the lines that another program prints.</summary>
    public static IReadOnlyList<string> ReadLines(string program, string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true };
        using Process process = Process.Start(start) ?? throw new BenchmarkException($"{program} could not be started.");
        var lines = new List<string>();
        while (process.StandardOutput.ReadLine() is { } line) lines.Add(line);
        process.WaitForExit();
        return process.ExitCode == 0 ? lines : throw new BenchmarkException($"{string.Join(' ', arguments)}: could not be measured.");
    }
}
