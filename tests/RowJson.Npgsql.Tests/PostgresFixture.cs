using Npgsql;
using RowJson.Tests;

namespace RowJson.Npgsql.Tests;

/// <summary>The server as a fixture.</summary>
public sealed class PostgresFixture : PostgresServer, IAsyncLifetime
{
    // A connection knows the types that were there when it was opened.
    private NpgsqlDataSource? _source;

    /// <summary>A connection to a database with extensions and an enumeration.</summary>
    public ValueTask<NpgsqlConnection> OpenWithTypesAsync() => _source!.OpenConnectionAsync();

    async Task IAsyncLifetime.InitializeAsync()
    {
        await InitializeAsync();
        if (SkipReason is not null) return;
        await using (NpgsqlConnection connection = await OpenAsync())
        {
            await using var command = new NpgsqlCommand(
                "create extension if not exists citext; create extension if not exists hstore; create extension if not exists ltree; "
                + "drop type if exists mood; create type mood as enum ('sad', 'glücklich')", connection);
            await command.ExecuteNonQueryAsync();
        }
        _source = CreateSource("Application Name=types");
    }

    async Task IAsyncLifetime.DisposeAsync()
    {
        if (_source is not null) await _source.DisposeAsync();
        await DisposeAsync();
    }
}

/// <summary>All tests of the server.</summary>
[CollectionDefinition(Name)]
public sealed class PostgresTestGroup : ICollectionFixture<PostgresFixture>
{
    public const string Name = "PostgreSQL";
}

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
