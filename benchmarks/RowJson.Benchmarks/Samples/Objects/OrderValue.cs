namespace RowJson.Benchmarks;

/// <summary>An <see cref="Order"/> as a value type.</summary>
internal readonly record struct OrderValue(
    long Id, string Customer, string City, string Product, int Quantity, double Price, double? Discount, bool IsPaid, DateTime PlacedAt,
    string? Note);
