using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Npgsql;
using RowJson.Npgsql;
using RowJson.Sqlite;
using RowJson.Tests;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>Queries are written as the serializer writes their lists, by columns or not.</summary>
public class AsJsonRowsTests(PostgresFixture server) : IClassFixture<PostgresFixture>
{
    private static readonly Dictionary<string, JsonRowOptions> Options = new()
    {
        ["default"] = new(),
        ["row reader"] = new() { RowReaders = [SqliteRowReader.Instance, NpgsqlRowReader.Instance] },
        ["web"] = new(JsonSerializerOptions.Web),
        ["snake case"] = new(new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower }),
        ["relaxed"] = new(new JsonSerializerOptions { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping }),
        ["indented"] = new(new JsonSerializerOptions { WriteIndented = true }),
        ["without nulls"] = new(new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull }),
        ["numbers as strings"] = new(new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString }),
        ["enumerations as strings"] = new(new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }),
        ["references"] = new(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve }),
        ["cycles"] = new(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles }),
    };

    private static readonly string[] ByColumns = ["default", "row reader", "web", "snake case", "relaxed"];

    [Fact]
    [Trait("Speed", "Slow")]
    public Task Write_queriesOverSqlite_equalTheSerializersList() => OverSqliteAsync(EqualAsync);

    [PostgresFact]
    [Trait("Speed", "Slow")]
    public async Task Write_queriesOverPostgres_equalTheSerializersList()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await CheckAsync(new DbContextOptionsBuilder<Shop>().UseNpgsql(connection), EqualAsync);
    }

    [Fact]
    public Task Choose_query_readsColumnsWhereTheBytesAreTheSame() => OverSqliteAsync(shop =>
    {
        foreach ((string name, Case it) in Queries.All)
            foreach ((string optionName, JsonRowOptions options) in Options)
                it.ReadsColumns(shop, options).Should().Be(it.IsReadByColumns && ByColumns.Contains(optionName), $"{name}, {optionName}");
        return Task.CompletedTask;
    });

    [Fact]
    public Task Choose_contextInTheOptions_readsColumnsOfWhatItDoesNotKnow() => OverSqliteAsync(async shop =>
    {
        var options = new JsonRowOptions(new JsonSerializerOptions
        {
            TypeInfoResolver = JsonTypeInfoResolver.Combine(new NamedContext(), new DefaultJsonTypeInfoResolver()),
        });
        Case[] cases =
        [
            Of(it => it.Orders.OrderBy(order => order.Id).Select(order => new { order.Id, order.Note, order.Quantity }), isReadByColumns: true),
            Of(it => it.Orders.OrderBy(order => order.Id).Select(order => new NamedValue(order.Id, order.Note)), isReadByColumns: true),
            Of(it => it.Orders.OrderBy(order => order.Id).Select(order => new Named(order.Id, order.Note)), isReadByColumns: false),
            Of(it => it.Orders.OrderBy(order => order.Id).Select(order => new { order.Id, order.State }), isReadByColumns: false),
            Of(it => it.Orders.OrderBy(order => order.Id).Select(order => new { order.Id, order.Before }), isReadByColumns: false),
        ];

        foreach (Case it in cases)
        {
            it.ReadsColumns(shop, options).Should().Be(it.IsReadByColumns);
            it.Rows(shop).ToJsonString(options).Should().Be(await it.ExpectedAsync(shop, options));
        }
        cases[3].Rows(shop).ToJsonString(options).Should().Contain("\"Paid\"");

        static Case<T> Of<T>(Func<Shop, IQueryable<T>> query, bool isReadByColumns) => new(query, isReadByColumns);
    });

    /// <summary>The depth of a list is 1, that of its objects 2.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public Task Write_fewLevels_areRefusedAsByTheSerializer(int depth) => OverSqliteAsync(async shop =>
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { MaxDepth = depth });
        var query = shop.Orders.OrderBy(it => it.Id).Select(it => new { it.Id });
        var list = await query.ToListAsync();

        if (depth > 2) query.AsJsonRows().ToJsonString(options).Should().Be(JsonSerializer.Serialize(list, options.SerializerOptions));
        else
        {
            ((Action)(() => JsonSerializer.Serialize(list, options.SerializerOptions))).Should().Throw<JsonException>();
            query.AsJsonRows().Invoking(it => it.ToJsonString(options)).Should().Throw<JsonRowException>().WithInnerException<JsonException>();
        }
    });

    /// <summary>What the options do with columns is what they do with the properties of the list's objects.</summary>
    [Fact]
    public Task Write_optionsForColumns_areObeyedAsForTheList() => OverSqliteAsync(async shop =>
    {
        var query = shop.Orders.OrderBy(it => it.Id).Select(it => new { it.Id, it.State, it.Note, it.Data, it.Weight });
        var list = await query.ToListAsync();
        var named = new JsonRowOptions { ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseLower };
        var oneName = new JsonRowOptions { ColumnNamingPolicy = new OneName() };
        JsonRowOptions[] all =
        [
            new() { ColumnFilter = it => it.Type != typeof(byte[]) && !it.Type.IsEnum && it.Type != typeof(int) },
            new() { ColumnFilter = it => it.Name != "Note" },
            new() { RequireUniqueColumnNames = true },
            new(oneName) { RequireUniqueColumnNames = true },
            oneName,
            named,
            named.WithColumns("note", "id"),
            named.WithColumns("missing"),
            new(named) { OmitNulls = true },
            new(named) { Format = JsonRowFormat.CompactRows, OmitNulls = true },
            new(named) { Format = JsonRowFormat.CompactColumns, FillMissingColumns = true },
            new() { NonFiniteHandling = JsonNonFiniteHandling.Null, UnwritableHandling = JsonUnwritableHandling.Text },
            new() { Format = JsonRowFormat.Lines, RowPrefix = JsonRowPrefix.FromColumn("{", "Id", "}") },
            new() { Format = JsonRowFormat.Lines, RowPrefix = JsonRowPrefix.FromColumn("{", "Note", "}") },
        ];

        foreach (JsonRowOptions options in all) Outcome(query.AsJsonRows(), options).Should().Be(Outcome(JsonRows.From(list), options));
        query.AsJsonRows().ToJsonString(all[0]).Should().Be(JsonSerializer.Serialize(list));

        static string Outcome(JsonRows rows, JsonRowOptions options)
        {
            try
            {
                return rows.ToJsonString(options);
            }
            catch (JsonRowException exception)
            {
                return exception.Message;
            }
        }
    });

    [Fact]
    public Task WriteJsonAsync_stream_writesTheRows() => OverSqliteAsync(async shop =>
    {
        using var stream = new MemoryStream();

        JsonRowResult result = await shop.Orders.Where(it => it.Id <= 2).OrderBy(it => it.Id).Select(it => new { it.Id, it.IsPaid })
            .WriteJsonAsync(stream);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"Id":1,"IsPaid":false},{"Id":2,"IsPaid":true}]""");
        result.Should().Be(new JsonRowResult { Rows = 2, Bytes = stream.Length, IsComplete = true });
    });

    [Fact]
    public Task Write_entities_areNotTrackedUnlessTheQuerySaysSo() => OverSqliteAsync(async shop =>
    {
        await shop.Orders.WriteJsonAsync(Stream.Null, new JsonRowOptions());
        shop.ChangeTracker.Entries().Should().BeEmpty();

        await shop.Payments.AsTracking().WriteJsonAsync(Stream.Null);
        shop.ChangeTracker.Entries().Should().HaveCount(2);
    });

    [Fact]
    public Task Write_again_readsTheValuesOfItsClosureAnew() => OverSqliteAsync(shop =>
    {
        int id = 1;
        JsonRows rows = shop.Orders.Where(it => it.Id == id).Select(it => new { it.Id }).AsJsonRows();

        string first = rows.ToJsonString();
        id = 2;

        (first + rows.ToJsonString()).Should().Be("""[{"Id":1}][{"Id":2}]""");
        return Task.CompletedTask;
    });

    /// <summary>Code in closures runs once for each write, as for the list, whether the query is read by columns or not.</summary>
    [Theory]
    [InlineData("default")]
    [InlineData("cycles")]
    public Task Write_closureWithCode_readsItOnce(string name) => OverSqliteAsync(async shop =>
    {
        await EqualAsync(counter => shop.Orders.Where(it => it.Id == counter.Next).Select(it => new { it.Id }));
        await EqualAsync(counter => shop.Orders.Where(it => it.Id == 1).Select(it => new { it.Id, counter.Next }));
        await EqualAsync(counter => shop.Payments.Where(it => it.Id == counter.Next).Select(it => new { Payment = it }));
        await EqualAsync(counter => shop.Payments.Where(it => it.Id == counter.Next).Select(it => new { Payment = it }).AsTracking());
        await EqualAsync(counter => shop.Customers.Where(it => it.Id == counter.Next)
            .Select(it => new { it.Id, Orders = it.Orders.Select(order => order.Id).ToList() }).AsSplitQuery());

        async Task EqualAsync<T>(Func<Counter, IQueryable<T>> query)
        {
            string expected = JsonSerializer.Serialize(await query(new Counter()).ToListAsync(), Options[name].SerializerOptions);
            shop.ChangeTracker.Clear();

            query(new Counter()).AsJsonRows().ToJsonString(Options[name]).Should().Be(expected);
            (await query(new Counter()).AsJsonRows().ToJsonStringAsync(Options[name])).Should().Be(expected);
            shop.ChangeTracker.Entries().Any().Should().Be(query(new Counter()).Expression.ToString().Contains("AsTracking"));
        }
    });

    [Fact]
    public Task Write_queryThatTheProviderCannotTranslate_failsAsEntityFrameworkDoes() => OverSqliteAsync(async shop =>
    {
        var query = shop.Orders.Where(it => it.Note!.GetHashCode() == 0).Select(it => new { it.Id });
        Exception expected = (await ((Func<Task>)(() => query.ToListAsync())).Should().ThrowAsync<InvalidOperationException>()).Which;

        Func<Task> write = () => query.WriteJsonAsync(Stream.Null);

        (await write.Should().ThrowAsync<JsonRowException>()).WithInnerException<InvalidOperationException>().WithMessage(expected.Message);
    });

    [Fact]
    public Task Write_nullWhereTheModelHasNone_namesRowAndColumn() => OverSqliteAsync(async shop =>
    {
        await shop.Database.ExecuteSqlRawAsync(
            """create table loose("Id" integer, "Note" text); insert into loose values (1, 'a'), (null, 'b')""");
        var query = shop.Database.SqlQueryRaw<Loose>("select * from loose").Select(it => new { it.Note, it.Id });
        (await ((Func<Task>)(() => query.ToListAsync())).Should().ThrowAsync<InvalidOperationException>()).Which.Should().NotBeNull();

        Func<Task> write = () => query.WriteJsonAsync(Stream.Null);

        JsonRowException failure = (await write.Should().ThrowAsync<JsonRowException>()).Which;
        failure.InnerException.Should().BeOfType<InvalidOperationException>();
        (failure.RowIndex, failure.ColumnName).Should().Be((1L, "Id"));
    });

    /// <summary>SQLite's columns hold values of any type: the getters convert them, and so does what reads the statement.</summary>
    [Theory]
    [InlineData("1")]
    [InlineData("'1'")]
    [InlineData("1.0")]
    [InlineData("1.5")]
    [InlineData("'1.5'")]
    [InlineData("x'31'")]
    [InlineData("x''")]
    [InlineData("'text'")]
    [InlineData("''")]
    [InlineData("300")]
    [InlineData("-40000")]
    [InlineData("3000000000")]
    [InlineData("9223372036854775807")]
    [InlineData("1e300")]
    [InlineData("9e999")]
    [InlineData("null")]
    public Task Write_valueOfAnotherType_isWhatTheGetterReturns(string value) => OverSqliteAsync(async shop =>
    {
        string sql = $"select {value} as \"Value\"";
        var named = new JsonRowOptions { RowReaders = [SqliteRowReader.Instance] };
        await SameAsync(shop.Database.SqlQueryRaw<One<int?>>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<One<int>>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<One<short?>>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<One<long?>>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<One<double?>>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<One<bool?>>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<One<OrderState?>>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<Text>(sql).Select(it => new { it.Value }));
        await SameAsync(shop.Database.SqlQueryRaw<Bytes>(sql).Select(it => new { it.Value }));

        async Task SameAsync<T>(IQueryable<T> query)
        {
            QueryRows.FromReader(query, named, out _).Should().NotBeNull();
            Func<Task<string>> expected = async () => JsonSerializer.Serialize(await query.ToListAsync());
            Func<Task<string>> actual = async () =>
            {
                using var stream = new MemoryStream();
                await query.WriteJsonAsync(stream, named);
                return Encoding.UTF8.GetString(stream.ToArray());
            };
            (await Outcome(actual)).Should().Be(await Outcome(expected), typeof(T).ToString());
        }

        static async Task<string> Outcome(Func<Task<string>> write)
        {
            try
            {
                return await write();
            }
            catch (Exception exception)
            {
                return (exception is JsonRowException ? exception.InnerException : exception)!.GetType().Name;
            }
        }
    });

    [Fact]
    public void AsJsonRows_sequenceOfAnotherProvider_isEnumerated() =>
        new[] { 1, 2 }.AsQueryable().Select(it => new { Id = it }).AsJsonRows().ToJsonString().Should().Be("""[{"Id":1},{"Id":2}]""");

    [Fact]
    public void AsJsonRows_null_throws() =>
        ((Action)(() => ((IQueryable<Order>)null!).AsJsonRows())).Should().Throw<ArgumentNullException>().WithParameterName("query");

    private sealed class Counter
    {
        private int _count;

        public int Next => ++_count;
    }

    private sealed class OneName : JsonNamingPolicy
    {
        public override string ConvertName(string name) => "name";
    }

    internal sealed class One<T>
    {
        public T Value { get; init; } = default!;
    }

    internal sealed class Text
    {
        public string? Value { get; init; }
    }

    internal sealed class Bytes
    {
        public byte[]? Value { get; init; }
    }

    internal sealed class Loose
    {
        public int Id { get; init; }

        public string? Note { get; init; }
    }

    private static async Task EqualAsync(Shop shop)
    {
        foreach ((string name, Case it) in Queries.All)
        {
            foreach ((string optionName, JsonRowOptions options) in Options)
            {
                string because = $"{name}, {optionName}";
                string expected;
                try
                {
                    shop.ChangeTracker.QueryTrackingBehavior = QueryTrackingBehavior.NoTracking;
                    expected = await it.ExpectedAsync(shop, options);
                }
                catch (JsonException)
                {
                    // Entities that refer back to each other.
                    ((Action)(() => it.Rows(shop).ToJsonString(options))).Should().Throw<JsonRowException>(because);
                    continue;
                }
                finally
                {
                    shop.ChangeTracker.QueryTrackingBehavior = QueryTrackingBehavior.TrackAll;
                }
                using var stream = new MemoryStream();

                it.Rows(shop).ToJsonString(options).Should().Be(expected, because);
                await it.Rows(shop).WriteToAsync(stream, options);
                Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected, because);
            }
        }
    }

    private static async Task OverSqliteAsync(Func<Shop, Task> check)
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        await CheckAsync(new DbContextOptionsBuilder<Shop>().UseSqlite(connection), check);
    }

    private static async Task CheckAsync(DbContextOptionsBuilder<Shop> builder, Func<Shop, Task> check)
    {
        builder.UseQueryTrackingBehavior(QueryTrackingBehavior.TrackAll);
        await using var shop = new Shop(builder.Options);
        // Never committed: a server that is given keeps nothing.
        await using IDbContextTransaction transaction = await shop.Database.BeginTransactionAsync();
        await shop.GetService<IRelationalDatabaseCreator>().CreateTablesAsync();
        shop.AddRange(Shop.Rows());
        await shop.SaveChangesAsync();
        shop.ChangeTracker.Clear();
        await check(shop);
    }
}

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
