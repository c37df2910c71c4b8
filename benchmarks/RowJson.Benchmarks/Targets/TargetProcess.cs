using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>
/// Measures one data set in a process of its own: the profile and the memory layout left by one data set change the times of the next
/// ones by up to a half.
/// </summary>
internal static class TargetProcess
{
    /// <summary>The option that makes this program measure one data set and print its rows as JSON Lines.</summary>
    public const string Option = "--target-set";

    /// <summary>Starts this program anew for a data set: the path of a file, or the name of a generated one.</summary>
    public static IReadOnlyList<TargetRow> Measure(string dataSet, JobOptions options)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
        // Started by "dotnet program.dll", the program is the first argument.
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet") start.ArgumentList.Add(Environment.GetCommandLineArgs()[0]);
        start.ArgumentList.Add("--targets");
        start.ArgumentList.Add(Option);
        start.ArgumentList.Add(dataSet);
        start.ArgumentList.Add("--ntimes");
        start.ArgumentList.Add(options.Schedule.Rounds.ToString(CultureInfo.InvariantCulture));
        if (options.Sources is { } sources)
        {
            start.ArgumentList.Add("--sources");
            start.ArgumentList.Add(string.Join(',', sources.Select(source => source.Name)));
        }

        using Process process = Process.Start(start) ?? throw new BenchmarkException("The process that measures could not be started.");
        var rows = new List<TargetRow>();
        while (process.StandardOutput.ReadLine() is { } line) rows.Add(JsonSerializer.Deserialize<TargetRow>(line)!);
        process.WaitForExit();
        if (process.ExitCode != 0) throw new BenchmarkException($"{dataSet}: could not be measured.");
        return rows;
    }

    /// <summary>What the process started does.</summary>
    public static void Print(IEnumerable<TargetRow> rows)
    {
        foreach (TargetRow row in rows) Console.WriteLine(JsonSerializer.Serialize(row));
    }
}
