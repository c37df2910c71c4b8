namespace RowJson.Benchmarks;

/// <summary>An order of ten columns, as services send them.</summary>
internal sealed record OrderRow(
    int Id, string Customer, double Amount, int Quantity, DateTime Created, bool IsPaid, string Region, string? Comment, decimal Price, Guid Code)
{
    private static readonly string[] Regions = ["north-west", "south", "east", "Île-de-France"];

    /// <summary>The same rows in each process.</summary>
    public static List<OrderRow> Create(int count) =>
    [
        .. Enumerable.Range(0, count).Select(i => new OrderRow(
            i, $"Customer {i % 977}", i * 0.37, i % 100, new DateTime(2024, 1, 1).AddMinutes(i), i % 3 == 0, Regions[i % Regions.Length],
            i % 5 == 0 ? null : "to be delivered \"soon\"", i % 9000 / 100m, new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))),
    ];

    public static List<Dictionary<string, object?>> CreateDictionaries(int count) => Create(count).ConvertAll(row => new Dictionary<string, object?>
    {
        [nameof(Id)] = row.Id,
        [nameof(Customer)] = row.Customer,
        [nameof(Amount)] = row.Amount,
        [nameof(Quantity)] = row.Quantity,
        [nameof(Created)] = row.Created,
        [nameof(IsPaid)] = row.IsPaid,
        [nameof(Region)] = row.Region,
        [nameof(Comment)] = row.Comment,
        [nameof(Price)] = row.Price,
        [nameof(Code)] = row.Code,
    });

    public static DataTable CreateTable(int count)
    {
        var table = new DataTable();
        foreach ((string name, Type type) in (ReadOnlySpan<(string, Type)>)[
            (nameof(Id), typeof(int)), (nameof(Customer), typeof(string)), (nameof(Amount), typeof(double)), (nameof(Quantity), typeof(int)),
            (nameof(Created), typeof(DateTime)), (nameof(IsPaid), typeof(bool)), (nameof(Region), typeof(string)),
            (nameof(Comment), typeof(string)), (nameof(Price), typeof(decimal)), (nameof(Code), typeof(Guid))]) table.Columns.Add(name, type);
        foreach (Dictionary<string, object?> row in CreateDictionaries(count))
            table.Rows.Add([.. row.Values.Select(value => value ?? DBNull.Value)]);
        return table;
    }
}
