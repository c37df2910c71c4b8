using System.Diagnostics;
using System.Runtime.Intrinsics;

namespace RowJson.Fuzz;

/// <summary>The vector levels of this machine: the runtime reads its settings at start, so each takes a process.</summary>
internal static class VectorLevels
{
    /// <summary>What switches the wider vectors off, from none to all.</summary>
    private static readonly (string Name, string? Setting)[] Levels =
    [
        ("as the machine has it", null),
        ("without AVX-512", "DOTNET_EnableAVX512"),
        ("without AVX2", "DOTNET_EnableAVX2"),
        ("without vectors", "DOTNET_EnableHWIntrinsic"),
    ];

    public static string Current =>
        Vector512.IsHardwareAccelerated ? "512 bits"
        : Vector256.IsHardwareAccelerated ? "256 bits"
        : Vector128.IsHardwareAccelerated ? "128 bits"
        : "no vectors";

    /// <summary>Runs this program once for each level; returns the first exit code that is not 0.</summary>
    public static int RunAll(IReadOnlyList<string> arguments)
    {
        int failure = 0;
        foreach ((string name, string? setting) in Levels)
        {
            Console.WriteLine($"== {name}");
            using Process process = setting is null
                ? OwnProcess.Start(arguments, isRead: false) : OwnProcess.Start(arguments, isRead: false, (setting, "0"));
            process.WaitForExit();
            // A read or write outside of its memory ends the process.
            if (process.ExitCode != 0) Console.WriteLine($"== {name}: exit code {process.ExitCode}");
            if (failure == 0) failure = process.ExitCode;
        }
        return failure;
    }
}
