using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>The server as a fixture.</summary>
public sealed class PostgresFixture : PostgresServer, IAsyncLifetime;

/// <summary>A test that needs PostgreSQL, and is skipped with the reason where there is none.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PostgresFactAttribute : FactAttribute
{
    public PostgresFactAttribute() => Skip = PostgresServer.SkipReason;
}

/// <inheritdoc cref="PostgresFactAttribute"/>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PostgresTheoryAttribute : TheoryAttribute
{
    public PostgresTheoryAttribute() => Skip = PostgresServer.SkipReason;
}
