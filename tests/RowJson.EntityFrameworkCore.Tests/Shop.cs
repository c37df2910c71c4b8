using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>A model with what queries and models have: converters, owned types, inheritance, relations, every kind of column.</summary>
internal sealed class Shop(DbContextOptions<Shop> options) : DbContext(options)
{
    public DbSet<Order> Orders => Set<Order>();

    public DbSet<Customer> Customers => Set<Customer>();

    public DbSet<Payment> Payments => Set<Payment>();

    /// <summary>Rows with nulls, with characters that are escaped, with extreme numbers.</summary>
    public static IEnumerable<object> Rows()
    {
        for (int i = 1; i <= 5; i++)
        {
            yield return new Customer
            {
                Name = i == 2 ? "<\"Ada\" & é 😀>" : $"Customer {i}",
                Address = new Address { City = $"City {i % 3}", Zip = i == 4 ? null : $"{i:00000}" },
                Orders =
                [
                    .. Enumerable.Range(1, i % 3).Select(n => new Order
                    {
                        Placed = new DateTime(2024, 2, 28 + (n % 2), 12, 30, i, DateTimeKind.Utc).AddTicks(i * 10),
                        Day = i == 3 ? null : new DateOnly(2024, 2, i),
                        At = new TimeOnly(1, 2, i),
                        Took = TimeSpan.FromSeconds(i * 1000.5),
                        Amount = i * 1.10m,
                        Discount = i == 1 ? null : 0.5m,
                        Weight = i * 1.1,
                        Ratio = i / 3f,
                        Quantity = n == 1 ? int.MaxValue : -i,
                        Total = n == 1 ? long.MinValue : i,
                        Small = (short)-i,
                        Flags = (byte)i,
                        IsPaid = i % 2 == 0,
                        State = (OrderState)(i % 3),
                        Before = i == 5 ? null : OrderState.Paid,
                        Key = new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                        Letter = (char)('a' + i),
                        Data = i == 2 ? null : [1, 2, (byte)i],
                        Note = i % 2 == 0 ? null : $"note <{i}>",
                        Code = new Code(i),
                        Tags = ["a", $"t{i}"],
                    }),
                ],
            };
        }
        yield return new CardPayment { Amount = 1, Card = "1234" };
        yield return new CashPayment { Amount = 2, Desk = 7 };
    }

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Customer>().OwnsOne(it => it.Address);
        modelBuilder.Entity<Order>().Property(it => it.Code).HasConversion(new ValueConverter<Code, string>(
            code => "C" + code.Number, text => Code.Parse(text)));
        modelBuilder.Entity<Order>().Property(it => it.Before).HasConversion<string>();
        modelBuilder.Entity<Order>().Property<string>("Shadow").HasDefaultValue("in the shadow");
        modelBuilder.Entity<CardPayment>();
        modelBuilder.Entity<CashPayment>();
    }
}

internal enum OrderState
{
    Open,
    Paid,
    Sent,
}

internal readonly record struct Code(int Number)
{
    public static Code Parse(string text) => new(int.Parse(text.AsSpan(1), System.Globalization.CultureInfo.InvariantCulture));
}

internal sealed class Customer
{
    public int Id { get; init; }

    public required string Name { get; init; }

    public required Address Address { get; init; }

    public List<Order> Orders { get; init; } = [];
}

internal sealed class Address
{
    public required string City { get; init; }

    public string? Zip { get; init; }
}

internal sealed class Order
{
    public int Id { get; init; }

    public int CustomerId { get; init; }

    public Customer? Customer { get; init; }

    public DateTime Placed { get; init; }

    public DateOnly? Day { get; init; }

    public TimeOnly At { get; init; }

    public TimeSpan Took { get; init; }

    public decimal Amount { get; init; }

    public decimal? Discount { get; init; }

    public double Weight { get; init; }

    public float Ratio { get; init; }

    public int Quantity { get; init; }

    public long Total { get; init; }

    public short Small { get; init; }

    public byte Flags { get; init; }

    public bool IsPaid { get; init; }

    public OrderState State { get; init; }

    public OrderState? Before { get; init; }

    public Guid Key { get; init; }

    public char Letter { get; init; }

    public byte[]? Data { get; init; }

    public string? Note { get; init; }

    public Code Code { get; init; }

    public List<string> Tags { get; init; } = [];
}

internal abstract class Payment
{
    public int Id { get; init; }

    public int Amount { get; init; }
}

internal sealed class CardPayment : Payment
{
    public string? Card { get; init; }
}

internal sealed class CashPayment : Payment
{
    public int Desk { get; init; }
}
