using System.Runtime;

namespace RowJson.Benchmarks;

/// <summary>Waits until the compiler has nothing more to do, so that no contender is measured with code that is replaced soon.</summary>
internal static class CompilerPause
{
    // On a machine so busy that the compiler's thread hardly runs, waiting longer helps nobody.
    private const int MostPauses = 8;

    /// <summary>Pauses, and again for as long as methods were compiled in a pause.</summary>
    public static void Wait(TimeSpan pause)
    {
        for (int i = 0; i < MostPauses; i++)
        {
            long before = JitInfo.GetCompiledMethodCount();
            Thread.Sleep(pause);
            if (JitInfo.GetCompiledMethodCount() == before) return;
        }
    }
}
