using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace RowJson.Tests;

/// <summary>Runs the programs of a database's installation.</summary>
internal static class ServerProgram
{
    /// <summary>Runs a program to its end. What it printed is in the message of its failure.</summary>
    public static async Task RunAsync(string program, params string[] arguments)
    {
        using Process process = Start(program, arguments, redirectError: true);
        // A server inherits the output of the program that starts it: reading that to its end would wait for the server to stop.
        // These programs print some lines, which the pipe holds, and are read where they failed.
        await process.WaitForExitAsync();
        if (process.ExitCode == 0) return;
        string output = await process.StandardOutput.ReadToEndAsync() + await process.StandardError.ReadToEndAsync();
        throw new InvalidOperationException($"'{program} {string.Join(' ', arguments)}' ended with exit code {process.ExitCode}.\n{output}");
    }

    /// <summary>Starts a program that goes on. What it prints is dropped: a caller's output is its own.</summary>
    public static Process Start(string program, params string[] arguments) => Start(program, arguments, redirectError: false);

    private static Process Start(string program, string[] arguments, bool redirectError)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = Path.GetTempPath(),
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = redirectError,
        };
        return Process.Start(start) ?? throw new InvalidOperationException($"'{program}' did not start.");
    }

    public static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
