using System.Runtime;

namespace RowJson.Compare;

/// <summary>The compiler that compiles hot methods again, in the background.</summary>
internal static class Compiler
{
    // It begins when no new methods have been called for 100 ms.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    /// <summary>How many methods have been compiled, counted again each time.</summary>
    public static long CompiledMethods => JitInfo.GetCompiledMethodCount();

    /// <summary>Waits until it has compiled nothing for a while.</summary>
    public static void WaitUntilIdle()
    {
        long last;
        do
        {
            last = CompiledMethods;
            Thread.Sleep(Pause);
        }
        while (CompiledMethods != last);
    }
}
