using System.Diagnostics;
using System.Security.Cryptography;
using MySqlConnector;

namespace RowJson.Tests;

/// <summary>
/// A MariaDB server for the tests: the one that <see cref="Variable"/> names, else a private one started from an installation, with its
/// data in a temporary folder and a port of its own on the loopback.
/// </summary>
public class MariaDbServer
{
    public const string Variable = "ROWJSON_TEST_MARIADB";

    private const string Program = "/usr/sbin/mariadbd";
    private const string Installer = "/usr/bin/mariadb-install-db";

    // The server refuses to run as root: it runs as this user, which Debian's packages make.
    private const string ServerUser = "mysql";

    private static readonly string? Given = Environment.GetEnvironmentVariable(Variable);

    private MySqlDataSource? _source;
    private string? _connectionString;
    private string? _folder;
    private Process? _server;

    /// <summary>Why the tests are skipped; null where they can run.</summary>
    public static string? SkipReason { get; } = Given is not null || (File.Exists(Program) && File.Exists(Installer))
        ? null
        : $"No MariaDB. Install it (apt-get install mariadb-server), or set {Variable} to a connection string.";

    public MySqlDataSource Source => _source ?? throw new InvalidOperationException("The server is not running.");

    /// <summary>A source of connections with settings of its own.</summary>
    public MySqlDataSource CreateSource(string settings) => new($"{_connectionString};{settings}");

    public async Task InitializeAsync()
    {
        if (SkipReason is not null) return;
        _connectionString = Given ?? await StartAsync();
        _source = new MySqlDataSourceBuilder(_connectionString).Build();
        await WaitUntilReadyAsync();
    }

    public async Task DisposeAsync()
    {
        if (_source is not null) await _source.DisposeAsync();
        if (_server is not null)
        {
            _server.Kill();
            await _server.WaitForExitAsync();
            _server.Dispose();
        }
        if (_folder is not null) Directory.Delete(_folder, recursive: true);
    }

    private async Task<string> StartAsync()
    {
        _folder = Directory.CreateTempSubdirectory("rowjson-mariadb-").FullName;
        string[] user = Environment.IsPrivilegedProcess ? [$"--user={ServerUser}"] : [];
        string password = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
        string init = Path.Combine(_folder, "init.sql");
        // Only this user may log in by TCP: the others are the system's, by the socket.
        await File.WriteAllTextAsync(init, $"""
            create database `rows`;
            create user 'rows'@'127.0.0.1' identified by '{password}';
            grant all on *.* to 'rows'@'127.0.0.1';
            """);
        if (Environment.IsPrivilegedProcess) await ServerProgram.RunAsync("chown", "-R", ServerUser, _folder);
        // Small files and buffers: a machine may run several servers.
        string[] server =
        [
            "--no-defaults", $"--datadir={Path.Combine(_folder, "data")}", .. user, "--innodb-log-file-size=8M",
            "--innodb-buffer-pool-size=16M", "--innodb-use-native-aio=0",
        ];
        await ServerProgram.RunAsync(Installer, [.. server, "--auth-root-authentication-method=socket", "--skip-test-db"]);
        int port = ServerProgram.FreePort();
        _server = ServerProgram.Start(Program,
        [
            .. server, "--bind-address=127.0.0.1", $"--port={port}", $"--socket={Path.Combine(_folder, "socket")}",
            $"--pid-file={Path.Combine(_folder, "pid")}", $"--log-error={Path.Combine(_folder, "log")}", "--skip-name-resolve",
            "--innodb-flush-log-at-trx-commit=0", "--default-time-zone=+00:00", $"--init-file={init}",
        ]);
        return $"Server=127.0.0.1;Port={port};User ID=rows;Password={password};Database=rows";
    }

    private async Task WaitUntilReadyAsync()
    {
        for (var watch = Stopwatch.StartNew(); ;)
        {
            try
            {
                await using MySqlConnection connection = await Source.OpenConnectionAsync();
                return;
            }
            catch (MySqlException) when (watch.Elapsed < TimeSpan.FromMinutes(1) && _server?.HasExited is not true)
            {
                await Task.Delay(100);
            }
        }
    }
}
