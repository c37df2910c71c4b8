using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>The server as a fixture.</summary>
public sealed class MariaDbFixture : MariaDbServer, IAsyncLifetime;

/// <summary>All tests of MariaDB: one server, and one test class at a time.</summary>
[CollectionDefinition(Name)]
public sealed class MariaDbTestGroup : ICollectionFixture<MariaDbFixture>
{
    public const string Name = "MariaDB";
}

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
