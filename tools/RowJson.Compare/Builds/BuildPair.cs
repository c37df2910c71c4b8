namespace RowJson.Compare;

/// <summary>One copy of each build. The speed of a copy varies by some percent with its profile and the addresses of its code and names. Several
/// pairs show that variation, and their mean reduces it.</summary>
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
