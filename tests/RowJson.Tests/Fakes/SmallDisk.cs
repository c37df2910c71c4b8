using System.Diagnostics;

namespace RowJson.Tests;

/// <summary>A file system of one megabyte.</summary>
internal sealed class SmallDisk : IDisposable
{
    public SmallDisk()
    {
        if (!Run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", Folder)) throw new IOException("The file system could not be mounted.");
    }

    public string Folder { get; } = Directory.CreateTempSubdirectory("rowjson").FullName;

    public void Dispose()
    {
        Run("umount", Folder).Should().BeTrue();
        Directory.Delete(Folder);
    }

    public static string? SkipReason { get; } = CanMount() ? null : "Mounting a file system takes root on Linux.";

    private static bool CanMount()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess) return false;
        try
        {
            new SmallDisk().Dispose();
            return true;
        }
        catch (Exception exception) when (exception is IOException or System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    private static bool Run(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        process.WaitForExit();
        return process.ExitCode == 0;
    }
}

/// <summary>A test that fills a disk; skipped where none can be made.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class SmallDiskFactAttribute : FactAttribute
{
    public SmallDiskFactAttribute() => Skip = SmallDisk.SkipReason;
}
