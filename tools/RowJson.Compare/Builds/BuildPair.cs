namespace RowJson.Compare;

/// <summary>
/// One copy of each build. What the compiler makes of a copy depends on chance (the profile it took, where code and names lie in
/// memory), by some percent: several pairs make that visible, and their mean is closer to the truth.
/// </summary>
internal sealed record BuildPair(RowJsonBuild Before, RowJsonBuild After)
{
    public static IReadOnlyList<BuildPair> Load(BuildImage before, BuildImage after, int copies) =>
        [.. Enumerable.Range(0, copies).Select(copy => Load(before, after, beforeFirst: copy % 2 == 0))];

    private static BuildPair Load(BuildImage before, BuildImage after, bool beforeFirst)
    {
        RowJsonBuild first = RowJsonBuild.Load(beforeFirst ? before : after);
        RowJsonBuild second = RowJsonBuild.Load(beforeFirst ? after : before);
        return beforeFirst ? new BuildPair(first, second) : new BuildPair(second, first);
    }
}
