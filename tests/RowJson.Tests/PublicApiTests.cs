using System.Reflection;
using Microsoft.EntityFrameworkCore;
using RowJson.AspNetCore;
using RowJson.Npgsql;
using RowJson.Sqlite;

namespace RowJson.Tests;

/// <summary>
/// The public API of each package is what the committed files PublicApi.txt say. To accept a change, run these tests with
/// <c>ROWJSON_ACCEPT_API=1</c>: they rewrite the files.
/// </summary>
public class PublicApiTests
{
    private const string Accept = "ROWJSON_ACCEPT_API";

    [Theory]
    [InlineData("RowJson")]
    [InlineData("RowJson.AspNetCore")]
    [InlineData("RowJson.EntityFrameworkCore")]
    [InlineData("RowJson.Npgsql")]
    [InlineData("RowJson.Sqlite")]
    public void Assembly_publicApi_isTheCommittedOne(string name)
    {
        string path = RepositoryFolder.Combine("src", name, "PublicApi.txt");
        string actual = PublicApi.Print(AssemblyOf(name));
        if (Environment.GetEnvironmentVariable(Accept) == "1") File.WriteAllText(path, actual);
        string expected = File.Exists(path) ? File.ReadAllText(path).ReplaceLineEndings("\n") : "";
        if (actual != expected)
        {
            Assert.Fail(
                $"The public API of {name} has changed. If that is meant, run this test with {Accept}=1 and commit {path}.\n"
                + Difference(expected, actual));
        }
    }

    [Fact]
    public void Print_members_showWhatCallersRelyOn()
    {
        string text = PublicApi.Print(typeof(PublicApiTests).Assembly).Split("\n\n").Single(type => type.Contains("PrintedApi<T>"));
        text.Should().Be("""
            public abstract class RowJson.Tests.PrintedApi<T> : IDisposable where T : notnull, IComparable<T>
                [Obsolete("Old.")] public void Old();
                protected PrintedApi(int count = 3, string? text = null);
                protected string Seen { get; init; }
                public abstract T? Find(ref T key, out string?[] names, params object?[] all);
                public const string Name = "x";
                public static implicit operator long(PrintedApi<T> value);
                public string this[int index] { get; protected set; }
                public virtual Task<List<string?>?> ReadAsync<TItem>(TItem? item, CancellationToken token = default) where TItem : class;
                public virtual void Dispose();
            """.ReplaceLineEndings("\n"));
    }

    private static Assembly AssemblyOf(string name) => name switch
    {
        "RowJson" => typeof(JsonRows).Assembly,
        "RowJson.AspNetCore" => typeof(RowJsonHttpOptions).Assembly,
        "RowJson.EntityFrameworkCore" => typeof(RowJsonQueryExtensions).Assembly,
        "RowJson.Npgsql" => typeof(NpgsqlRowReader).Assembly,
        _ => typeof(SqliteRowReader).Assembly,
    };

    /// <summary>Lines that are gone and lines that are new, each below the type that it is of.</summary>
    private static string Difference(string expected, string actual)
    {
        string[] before = WithTypes(expected), after = WithTypes(actual);
        return string.Join('\n', before.Except(after).Select(line => "- " + line).Concat(after.Except(before).Select(line => "+ " + line)));
    }

    private static string[] WithTypes(string text)
    {
        string type = "";
        string[] lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return [.. lines.Select(line => line.StartsWith(' ') ? $"{type}: {line.Trim()}" : type = line)];
    }
}

/// <summary>A type whose text is tested.</summary>
public abstract class PrintedApi<T> : IDisposable
    where T : notnull, IComparable<T>
{
    public const string Name = "x";

    protected PrintedApi(int count = 3, string? text = null) => Seen = count + text;

    protected string Seen { get; init; }

    internal int Unseen { get; set; }

    public string this[int index]
    {
        get => Seen[index..];
        protected set => Unseen = value.Length;
    }

    public static implicit operator long(PrintedApi<T> value) => value.Unseen;

    public abstract T? Find(ref T key, out string?[] names, params object?[] all);

    public virtual Task<List<string?>?> ReadAsync<TItem>(TItem? item, CancellationToken token = default)
        where TItem : class => Task.FromResult<List<string?>?>(null);

    [Obsolete("Old.")]
    public void Old() => Unseen = 0;

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
