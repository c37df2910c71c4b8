using System.Security.Cryptography;
using Npgsql;

namespace RowJson.Tests;

/// <summary>
/// A PostgreSQL server for the tests: the one that <see cref="Variable"/> names, else a private one started from the binaries
/// of an installation, with its data in a temporary folder and a port of its own on the loopback.
/// </summary>
public class PostgresServer
{
    public const string Variable = "ROWJSON_TEST_POSTGRES";

    private const string BinariesRoot = "/usr/lib/postgresql";

    // initdb and postgres refuse to run as root: they run as this user, which Debian's packages make.
    private const string ServerUser = "postgres";

    private static readonly string? Given = Environment.GetEnvironmentVariable(Variable);
    private static readonly string? Binaries = FindBinaries();

    private NpgsqlDataSource? _source;
    private string? _connectionString;
    private string? _folder;

    /// <summary>Why the tests are skipped; null where they can run.</summary>
    public static string? SkipReason { get; } = Given is not null || Binaries is not null
        ? null
        : $"No PostgreSQL. Install it (apt-get install postgresql-15), or set {Variable} to a connection string.";

    private NpgsqlDataSource Source => _source ?? throw new InvalidOperationException("The server is not running.");

    public ValueTask<NpgsqlConnection> OpenAsync() => Source.OpenConnectionAsync();

    /// <summary>A source of connections with settings of its own.</summary>
    public NpgsqlDataSource CreateSource(string settings, Action<NpgsqlDataSourceBuilder>? configure = null)
    {
        var builder = new NpgsqlDataSourceBuilder($"{_connectionString};{settings}");
        configure?.Invoke(builder);
        return builder.Build();
    }

    /// <summary>A connection with settings of its own.</summary>
    public async ValueTask<NpgsqlConnection> OpenAsync(string settings)
    {
        var connection = new NpgsqlConnection($"{_connectionString};{settings}");
        await connection.OpenAsync();
        return connection;
    }

    public async Task InitializeAsync()
    {
        if (SkipReason is not null) return;
        _connectionString = Given ?? await StartAsync();
        _source = NpgsqlDataSource.Create(_connectionString);
    }

    public async Task DisposeAsync()
    {
        if (_source is not null) await _source.DisposeAsync();
        if (_folder is null) return;
        await RunAsync("pg_ctl", "-D", DataFolder, "-m", "immediate", "-w", "stop");
        Directory.Delete(_folder, recursive: true);
    }

    private string DataFolder => Path.Combine(_folder!, "data");

    private async Task<string> StartAsync()
    {
        _folder = Directory.CreateTempSubdirectory("rowjson-postgres-").FullName;
        if (Environment.IsPrivilegedProcess) await ServerProgram.RunAsync("chown", ServerUser, _folder);
        string password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
        string passwordFile = Path.Combine(_folder, "password");
        await File.WriteAllTextAsync(passwordFile, password);
        if (Environment.IsPrivilegedProcess) await ServerProgram.RunAsync("chown", ServerUser, passwordFile);
        await RunAsync("initdb", "-D", DataFolder, "-U", "rows", "-A", "scram-sha-256", "--pwfile", passwordFile, "-E", "UTF8",
            "--locale=C", "--no-sync");
        int port = ServerProgram.FreePort();
        string settings = $"-p {port} -k {_folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c timezone=UTC";
        await RunAsync("pg_ctl", "-D", DataFolder, "-l", Path.Combine(_folder, "log"), "-w", "-o", settings, "start");
        return $"Host=127.0.0.1;Port={port};Username=rows;Password={password};Database=postgres;Timezone=UTC";
    }

    private static Task RunAsync(string program, params string[] arguments)
    {
        string path = Path.Combine(Binaries!, program);
        return Environment.IsPrivilegedProcess
            ? ServerProgram.RunAsync("runuser", ["-u", ServerUser, "--", path, .. arguments])
            : ServerProgram.RunAsync(path, arguments);
    }

    private static string? FindBinaries() => Directory.Exists(BinariesRoot)
        ? Directory.GetDirectories(BinariesRoot)
            .Select(version => Path.Combine(version, "bin"))
            .Where(bin => File.Exists(Path.Combine(bin, "initdb")))
            .Order(StringComparer.Ordinal)
            .LastOrDefault()
        : null;
}
