using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The calls of a new process, one after the other: a list, and who writes it.</summary>
/// <param name="Source">The list.</param>
/// <param name="Encoder">Who writes it.</param>
/// <param name="Prepare">Makes the list and the options, and returns the call.</param>
internal sealed record WarmUpCase(string Source, string Encoder, Func<Func<byte[]>> Prepare)
{
    private const int Rows = 100;

    /// <summary>The cases of a source follow one another; the first is what the others are compared with.</summary>
    public static IReadOnlyList<WarmUpCase> All { get; } =
    [
        .. Lists($"{Rows} objects", () => FirstCallRows.Orders(Rows)),
        .. Lists($"{Rows} orders with positions", () => Enumerable.Range(0, Rows).Select(CustomerOrder.Create).ToList()),
        .. Lists("10 objects", () => FirstCallRows.Orders(10)),
    ];

    private static WarmUpCase[] Lists<T>(string source, Func<List<T>> create) =>
    [
        new(source, "JsonSerializer", () =>
        {
            List<T> rows = create();
            JsonSerializerOptions options = new(JsonSerializerDefaults.Web);
            return () => JsonSerializer.SerializeToUtf8Bytes(rows, options);
        }),
        new(source, "CreateWriteOptions", () =>
        {
            List<T> rows = create();
            JsonSerializerOptions options = JsonRowSerializer.CreateWriteOptions(new(JsonSerializerDefaults.Web));
            return () => JsonSerializer.SerializeToUtf8Bytes(rows, options);
        }),
        new(source, "CreateOptions", () =>
        {
            List<T> rows = create();
            JsonSerializerOptions options = JsonRowSerializer.CreateOptions(new(JsonSerializerDefaults.Web));
            return () => JsonSerializer.SerializeToUtf8Bytes(rows, options);
        }),
        new(source, "JsonRows", () =>
        {
            List<T> rows = create();
            var options = new JsonRowOptions(new JsonSerializerOptions(JsonSerializerDefaults.Web));
            return () => JsonRows.From(rows).ToUtf8Bytes(options);
        }),
    ];
}
