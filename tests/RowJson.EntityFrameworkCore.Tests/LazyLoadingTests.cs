using System.Data.Common;
using System.Text.Json;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Npgsql;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>Entities that execute queries when they are written: most providers execute them only when the reader of the results is closed.</summary>
public sealed class LazyLoadingTests(PostgresFixture server) : IClassFixture<PostgresFixture>
{
    [Fact]
    public async Task AsJsonRows_entitiesThatLoadLazily_areWrittenWhenTheReaderIsClosed()
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        var readers = new OpenReaders();

        await CheckAsync(new DbContextOptionsBuilder<Library>().UseSqlite(connection).AddInterceptors(readers));

        readers.Overlaps.Should().Be(0);
    }

    [PostgresFact]
    public async Task AsJsonRows_entitiesThatLoadLazilyOverPostgres_areWritten()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await CheckAsync(new DbContextOptionsBuilder<Library>().UseNpgsql(connection));
    }

    private static async Task CheckAsync(DbContextOptionsBuilder<Library> builder)
    {
        await using var library = new Library(builder.Options);
        // Never committed: a server that is given keeps nothing.
        await using IDbContextTransaction transaction = await library.Database.BeginTransactionAsync();
        await library.GetService<IRelationalDatabaseCreator>().CreateTablesAsync();
        library.AddRange(Library.Rows());
        await library.SaveChangesAsync();
        library.ChangeTracker.Clear();
        IQueryable<Author> authors = library.Set<Author>().OrderBy(it => it.Id);

        await EqualAsync(authors);
        await EqualAsync(library.Set<Shelf>().OrderBy(it => it.Id));
        await EqualAsync(authors.Select(it => new Holder<Author>(it)));
        await EqualAsync(authors.Select(it => new Holder<Author[]>(new[] { it })));
        await EqualAsync(authors.Select(it => new Holder<IEnumerable<Author>>(new List<Author> { it })));
        await EqualAsync(authors.Select(it => new Holder<object>(it)));

        async Task EqualAsync<T>(IQueryable<T> query)
            where T : class
        {
            string expected = JsonSerializer.Serialize(await query.AsNoTracking().ToListAsync());

            query.AsJsonRows().ToJsonString().Should().Be(expected).And.Contain("}]}");
            (await query.AsJsonRows().ToJsonStringAsync()).Should().Be(expected);
            (await query.AsNoTracking().AsJsonRows().ToJsonStringAsync()).Should().Be(expected);
        }
    }

    [Fact]
    public void MayLoadLazily_resultsWithoutSuchEntities_isFalse()
    {
        using var library = new Library(new DbContextOptionsBuilder<Library>().UseSqlite().Options);
        IQueryable<Author> authors = library.Set<Author>();

        QueryInternals.MayLoadLazily(authors).Should().BeTrue();
        QueryInternals.MayLoadLazily(library.Set<Book>()).Should().BeFalse();
        QueryInternals.MayLoadLazily(authors.Select(it => it.Name)).Should().BeFalse();
        QueryInternals.MayLoadLazily(authors.Select(it => new { it.Id, it.Born, it.Books, Key = Guid.NewGuid(), Data = new byte[it.Id] })).Should().BeFalse();
        QueryInternals.MayLoadLazily(authors.Select(it => new Endless<int>(it.Id))).Should().BeTrue("no walk through its types ends");
    }

    internal sealed record Endless<T>(T Value)
    {
        public Endless<Endless<T>>? Next { get; init; }
    }

    /// <summary>Counts the commands that begin while the rows of another one are read.</summary>
    private sealed class OpenReaders : DbCommandInterceptor
    {
        private int _open;

        public int Overlaps { get; private set; }

        public override DbDataReader ReaderExecuted(DbCommand command, CommandExecutedEventData eventData, DbDataReader result)
        {
            if (_open++ > 0) Overlaps++;
            return result;
        }

        public override ValueTask<DbDataReader> ReaderExecutedAsync(
            DbCommand command, CommandExecutedEventData eventData, DbDataReader result, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(ReaderExecuted(command, eventData, result));

        public override InterceptionResult DataReaderDisposing(
            DbCommand command, DataReaderDisposingEventData eventData, InterceptionResult result)
        {
            _open--;
            return result;
        }
    }

    private sealed class Library(DbContextOptions<Library> options) : DbContext(options)
    {
        public static IEnumerable<object> Rows()
        {
            for (int i = 1; i <= 3; i++)
            {
                yield return new Author { Name = $"Author {i}", Books = [new Book { Title = $"Book {i}" }, new Book { Title = "Another" }] };
                yield return new Shelf { Name = $"Shelf {i}", Boards = [new Board { Width = i }] };
            }
        }

        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Author>();
            modelBuilder.Entity<Shelf>();
        }
    }

    internal sealed record Holder<T>(T Value);

    internal sealed class Author
    {
        private readonly ILazyLoader? _loader;
        private List<Book>? _books;

        public Author()
        {
        }

        internal Author(ILazyLoader loader) => _loader = loader;

        public int Id { get; init; }

        public string? Name { get; init; }

        public DateTime? Born { get; init; }

        public List<Book>? Books
        {
            get => _loader is null ? _books : _loader.Load(this, ref _books);
            init => _books = value;
        }
    }

    internal sealed class Book
    {
        public int Id { get; init; }

        public string? Title { get; init; }
    }

    internal sealed class Shelf
    {
        private readonly Action<object, string>? _load;
        private List<Board>? _boards;

        public Shelf()
        {
        }

        internal Shelf(Action<object, string> lazyLoader) => _load = lazyLoader;

        public int Id { get; init; }

        public string? Name { get; init; }

        public List<Board>? Boards
        {
            get
            {
                _load?.Invoke(this, nameof(Boards));
                return _boards;
            }
            init => _boards = value;
        }
    }

    internal sealed class Board
    {
        public int Id { get; init; }

        public int Width { get; init; }
    }
}
