using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>An entity with lines that refer back to it, as Entity Framework Core loads them.</summary>
internal sealed class CyclicOrder
{
    public int Id { get; set; }

    public string Number { get; set; } = "";

    public decimal Total { get; set; }

    public CyclicCustomer? Customer { get; set; }

    public List<CyclicLine> Lines { get; set; } = [];

    public HashSet<CyclicLine>? Set { get; set; }

    public CyclicLine[]? Array { get; set; }

    public Dictionary<string, CyclicLine>? ByName { get; set; }

    public IReadOnlyDictionary<string, List<CyclicLine?>>? Groups { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public CyclicOrder? Previous { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public IEnumerable<CyclicOrder>? Related { get; set; }
}

internal sealed class CyclicLine
{
    public string? Product { get; set; }

    public int Quantity { get; set; }

    public CyclicOrder Order { get; set; } = null!;

    public CyclicLinks Links { get; set; }

    public CyclicLinks? More { get; set; }
}

/// <summary>A structure is no value that another could be; what it refers to is.</summary>
internal struct CyclicLinks
{
    public CyclicLine? Next { get; set; }

    public int Count { get; set; }

    public List<int>? Numbers { get; set; }
}

internal class CyclicCustomer
{
    public string Name { get; set; } = "";

    public ICollection<CyclicOrder> Orders { get; set; } = [];
}

/// <summary>Declared as its base class inside, where it has less to write.</summary>
internal sealed class CyclicManager : CyclicCustomer
{
    public List<CyclicCustomer> Team { get; set; } = [];

    public CyclicCustomer? Best { get; set; }
}

/// <summary>With callbacks.</summary>
internal sealed class CyclicNode : IJsonOnSerializing, IJsonOnSerialized
{
    public string? Name { get; set; }

    public CyclicNode? Parent { get; set; }

    public List<CyclicNode?> Children { get; set; } = [];

    [JsonIgnore]
    public int Calls { get; private set; }

    public void OnSerializing() => Calls++;

    public void OnSerialized() => Calls += 10;
}

/// <summary>Parts of it are the serializer's, so it is as a whole.</summary>
internal sealed class CyclicPage
{
    public int Count { get; set; }

    public object? Anything { get; set; }

    public List<CyclicOrder>? Orders { get; set; }

    public CyclicPage? Next { get; set; }
}

/// <summary>With a discriminator, which leads back to what holds it.</summary>
[JsonDerivedType(typeof(CyclicSquare), "square")]
internal class CyclicShape
{
    public List<CyclicShape> Parts { get; set; } = [];

    public CyclicNode? Owner { get; set; }
}

internal sealed class CyclicSquare : CyclicShape
{
    public int Side { get; set; }
}

/// <summary>With a discriminator, and with nothing in it but its own kind and lists of numbers.</summary>
[JsonDerivedType(typeof(CyclicRing), "ring")]
[JsonDerivedType(typeof(CyclicPolygon), "polygon")]
internal class CyclicFigure
{
    public CyclicFigure? Inner { get; set; }
}

internal sealed class CyclicRing : CyclicFigure
{
    public double Radius { get; set; }
}

internal sealed class CyclicPolygon : CyclicFigure
{
    public int[]? Corners { get; set; }

    public Dictionary<string, List<double>>? Sides { get; set; }
}

/// <summary>Waited for by the serializer.</summary>
internal sealed class CyclicStream
{
    public List<CyclicLine>? Lines { get; set; }

    public IAsyncEnumerable<CyclicLine>? Awaited { get; set; }
}

/// <summary>Its number handling is for all that it holds.</summary>
[JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
internal sealed class CyclicReading
{
    public CyclicReading? Next { get; set; }

    public object? Any { get; set; }

    public int Count { get; set; }
}

/// <summary>Its lists of numbers cannot lead anywhere.</summary>
internal sealed record CyclicMatrix(int Id, double[][] Values, List<string> Names, Dictionary<string, int> Counts);

/// <summary>Graphs, each with what is to be seen in it.</summary>
internal static class CyclicValues
{
    public static CyclicOrder Order(int id, int lines = 3)
    {
        var customer = new CyclicCustomer { Name = $"Customer {id}" };
        var order = new CyclicOrder { Id = id, Number = $"N{id}", Total = id * 1.25m, Customer = customer };
        customer.Orders.Add(order);
        for (int i = 0; i < lines; i++) order.Lines.Add(new CyclicLine { Product = $"Product {i}", Quantity = i, Order = order });
        return order;
    }

    public static List<CyclicOrder> Orders(int count) => [.. Enumerable.Range(1, count).Select(id => Order(id))];

    /// <summary>Everything that an order can hold leads back.</summary>
    public static CyclicOrder Tangle()
    {
        CyclicOrder order = Order(1);
        CyclicLine line = order.Lines[0];
        order.Set = [line, order.Lines[1]];
        order.Array = [line, null!, line];
        order.ByName = new() { ["first"] = line, ["again"] = line };
        order.Groups = new Dictionary<string, List<CyclicLine?>> { ["a"] = [line, null], ["b"] = [] };
        order.Previous = order;
        order.Related = new List<CyclicOrder> { order, Order(2, lines: 1) };
        line.Links = new CyclicLinks { Next = line, Count = 1, Numbers = [1, 2] };
        line.More = new CyclicLinks { Next = order.Lines[2] };
        order.Lines[2].Links = new CyclicLinks { Next = order.Lines[1], Count = 2 };
        return order;
    }

    /// <summary>The root list is also inside.</summary>
    public static List<CyclicNode?> Siblings()
    {
        var parent = new CyclicNode { Name = "parent" };
        for (int i = 0; i < 3; i++) parent.Children.Add(new CyclicNode { Name = $"child {i}", Parent = parent });
        parent.Children.Add(null);
        parent.Children.Add(parent);
        return parent.Children;
    }

    public static CyclicManager Manager()
    {
        var manager = new CyclicManager { Name = "Ada" };
        manager.Team = [manager, new CyclicCustomer { Name = "Linus" }, manager];
        manager.Best = manager;
        manager.Orders = Orders(2);
        foreach (CyclicOrder order in manager.Orders) order.Customer = manager;
        return manager;
    }

    public static CyclicPage Page()
    {
        var page = new CyclicPage { Count = 2, Orders = Orders(2) };
        page.Anything = page.Orders;
        page.Next = page;
        page.Orders[0].Related = page.Orders;
        return page;
    }

    public static CyclicShape Shape()
    {
        var square = new CyclicSquare { Side = 2 };
        square.Parts = [square, new CyclicShape(), new CyclicSquare { Parts = [square] }];
        square.Owner = Siblings()[0];
        return square;
    }
}
