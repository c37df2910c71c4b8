namespace RowJson.Tests;

/// <summary>The server as a fixture; the benchmarks start it themselves.</summary>
public sealed class PostgresFixture : PostgresServer, IAsyncLifetime;

/// <summary>
/// All tests of PostgreSQL: one server, one test at a time, and no other tests meanwhile, because one samples the live memory.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class PostgresTestGroup : ICollectionFixture<PostgresFixture>
{
    public const string Name = "PostgreSQL";
}

/// <summary>A test that needs PostgreSQL, and is skipped with the reason where there is none.</summary>
public sealed class PostgresFactAttribute : FactAttribute
{
    public PostgresFactAttribute() => Skip = PostgresServer.SkipReason;
}

/// <inheritdoc cref="PostgresFactAttribute"/>
public sealed class PostgresTheoryAttribute : TheoryAttribute
{
    public PostgresTheoryAttribute() => Skip = PostgresServer.SkipReason;
}
