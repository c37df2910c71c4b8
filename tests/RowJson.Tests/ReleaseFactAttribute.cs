namespace RowJson.Tests;

/// <summary>A test of what only optimised code does.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ReleaseFactAttribute : FactAttribute
{
#if DEBUG
    public ReleaseFactAttribute() => Skip = "Code that is not optimised allocates where optimised code does not: Release builds only.";
#endif
}

/// <inheritdoc cref="ReleaseFactAttribute"/>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ReleaseTheoryAttribute : TheoryAttribute
{
#if DEBUG
    public ReleaseTheoryAttribute() => Skip = "Code that is not optimised allocates where optimised code does not: Release builds only.";
#endif
}
