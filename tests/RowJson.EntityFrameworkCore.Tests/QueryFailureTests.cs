using System.Data.Common;
using System.Text;
using System.Text.Json;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using RowJson.Tests;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>Queries whose database fails: nobody takes what was written for all rows.</summary>
public class QueryFailureTests
{
    private static readonly JsonRowOptions RowByRow = new() { FlushThreshold = 1 };

    public enum Fault
    {
        Opening,
        Row,
        Disposal,
    }

    public static TheoryData<bool, bool, Fault> Cases
    {
        get
        {
            var cases = new TheoryData<bool, bool, Fault>();
            foreach (bool byColumns in new[] { true, false })
                foreach (bool isAsync in new[] { true, false })
                    foreach (Fault fault in Enum.GetValues<Fault>()) cases.Add(byColumns, isAsync, fault);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_databaseFails_endsInItsException(bool byColumns, bool isAsync, Fault fault)
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        var thrown = new TimeoutException("The database is gone.");
        using Shop shop = await OpenAsync(connection, new FaultyReader(fault, () => throw thrown));
        using var stream = new MemoryStream();

        Exception failure = (await FluentActions.Awaiting(() => WriteAsync(shop, byColumns, isAsync, stream)).Should().ThrowAsync<Exception>()).Which;

        (failure.InnerException ?? failure).Should().BeSameAs(thrown);
        string text = Encoding.UTF8.GetString(stream.ToArray());
        if (fault == Fault.Disposal) return;
        failure.Should().BeOfType<JsonRowException>().Which.Should().Match<JsonRowException>(
            it => it.Stage == JsonRowStage.Source && it.RowIndex == (fault == Fault.Opening ? 0 : 2));
        if (fault == Fault.Opening) text.Should().BeEmpty();
        else JsonDocument.Parse(text + "]").RootElement.GetArrayLength().Should().Be(2, "of {0}", text);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task WriteJsonAsync_cancelledAtARow_isACancellationThatClosesNothing(bool byColumns)
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using var cancellation = new CancellationTokenSource();
        using Shop shop = await OpenAsync(connection, new FaultyReader(Fault.Row, cancellation.Cancel));
        using var stream = new MemoryStream();

        await FluentActions.Awaiting(() => WriteAsync(shop, byColumns, isAsync: true, stream, cancellation.Token))
            .Should().ThrowAsync<OperationCanceledException>();

        Encoding.UTF8.GetString(stream.ToArray()).Should().StartWith("[{").And.NotEndWith("]");
    }

    private static async Task WriteAsync(Shop shop, bool byColumns, bool isAsync, Stream stream, CancellationToken cancellationToken = default)
    {
        JsonRows rows = byColumns
            ? shop.Customers.OrderBy(it => it.Id).Select(it => new { it.Id, it.Name }).AsJsonRows()
            : shop.Customers.OrderBy(it => it.Id).AsJsonRows();
        if (isAsync) await rows.WriteToAsync(stream, RowByRow, cancellationToken: cancellationToken);
        else rows.WriteTo(stream, RowByRow);
    }

    private static async Task<Shop> OpenAsync(SqliteConnection connection, FaultyReader faults)
    {
        using (var shop = new Shop(new DbContextOptionsBuilder<Shop>().UseSqlite(connection).Options))
        {
            await shop.Database.EnsureCreatedAsync();
            shop.AddRange(Shop.Rows());
            await shop.SaveChangesAsync();
        }
        return new Shop(new DbContextOptionsBuilder<Shop>().UseSqlite(connection).AddInterceptors(faults).Options);
    }

    private sealed class FaultyReader(Fault fault, Action act) : DbCommandInterceptor
    {
        public override InterceptionResult<DbDataReader> ReaderExecuting(
            DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result)
        {
            if (fault == Fault.Opening) act();
            return result;
        }

        public override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
            DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(ReaderExecuting(command, eventData, result));

        public override DbDataReader ReaderExecuted(DbCommand command, CommandExecutedEventData eventData, DbDataReader result) =>
            fault == Fault.Row ? new FailingReader(result, row: 2, column: -1, act) : result;

        public override ValueTask<DbDataReader> ReaderExecutedAsync(
            DbCommand command, CommandExecutedEventData eventData, DbDataReader result, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(ReaderExecuted(command, eventData, result));

        public override InterceptionResult DataReaderDisposing(DbCommand command, DataReaderDisposingEventData eventData, InterceptionResult result)
        {
            if (fault == Fault.Disposal) act();
            return result;
        }
    }
}
