namespace RowJson.Benchmarks;

/// <summary>A row with a class: ten columns of the usual types.</summary>
internal sealed class Order
{
    /// <summary>The columns as RowJson takes them.</summary>
    public static JsonRowShape<Order> Shape { get; } = new JsonRowShape<Order>()
        .Column(nameof(Id), order => order.Id)
        .Column(nameof(Customer), order => order.Customer)
        .Column(nameof(City), order => order.City)
        .Column(nameof(Product), order => order.Product)
        .Column(nameof(Quantity), order => order.Quantity)
        .Column(nameof(Price), order => order.Price)
        .Column(nameof(Discount), order => order.Discount)
        .Column(nameof(IsPaid), order => order.IsPaid)
        .Column(nameof(PlacedAt), order => order.PlacedAt)
        .Column(nameof(Note), order => order.Note);

    public long Id { get; init; }

    public required string Customer { get; init; }

    public required string City { get; init; }

    public required string Product { get; init; }

    public int Quantity { get; init; }

    public double Price { get; init; }

    public double? Discount { get; init; }

    public bool IsPaid { get; init; }

    public DateTime PlacedAt { get; init; }

    public string? Note { get; init; }

    public OrderValue ToValue() => new(Id, Customer, City, Product, Quantity, Price, Discount, IsPaid, PlacedAt, Note);
}
