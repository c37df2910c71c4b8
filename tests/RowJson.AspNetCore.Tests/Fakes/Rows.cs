using System.Data;
using System.Text.Json;
using Microsoft.AspNetCore.Http.Json;

namespace RowJson.AspNetCore.Tests;

/// <summary>A row of the tests.</summary>
public sealed record Order(int Id, string Customer, DateTime Placed, decimal? Total);

/// <summary>Rows of the tests, made the same in each run.</summary>
internal static class Rows
{
    /// <summary>An application's own, as long as it changes nothing.</summary>
    public static JsonSerializerOptions Options { get; } = new JsonOptions().SerializerOptions;

    public static List<Order> Orders(int count) =>
        [.. Enumerable.Range(0, count).Select(i => new Order(
            i, $"Customer \"{i}\" <é>", new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(i), i % 3 == 0 ? null : i / 4m))];

    public static List<Dictionary<string, object?>> Dictionaries(int count) =>
        [.. Orders(count).Select(order => new Dictionary<string, object?>
        {
            ["Id"] = order.Id, ["Customer"] = order.Customer, ["Placed"] = order.Placed, ["Total"] = order.Total,
        })];

    public static DataTable Table(int count)
    {
        var table = new DataTable();
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("Customer", typeof(string));
        foreach (Order order in Orders(count)) table.Rows.Add(order.Id, order.Customer);
        return table;
    }

    public static async IAsyncEnumerable<Order> OrdersAsync(int count)
    {
        foreach (Order order in Orders(count))
        {
            if (order.Id % 7 == 0) await Task.Yield();
            yield return order;
        }
    }
}
