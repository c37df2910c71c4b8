using System.ComponentModel;
using System.Diagnostics;
using RowJson.Benchmarks;

namespace RowJson.Compare;

/// <summary>Runs other programs.</summary>
internal static class Tool
{
    /// <summary>Runs a program to its end and returns what it printed.</summary>
    /// <exception cref="BenchmarkException">It could not be started, or its exit code is not 0.</exception>
    public static string Run(string directory, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = directory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        string line = $"{program} {string.Join(' ', arguments)}";
        try
        {
            using Process process = Process.Start(start)!;
            // Read at the same time: a full pipe would block the program.
            Task<string> errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            if (process.ExitCode == 0) return output;
            string reason = $"{output}{errors.GetAwaiter().GetResult()}".Trim();
            throw new BenchmarkException($"{line} (in {directory}) ended with {process.ExitCode}: {reason}");
        }
        catch (Win32Exception exception)
        {
            throw new BenchmarkException($"{line} could not be started: {exception.Message}", exception);
        }
    }
}
