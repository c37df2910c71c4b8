using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>A process that makes the same call again and again, and ends.</summary>
internal static class WarmUpProcess
{
    /// <summary>The first argument of such a process; the second one is the number of its case.</summary>
    public const string Option = "--warm-up-of";

    /// <summary>The last calls of the stretches that are measured.</summary>
    public static readonly int[] Stretches = [1, 10, 100, 1_000, 3_000];

    /// <summary>Starts this program anew for a case.</summary>
    public static WarmUpFigures Measure(int number) =>
        JsonSerializer.Deserialize<WarmUpFigures>(FirstCallProcess.Start(Option, number))!;

    /// <summary>What the process started does. Nothing of what it measures may run before.</summary>
    public static int Run(string number)
    {
        Func<byte[]> call = WarmUpCase.All[int.Parse(number, CultureInfo.InvariantCulture)].Prepare();
        var wall = new double[Stretches.Length];
        var cpu = new double[Stretches.Length];
        // Once before: what measures is compiled, too.
        Read(out _, out _);

        byte[] last = [];
        int calls = 0;
        for (int i = 0; i < Stretches.Length; i++)
        {
            int first = calls;
            Read(out long time, out TimeSpan processor);
            for (; calls < Stretches[i]; calls++) last = call();
            Read(out long endTime, out TimeSpan endProcessor);
            wall[i] = Stopwatch.GetElapsedTime(time, endTime).TotalMicroseconds / (calls - first);
            cpu[i] = (endProcessor - processor).TotalMicroseconds / (calls - first);
        }
        Console.WriteLine(JsonSerializer.Serialize(new WarmUpFigures(wall, cpu, Convert.ToHexString(SHA256.HashData(last)))));
        return 0;
    }

    private static void Read(out long time, out TimeSpan cpu)
    {
        cpu = Environment.CpuUsage.TotalTime;
        time = Stopwatch.GetTimestamp();
    }
}
