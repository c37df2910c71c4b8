using System.Diagnostics;

namespace RowJson.Fuzz;

/// <summary>This program again, in another process.</summary>
internal static class OwnProcess
{
    /// <param name="arguments">Those of the command line.</param>
    /// <param name="isRead">Its output is read, and not printed.</param>
    /// <param name="settings">Those of the runtime.</param>
    public static Process Start(IEnumerable<string> arguments, bool isRead, params (string Name, string Value)[] settings)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { UseShellExecute = false, RedirectStandardOutput = isRead };
        bool isHost = Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet";
        if (isHost) start.ArgumentList.Add(typeof(OwnProcess).Assembly.Location);
        foreach (string argument in arguments) start.ArgumentList.Add(argument);
        foreach ((string name, string value) in settings) start.Environment[name] = value;
        return Process.Start(start)!;
    }

    /// <summary>What it prints until it ends, with code that is soon compiled with its profile, as an application has it after a while.</summary>
    /// <exception cref="InvalidOperationException">It fails.</exception>
    public static string Output(params string[] arguments)
    {
        using Process process = Start(arguments, isRead: true, ("DOTNET_TieredPGO", "1"), ("DOTNET_TC_CallCountingDelayMs", "0"));
        string text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? text : throw new InvalidOperationException($"Exit code {process.ExitCode}: {string.Join(' ', arguments)}\n{text}");
    }
}
