namespace RowJson.Benchmarks;

/// <summary>Orders as each source has them. The same in each process, and made without any of the code whose first call is measured.</summary>
internal static class OrderRows
{
    private static readonly DateTime Start = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Objects of a class.</summary>
    public static List<Order> Orders(int count)
    {
        var orders = new List<Order>(count);
        for (int i = 0; i < count; i++)
        {
            orders.Add(new Order
            {
                Id = 1_000_000 + i, Customer = "Ada Lovelace", City = i % 2 == 0 ? "London" : "Zürich",
                Product = "Analytical Engine, model " + i.ToString(CultureInfo.InvariantCulture), Quantity = 1 + i, Price = 19.95 + i,
                Discount = i % 3 == 0 ? 0.25 : null, IsPaid = i % 4 != 0, PlacedAt = Start.AddSeconds(86_399 * i),
                Note = i % 5 == 0 ? "Leave it at the neighbour's \"blue\" door" : null,
            });
        }
        return orders;
    }

    /// <summary>Dictionaries, as a database layer gives them.</summary>
    public static List<Dictionary<string, object?>> Dictionaries(int count)
    {
        var rows = new List<Dictionary<string, object?>>(count);
        foreach (Order order in Orders(count))
        {
            rows.Add(new Dictionary<string, object?>
            {
                [nameof(Order.Id)] = order.Id, [nameof(Order.Customer)] = order.Customer, [nameof(Order.City)] = order.City,
                [nameof(Order.Product)] = order.Product, [nameof(Order.Quantity)] = order.Quantity, [nameof(Order.Price)] = order.Price,
                [nameof(Order.Discount)] = order.Discount, [nameof(Order.IsPaid)] = order.IsPaid, [nameof(Order.PlacedAt)] = order.PlacedAt,
                [nameof(Order.Note)] = order.Note,
            });
        }
        return rows;
    }

    /// <summary>A document as a program writes it: ASCII, on one line.</summary>
    public static JsonDocument PlainDocument(int count) => Document(count, "London", note: "Leave it at the blue door", lineBreak: "");

    /// <summary>A document as people write it: text outside ASCII, escaped quotes, rows on lines of their own.</summary>
    public static JsonDocument TextDocument(int count) =>
        Document(count, "Zürich", note: "Leave it at the \\\"blue\\\" door", lineBreak: "\n  ");

    private static JsonDocument Document(int count, string city, string note, string lineBreak)
    {
        IEnumerable<string> rows = Orders(count).Select(order =>
            $"{lineBreak}{{\"Id\":{order.Id},\"Customer\":\"{order.Customer}\",\"City\":\"{city}\","
            + $"\"Product\":\"{order.Product}\",\"Quantity\":{order.Quantity},\"Price\":{order.Price},\"Discount\":null,"
            + $"\"IsPaid\":{(order.IsPaid ? "true" : "false")},\"Note\":\"{note}\"}}");
        return JsonDocument.Parse(Encoding.UTF8.GetBytes($"[{string.Join(',', rows)}]"));
    }

    /// <summary>A table, whose reader is the framework's own: compiled before the process starts, as providers' are not.</summary>
    public static DataTable Table(int count)
    {
        var table = new DataTable { Locale = CultureInfo.InvariantCulture };
        foreach ((string name, Type type) in (ReadOnlySpan<(string, Type)>)[
            (nameof(Order.Id), typeof(long)), (nameof(Order.Customer), typeof(string)), (nameof(Order.City), typeof(string)),
            (nameof(Order.Product), typeof(string)), (nameof(Order.Quantity), typeof(int)), (nameof(Order.Price), typeof(double)),
            (nameof(Order.Discount), typeof(double)), (nameof(Order.IsPaid), typeof(bool)), (nameof(Order.PlacedAt), typeof(DateTime)),
            (nameof(Order.Note), typeof(string))]) table.Columns.Add(name, type);
        foreach (Order order in Orders(count))
        {
            table.Rows.Add(
                order.Id, order.Customer, order.City, order.Product, order.Quantity, order.Price,
                order.Discount ?? (object)DBNull.Value, order.IsPaid, order.PlacedAt, order.Note ?? (object)DBNull.Value);
        }
        return table;
    }
}
