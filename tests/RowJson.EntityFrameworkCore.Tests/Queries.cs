using Microsoft.EntityFrameworkCore;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>Queries of many forms, and whether they are read by columns.</summary>
internal static class Queries
{
    private static readonly int Minimum = 1;

    public static readonly Dictionary<string, Case> All = new()
    {
        ["every type"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new
        {
            it.Id,
            it.Placed,
            it.Day,
            it.At,
            it.Took,
            it.Amount,
            it.Discount,
            it.Weight,
            it.Ratio,
            it.Quantity,
            it.Total,
            it.Small,
            it.Flags,
            it.IsPaid,
            it.State,
            it.Before,
            it.Key,
            it.Letter,
            it.Data,
            it.Note,
        })),
        ["other order, names, the same column twice"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it =>
            new { it.Note, Again = it.Id, First = it.Id, it.Customer!.Name, it.Customer.Address.City, it.Customer.Address.Zip })),
        ["parameters of a closure"] = Columns(shop => OfMinimum(shop, Minimum)),
        ["computed by the database"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new
        {
            it.Id,
            Upper = it.Note!.ToUpper(),
            Sum = it.Quantity + it.Total,
            It = it.Note == null ? (int?)null : it.Small,
            Half = it.Weight / 2,
            Orders = it.Customer!.Orders.Count,
            Last = shop.Orders.Max(other => other.Id),
            Shadow = EF.Property<string>(it, "Shadow"),
        })),
        ["computed by the client"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new { it.Id, Client = Twice(it.Id), One = 1 })),
        ["grouped"] = Columns(shop => shop.Orders.GroupBy(it => it.CustomerId).OrderBy(it => it.Key).Select(it =>
            new { it.Key, Count = it.Count(), Sum = it.Sum(order => order.Weight), First = it.Min(order => order.Note) })),
        ["joined"] = Columns(shop => shop.Orders.Join(
            shop.Customers, it => it.CustomerId, it => it.Id, (order, customer) => new { order.Id, customer.Name }).OrderBy(it => it.Id)),
        ["left join"] = Columns(shop =>
            from customer in shop.Customers
            join order in shop.Orders on customer.Id equals order.CustomerId into orders
            from order in orders.DefaultIfEmpty()
            orderby customer.Id, order.Id
            select new { customer.Name, Order = (int?)order.Id, order.Note }),
        ["of both, distinct, skipped, taken"] = Columns(shop => shop.Orders.Select(it => new { it.CustomerId, it.IsPaid })
            .Union(shop.Orders.Select(it => new { it.CustomerId, it.IsPaid })).Distinct().OrderBy(it => it.CustomerId).Skip(1).Take(2)),
        ["tagged and tracked"] = Columns(shop => shop.Orders.AsTracking().TagWith("all").OrderBy(it => it.Id).Select(it => new { it.Id, it.Note })),
        ["no rows"] = Columns(shop => shop.Orders.Where(it => it.Id < 0).Select(it => new { it.Id })),
        ["an SQL query"] = Columns(shop => shop.Orders.FromSqlRaw("select * from \"Orders\"").OrderBy(it => it.Id).Select(it => new { it.Id, it.Note })),
        ["derived type"] = Columns(shop => shop.Payments.OfType<CardPayment>().OrderBy(it => it.Id).Select(it => new { it.Id, it.Card })),
        ["record"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Named(it.Id, it.Note))),
        ["record that is a structure"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new NamedValue(it.Id, it.Note))),
        ["record with another property"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Extended(it.Id) { Note = it.Note })),
        ["plain object"] = Columns(shop => shop.Orders.Where(it => it.Note != null).OrderBy(it => it.Id)
            .Select(it => new Plain { Id = it.Id, Note = it.Note! })),
        ["ordered properties"] = Columns(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Ordered { Id = it.Id, Note = it.Note })),

        ["entities"] = Objects(shop => shop.Payments.OrderBy(it => it.Id)),
        ["entities with others"] = Objects(shop => shop.Customers.Include(it => it.Orders).OrderBy(it => it.Id).Select(it => it)),
        ["split query"] = Objects(shop => shop.Customers.OrderBy(it => it.Id)
            .Select(it => new { it.Id, Orders = it.Orders.Select(order => order.Id).ToList() }).AsSplitQuery()),
        ["collections"] = Objects(shop => shop.Customers.OrderBy(it => it.Id)
            .Select(it => new { it.Id, Orders = it.Orders.OrderBy(order => order.Id).Select(order => new { order.Id, order.Note }).ToList() })),
        ["a collection of values"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new { it.Id, it.Tags })),
        ["owned object"] = Objects(shop => shop.Customers.OrderBy(it => it.Id).Select(it => new { it.Id, it.Address })),
        ["nested object"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new { it.Id, Inner = new { it.Note, it.State } })),
        ["entity in an object"] = Objects(shop => shop.Payments.OrderBy(it => it.Id).Select(it => new { Payment = it })),
        ["value of a converter that the serializer writes"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new { it.Id, it.Code })),
        ["declared as an object"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new { it.Id, Note = (object?)it.Note })),
        ["a captured value"] = Objects(shop => OfCaptured(shop, "captured")),
        ["scalars"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => it.Note)),
        ["changing property"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Changing { Id = it.Id, Note = it.Note })),
        ["computed property"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Computed { Id = it.Id })),
        ["constructor with code"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Constructed(it.Id))),
        ["constructor that stores twice"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Replaced(it.Note))),
        ["property that is not set"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Partly { Id = it.Id })),
        ["derived result"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Derived { Id = it.Id, Note = it.Note })),
        ["condition"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new WithCondition { Id = it.Id, Note = it.Note })),
        ["converter"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new WithConverter { Id = it.Id, State = it.State })),
        ["numbers as text"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new WithNumbersAsText { Id = it.Id })),
        ["callback"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new WithCallback { Id = it.Id })),
        ["polymorphic"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Polymorphic { Id = it.Id })),
        ["fields"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new WithField { Id = it.Id, Note = it.Note })),
        ["name that encoders escape"] = Objects(shop => shop.Orders.OrderBy(it => it.Id).Select(it => new Accented { Id = it.Id, Size = it.Quantity })),
    };

    private static Case<T> Columns<T>(Func<Shop, IQueryable<T>> query) => new(query, IsReadByColumns: true);

    private static Case<T> Objects<T>(Func<Shop, IQueryable<T>> query) => new(query, IsReadByColumns: false);

    private static IQueryable<Named> OfMinimum(Shop shop, int minimum) =>
        shop.Orders.Where(it => it.Id > minimum).OrderBy(it => it.Id).Select(it => new Named(it.Id, it.Note));

    private static IQueryable<Named> OfCaptured(Shop shop, string captured) =>
        shop.Orders.OrderBy(it => it.Id).Select(it => new Named(it.Id, captured));

    private static int Twice(int number) => number * 2;
}

/// <summary>A query, and what is expected of it.</summary>
internal abstract record Case(bool IsReadByColumns)
{
    /// <summary>What the serializer writes for the list.</summary>
    public abstract Task<string> ExpectedAsync(Shop shop, JsonRowOptions options);

    public abstract JsonRows Rows(Shop shop);

    public abstract bool ReadsColumns(Shop shop, JsonRowOptions options);
}

internal sealed record Case<T>(Func<Shop, IQueryable<T>> Query, bool IsReadByColumns) : Case(IsReadByColumns)
{
    public override async Task<string> ExpectedAsync(Shop shop, JsonRowOptions options) =>
        System.Text.Json.JsonSerializer.Serialize(await Query(shop).ToListAsync(), options.SerializerOptions);

    public override JsonRows Rows(Shop shop) => Query(shop).AsJsonRows();

    public override bool ReadsColumns(Shop shop, JsonRowOptions options) => QueryRows.FromReader(Query(shop), options, out _) is not null;
}
