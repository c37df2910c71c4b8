using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>The server as a fixture.</summary>
public sealed class MariaDbFixture : MariaDbServer, IAsyncLifetime;

/// <summary>A test that needs MariaDB, and is skipped with the reason where there is none.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MariaDbFactAttribute : FactAttribute
{
    public MariaDbFactAttribute() => Skip = MariaDbServer.SkipReason;
}

/// <inheritdoc cref="MariaDbFactAttribute"/>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MariaDbTheoryAttribute : TheoryAttribute
{
    public MariaDbTheoryAttribute() => Skip = MariaDbServer.SkipReason;
}
