using System.Diagnostics;

namespace RowJson.Fuzz;

/// <summary>This program again, in another process.</summary>
internal static class OwnProcess
{
    /// <param name="arguments">Those of the command line.</param>
    /// <param name="disabled">A setting of the runtime that is 0 there.</param>
    /// <param name="isRead">Its output is read, and not printed.</param>
    public static Process Start(IEnumerable<string> arguments, string? disabled = null, bool isRead = false)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { UseShellExecute = false, RedirectStandardOutput = isRead };
        bool isHost = Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet";
        if (isHost) start.ArgumentList.Add(typeof(OwnProcess).Assembly.Location);
        foreach (string argument in arguments) start.ArgumentList.Add(argument);
        if (disabled is not null) start.Environment[disabled] = "0";
        return Process.Start(start)!;
    }

    /// <summary>What it prints until it ends.</summary>
    /// <exception cref="InvalidOperationException">It fails.</exception>
    public static string Output(params IEnumerable<string> arguments)
    {
        using Process process = Start(arguments, isRead: true);
        string text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? text : throw new InvalidOperationException($"Exit code {process.ExitCode}: {string.Join(' ', arguments)}\n{text}");
    }
}
