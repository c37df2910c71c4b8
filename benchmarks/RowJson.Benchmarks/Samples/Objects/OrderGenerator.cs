namespace RowJson.Benchmarks;

/// <summary>Orders as a shop has them.</summary>
internal static class OrderGenerator
{
    private static readonly DateTime Start = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public static Order Create(int index, Random random, Vocabulary vocabulary) => new()
    {
        Id = 1_000_000 + index,
        Customer = $"{vocabulary.Word()} {vocabulary.Word()}",
        City = vocabulary.Word(),
        Product = vocabulary.Words(1, 4),
        Quantity = random.Next(1, 100),
        Price = random.Next(100, 100_000) / 100.0,
        Discount = random.Next(3) == 0 ? random.Next(1, 50) / 100.0 : null,
        IsPaid = random.Next(10) > 0,
        PlacedAt = Start.AddSeconds(random.Next(366 * 24 * 60 * 60)),
        Note = random.Next(4) == 0 ? vocabulary.Words(3, 10) : null,
    };
}
