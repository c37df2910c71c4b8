using System.Collections.Immutable;
using System.Data;
using System.Drawing;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.NativeAot;

/// <summary>The values that are written.</summary>
internal static class Rows
{
    private const int Count = 500;

    public static List<Flight> Flights { get; } = [.. Enumerable.Range(0, Count).Select(index => new Flight
    {
        Id = index,
        Number = $"LH {index} <é>",
        Departs = new DateTime(2024, 2, 29, 0, 0, 0, DateTimeKind.Utc).AddMinutes(index),
        Price = index / 8.0,
        Fee = index % 3 == 0 ? null : index / 100m,
        IsFull = index % 2 == 0,
        Key = new Guid(index, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        Note = index % 7 == 0 ? null : "a \"note\"",
    })];

    public static List<Booking> Bookings { get; } =
        [.. Flights.Select(flight => new Booking(flight.Id, flight, [1, 2], new Seat("A", flight.Id), flight.IsFull ? State.Sent : State.Open))];

    public static Fare[] Fares { get; } =
        [.. Flights.Select(it => new Fare(it.Id, it.Number, it.Departs, it.Price, it.Fee, it.IsFull, it.Key, it.Note))];

    public static List<Fare> FareList { get; } = [.. Fares.Take(100)];

    public static List<Journey> Journeys { get; } = [.. Flights.Take(100).Select(it => new Journey
    {
        Id = it.Id, Name = it.Number, At = it.Departs, Until = it.IsFull ? it.Departs : null, Key = it.Key, Price = it.Fee ?? 1.5m,
        Weight = it.Id % 3 == 0 ? null : it.Id, Flight = it,
        Stops = [new Stop { Name = "a", At = it.Departs, Rank = it.Id }, new Stop { Name = "b" }],
        Tags = ["x", "yy"],
    })];

    public static List<Transfer> Transfers { get; } = [.. Flights.Take(100).Select(it => new Transfer
    {
        Id = it.Id, Name = it.Number, At = it.Departs, Fare = Fares[it.Id], Seat = it.IsFull ? new Seat("A", it.Id) : null,
        Seats = [new Seat("B", 1), new Seat("C", 2)], State = it.IsFull ? State.Sent : State.Open,
    })];

    public static Trip[] Trips { get; } =
        [.. Flights.Select(it => new Trip(it.Id, it.Number, it.Departs, it.Price, it.Fee, it.IsFull)
        {
            Flight = it,
            Fare = Fares[it.Id],
            Seat = it.IsFull ? new Seat("A", it.Id) : null,
            State = it.IsFull ? State.Sent : State.Open,
            Sizes = [it.Id, 2],
            Words = new() { ["a"] = "b" },
            Anything = it.Id % 2 == 0 ? new Seat("B", it.Id) : "text",
            Bytes = it.Id % 3 == 0 ? null : [1, 2],
            Name = new Name($"n{it.Id}"),
        })];

    public static Seat?[] MaybeSeats { get; } = [.. Trips.Select(it => it.Seat)];

    public static Seat[] Seats { get; } = [.. Enumerable.Range(0, Count).Select(index => new Seat("東京", index))];

    public static Holder[] Holders { get; } = [.. Enumerable.Range(0, 20).Select(index => new Holder
    {
        ReadOnly = Fares, Set = [.. Seats.Take(index)], Ordered = [.. Fares.Take(2)], Array = [.. Seats.Take(3)], Maybe = [Seats[1], null],
        ByName = new() { ["a"] = Fares[index] }, ById = new() { [index] = Seats[index] }, ByNames = new() { ["b"] = [Seats[0]] },
        Memory = Seats.AsMemory(0, 2), Any = index % 2 == 0 ? Seats[index] : Fares, Queue = new([Seats[2]]), Next = new(Seats[0], [Fares[0]]),
        Both = new(new Seat("C", 1), Seats[0]), State = index % 2 == 0 ? State.Sent : null, States = [State.Open],
    })];

    public static List<Point> Points { get; } = [.. Enumerable.Range(0, 20).Select(index => new Point(index, -index))];

    public static List<Place> Places { get; } = [.. Points.Select(it => new Place
    {
        At = it, Until = it.IsEmpty ? null : it, Path = Points, Marks = [.. Points], ByName = new() { ["a"] = it },
    })];

    public static List<Dictionary<string, object?>> Dictionaries { get; } = [.. Flights.Select(flight => new Dictionary<string, object?>
    {
        ["Id"] = flight.Id, ["Number"] = flight.Number, ["Departs"] = flight.Departs, ["Price"] = flight.Price, ["Fee"] = flight.Fee,
        ["IsFull"] = flight.IsFull, ["Key"] = flight.Key, ["Note"] = flight.Note,
    })];

    public static List<Dictionary<string, double>> Prices { get; } =
        [.. Flights.Select(flight => new Dictionary<string, double> { ["price"] = flight.Price, ["half"] = flight.Price / 2 })];

    public static Page Page { get; } = new("a page", Flights, new() { ["seats"] = [.. Seats] }, Dictionaries);

    public static List<Order> Orders { get; } = [.. Flights.Select(flight => new Order
    {
        Id = flight.Id,
        Flight = flight,
        Before = flight.Id % 5 == 0 ? null : new Order { Id = -flight.Id, Flight = flight },
        Flights = [flight, flight],
        Found = flight.Id % 3 == 0 ? null : new[] { flight, flight }.Where(it => it.Id >= 0),
        Names = ["a", "é", "<"],
        Sizes = [flight.Id, 2],
        Prices = [flight.Price],
        Words = new() { ["a"] = "b" },
        ByName = new() { ["x"] = flight },
        Anything = flight.Id % 2 == 0 ? new Bird("magpie", flight.Id) : "text",
        Bytes = [1, 2, (byte)flight.Id],
        State = flight.IsFull ? State.Sent : State.Open,
        Maybe = flight.IsFull ? State.Open : null,
        Shape = flight.IsFull ? new Bird("crow", 1) : new Fish("carp"),
        Name = new Name($"n{flight.Id}"),
        More = new() { [$"more{flight.Id % 3}"] = JsonElement.Parse("[ 1, null ]") },
    })];

    public static Shape[] Shapes { get; } = [.. Orders.Select(order => order.Shape!)];

    public static Dictionary<string, List<Flight>> Groups { get; } = new() { ["first"] = Flights, ["second"] = [] };

    public static byte[] Text { get; } = JsonSerializer.SerializeToUtf8Bytes(Dictionaries, RowContext.Default.ListDictionaryStringObject);

    public static JsonArray Nodes { get; } = JsonNode.Parse(Text)!.AsArray();

    public static DataTable Table { get; } = CreateTable();

    private static DataTable CreateTable()
    {
        var table = new DataTable();
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("Number", typeof(string));
        table.Columns.Add(new DataColumn("Departs", typeof(DateTime)) { DateTimeMode = DataSetDateTime.Utc });
        table.Columns.Add("Price", typeof(double));
        table.Columns.Add("Fee", typeof(decimal));
        table.Columns.Add("IsFull", typeof(bool));
        table.Columns.Add("Key", typeof(Guid));
        table.Columns.Add("Note", typeof(string));
        foreach (Flight it in Flights) table.Rows.Add(it.Id, it.Number, it.Departs, it.Price, it.Fee, it.IsFull, it.Key, it.Note);
        return table;
    }
}

/// <summary>A class of scalars.</summary>
internal sealed class Flight
{
    public int Id { get; init; }

    public required string Number { get; init; }

    public DateTime Departs { get; init; }

    public double Price { get; init; }

    public decimal? Fee { get; init; }

    public bool IsFull { get; init; }

    public Guid Key { get; init; }

    public string? Note { get; init; }
}

/// <summary>A class with objects, lists and an enumeration.</summary>
internal sealed record Booking(long Id, Flight Flight, int[] Sizes, Seat Seat, State State);

/// <summary>A class in a class, lists, values that may be missing; no structure.</summary>
internal sealed class Journey
{
    public int Id { get; init; }

    public required string Name { get; init; }

    public DateTime At { get; init; }

    public DateTime? Until { get; init; }

    public Guid Key { get; init; }

    public decimal Price { get; init; }

    public int? Weight { get; init; }

    public required Flight Flight { get; init; }

    public required List<Stop> Stops { get; init; }

    public required string[] Tags { get; init; }
}

/// <summary>A small class.</summary>
internal sealed class Stop
{
    public required string Name { get; init; }

    public DateTime? At { get; init; }

    public int Rank { get; init; }
}

/// <summary>A class with structures.</summary>
internal sealed class Transfer
{
    public int Id { get; init; }

    public required string Name { get; init; }

    public DateTime At { get; init; }

    public Fare Fare { get; init; }

    public Seat? Seat { get; init; }

    public required List<Seat> Seats { get; init; }

    public State State { get; init; }
}

/// <summary>A class with structures in every kind of collection.</summary>
internal sealed class Holder
{
    public required IReadOnlyList<Fare> ReadOnly { get; init; }

    public required HashSet<Seat> Set { get; init; }

    public required ImmutableList<Fare> Ordered { get; init; }

    public ImmutableArray<Seat> Array { get; init; }

    public required List<Seat?> Maybe { get; init; }

    public required Dictionary<string, Fare> ByName { get; init; }

    public required Dictionary<int, Seat> ById { get; init; }

    public required Dictionary<string, List<Seat>> ByNames { get; init; }

    public ReadOnlyMemory<Seat> Memory { get; init; }

    public object? Any { get; init; }

    public required Queue<Seat> Queue { get; init; }

    public Chain Next { get; init; }

    public Pair<Seat> Both { get; init; }

    public State? State { get; init; }

    public required List<State> States { get; init; }
}

/// <summary>A class with structures whose code nobody declares: the generator leaves out those of the framework.</summary>
internal sealed class Place
{
    public Point At { get; init; }

    public Point? Until { get; init; }

    public required List<Point> Path { get; init; }

    public required Point[] Marks { get; init; }

    public required Dictionary<string, Point> ByName { get; init; }
}

/// <summary>A structure with a list of structures.</summary>
internal readonly record struct Chain(Seat Seat, List<Fare> Fares);

/// <summary>A generic structure of structures.</summary>
internal readonly record struct Pair<T>(T First, T? Second)
    where T : struct;

/// <summary>A class with a member of every kind.</summary>
internal sealed class Order
{
    public int Id { get; init; }

    public required Flight Flight { get; init; }

    public Order? Before { get; init; }

    public List<Flight>? Flights { get; init; }

    public IEnumerable<Flight>? Found { get; init; }

    public string[]? Names { get; init; }

    public List<int>? Sizes { get; init; }

    public IReadOnlyList<double>? Prices { get; init; }

    public Dictionary<string, string>? Words { get; init; }

    public Dictionary<string, Flight>? ByName { get; init; }

    public object? Anything { get; init; }

    public byte[]? Bytes { get; init; }

    public State State { get; init; }

    public State? Maybe { get; init; }

    public Shape? Shape { get; init; }

    [JsonConverter(typeof(NameConverter))]
    public Name? Name { get; init; }

    [JsonExtensionData]
    public Dictionary<string, JsonElement>? More { get; set; }
}

/// <summary>A class that a converter writes.</summary>
internal sealed record Name(string Text);

/// <summary>Writes it in brackets.</summary>
internal sealed class NameConverter : JsonConverter<Name>
{
    public override Name Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetString()!);

    public override void Write(Utf8JsonWriter writer, Name value, JsonSerializerOptions options) =>
        writer.WriteStringValue($"({value.Text})");
}

/// <summary>A class whose values have a discriminator.</summary>
[JsonDerivedType(typeof(Bird), "bird")]
[JsonDerivedType(typeof(Fish), 2)]
internal abstract record Shape(string Kind);

/// <inheritdoc/>
internal sealed record Bird(string Kind, int Wings) : Shape(Kind);

/// <inheritdoc/>
internal sealed record Fish(string Kind) : Shape(Kind);

/// <summary>A structure of scalars.</summary>
internal readonly record struct Fare(int Id, string Number, DateTime Departs, double Price, decimal? Fee, bool IsFull, Guid Key, string? Note);

/// <summary>A structure with a member of every kind, of which one counts its reads.</summary>
internal record struct Trip(int Id, string Number, DateTime Departs, double Price, decimal? Fee, bool IsFull)
{
    private int _reads;

    public int Reads => ++_reads;

    public Flight? Flight { get; init; }

    public Fare Fare { get; init; }

    public Seat? Seat { get; init; }

    public State State { get; init; }

    public List<int>? Sizes { get; init; }

    public Dictionary<string, string>? Words { get; init; }

    public object? Anything { get; init; }

    public byte[]? Bytes { get; init; }

    [JsonConverter(typeof(NameConverter))]
    public Name? Name { get; init; }
}

/// <summary>A structure.</summary>
internal readonly record struct Seat(string Row, int Number);

/// <summary>Lists of rows inside an object.</summary>
internal sealed record Page(string Title, List<Flight> Flights, Dictionary<string, List<Seat>> Groups, List<Dictionary<string, object?>> Rows);

/// <summary>An enumeration, written as a string.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<State>))]
internal enum State
{
    Open,
    Sent,
}

/// <summary>All that the application knows of its types.</summary>
[JsonSerializable(typeof(List<Flight>))]
[JsonSerializable(typeof(IEnumerable<Flight>))]
[JsonSerializable(typeof(List<Booking>))]
[JsonSerializable(typeof(List<Fare>))]
[JsonSerializable(typeof(List<Journey>))]
[JsonSerializable(typeof(List<Transfer>))]
[JsonSerializable(typeof(Holder[]))]
[JsonSerializable(typeof(List<Point>))]
[JsonSerializable(typeof(List<Place>))]
[JsonSerializable(typeof(HashSet<Seat>))]
[JsonSerializable(typeof(ImmutableList<Fare>))]
[JsonSerializable(typeof(ImmutableArray<Fare>))]
[JsonSerializable(typeof(IReadOnlyCollection<Fare>))]
[JsonSerializable(typeof(Dictionary<string, Fare>))]
[JsonSerializable(typeof(Dictionary<int, Fare>))]
[JsonSerializable(typeof(List<List<Fare>>))]
[JsonSerializable(typeof(Fare))]
[JsonSerializable(typeof(Fare?))]
[JsonSerializable(typeof(Seat[]))]
[JsonSerializable(typeof(Seat?[]))]
[JsonSerializable(typeof(Fare[]))]
[JsonSerializable(typeof(Trip[]))]
[JsonSerializable(typeof(Page))]
[JsonSerializable(typeof(List<Order>))]
[JsonSerializable(typeof(Shape[]))]
[JsonSerializable(typeof(Dictionary<string, List<Flight>>))]
[JsonSerializable(typeof(JsonElement))]
[JsonSerializable(typeof(JsonArray))]
[JsonSerializable(typeof(List<Dictionary<string, object?>>))]
[JsonSerializable(typeof(List<Dictionary<string, double>>))]
[JsonSerializable(typeof(DateTime))]
[JsonSerializable(typeof(decimal))]
[JsonSerializable(typeof(Guid))]
internal sealed partial class RowContext : JsonSerializerContext;
