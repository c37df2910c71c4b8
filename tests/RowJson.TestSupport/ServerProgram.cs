using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace RowJson.Tests;

/// <summary>Runs the programs of a database's installation.</summary>
internal static class ServerProgram
{
    /// <summary>Runs a program to its end.</summary>
    public static async Task RunAsync(string program, params string[] arguments)
    {
        using Process process = Start(program, arguments);
        await process.WaitForExitAsync();
        if (process.ExitCode != 0) throw new InvalidOperationException($"'{program}' ended with exit code {process.ExitCode}.");
    }

    /// <summary>Starts a program that goes on.</summary>
    public static Process Start(string program, params string[] arguments)
    {
        // A server inherits the output of the program that starts it: reading that to its end would wait for the server to stop.
        // What the program itself prints, some lines, stays in the pipe and is dropped: a caller's output is its own.
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = Path.GetTempPath(),
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
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
