using System.Runtime.InteropServices;

namespace RowJson.Tests;

/// <summary>A test of files that only Unix has.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UnixFactAttribute : FactAttribute
{
    public UnixFactAttribute() => Skip = UnixTheoryAttribute.SkipReason;
}

/// <inheritdoc cref="UnixFactAttribute"/>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UnixTheoryAttribute : TheoryAttribute
{
    public static readonly string? SkipReason = OperatingSystem.IsWindows() ? "Windows has no such files." : null;

    public UnixTheoryAttribute() => Skip = SkipReason;
}

/// <summary>A user without any rights, for a thread of a process that may be root's.</summary>
internal static partial class OtherUser
{
    private const uint Nobody = 65534;

    /// <summary>Runs a write whose first steps, which open files, are that user's; returns what it throws.</summary>
    public static Exception? Run(Func<Task> write)
    {
        Exception? thrown = null;
        var thread = new Thread(() =>
        {
            int user = SetFileSystemUser(Nobody);
            try
            {
                write().GetAwaiter().GetResult();
            }
            catch (Exception exception)
            {
                thrown = exception;
            }
            finally
            {
                _ = SetFileSystemUser((uint)user);
            }
        });
        thread.Start();
        thread.Join();
        return thrown;
    }

    /// <summary>Of the calling thread only; returns the user before. Nothing happens in a process that is not root's.</summary>
    [LibraryImport("libc", EntryPoint = "setfsuid")]
    private static partial int SetFileSystemUser(uint user);
}
