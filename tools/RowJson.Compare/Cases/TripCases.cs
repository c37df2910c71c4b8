using System.Reflection;

namespace RowJson.Compare;

/// <summary>Generated objects: by a shape, by metadata, and by nothing but their type, as structures and with objects inside too.</summary>
internal sealed class TripCases : ICaseSource
{
    // Of a row's text.
    private const int BytesPerRow = 200;
    private const int BytesPerTour = 350;
    private const int MostRows = 5_000;

    private static readonly string[] Places = ["Alphabet City", "Bay Ridge", "Côte d'Azur", "Dyker Heights", "East Village", "Flatbush"];

    /// <inheritdoc/>
    public IEnumerable<Case> Cases(IReadOnlyCollection<string> groups, int mostBytes)
    {
        List<Trip> trips = Generate(Math.Min(MostRows, mostBytes / BytesPerRow));
        List<TripValue> values = trips.ConvertAll(TripValue.Of);
        List<Tour> tours = GenerateTours(Math.Min(MostRows, mostBytes / BytesPerTour));
        IEnumerable<Case> cases =
        [
            Create(Groups.Objects, "shape", trips, build => [trips, Shape(build)]),
            Create(Groups.Objects, "type info", trips, _ => [trips, TripContext.Default.Trip]),
            Create(Groups.PlainObjects, "list", trips, _ => [trips]),
            new(Groups.PlainObjects, "trips, list of structures", values.Count, build => build.Bind(values)),
            new(Groups.PlainObjects, "tours, list", tours.Count, build => build.Bind(tours)),
        ];
        return cases.Where(rows => groups.Contains(rows.Group));
    }

    private static Case Create(string group, string name, List<Trip> trips, Func<RowJsonBuild, object[]> arguments) =>
        new(group, $"trips, {name}", trips.Count, build => build.Bind(arguments(build)));

    /// <summary>A <c>JsonRowShape&lt;Trip&gt;</c> of the build.</summary>
    private static object Shape(RowJsonBuild build)
    {
        object shape = Activator.CreateInstance(build.FindType("JsonRowShape`1").MakeGenericType(typeof(Trip)))!;
        Column(nameof(Trip.Id), trip => trip.Id);
        Column(nameof(Trip.Driver), trip => trip.Driver);
        Column(nameof(Trip.From), trip => trip.From);
        Column(nameof(Trip.To), trip => trip.To);
        Column(nameof(Trip.Passengers), trip => trip.Passengers);
        Column(nameof(Trip.Distance), trip => trip.Distance);
        Column(nameof(Trip.Fare), trip => trip.Fare);
        Column(nameof(Trip.Tip), trip => trip.Tip);
        Column(nameof(Trip.StartedAt), trip => trip.StartedAt);
        Column(nameof(Trip.IsShared), trip => trip.IsShared);
        return shape;

        void Column<TValue>(string name, Func<Trip, TValue> value)
        {
            MethodInfo column = build.Find(shape.GetType(), "Column", BindingFlags.Instance, typeof(string), value.GetType());
            object?[] further = [.. column.GetParameters().Skip(2).Select(parameter => parameter.DefaultValue)];
            shape = column.Invoke(shape, [name, value, .. further])!;
        }
    }

    private static List<Trip> Generate(int count)
    {
        var random = new Random(1);
        var start = new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        return
        [
            .. Enumerable.Range(0, count).Select(i => new Trip
            {
                Id = 1_000_000 + i,
                Driver = $"Driver {random.Next(10_000)}",
                From = Places[random.Next(Places.Length)],
                To = Places[random.Next(Places.Length)],
                Passengers = random.Next(1, 6),
                Distance = random.Next(50, 5_000) / 100.0,
                Fare = random.Next(300, 20_000) / 100m,
                Tip = random.Next(3) == 0 ? null : random.Next(0, 2_000) / 100.0,
                StartedAt = start.AddSeconds(random.Next(366 * 24 * 60 * 60)),
                IsShared = random.Next(2) == 0,
            }),
        ];
    }

    private static List<Tour> GenerateTours(int count)
    {
        var random = new Random(2);
        var start = new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        return
        [
            .. Enumerable.Range(0, count).Select(i => new Tour
            {
                Id = 1_000_000 + i,
                Driver = $"Driver {random.Next(10_000)}",
                StartedAt = start.AddSeconds(random.Next(366 * 24 * 60 * 60)),
                Start = new Place
                {
                    Street = $"{random.Next(1, 200)} {Places[random.Next(Places.Length)]}",
                    City = Places[random.Next(Places.Length)],
                    ZipCode = random.Next(10_000, 100_000),
                    Country = random.Next(3) == 0 ? null : "Netherlands",
                },
                Visits = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => new Visit
                {
                    Name = Places[random.Next(Places.Length)],
                    Distance = random.Next(50, 5_000) / 100.0,
                    Minutes = random.Next(1, 300),
                })],
            }),
        ];
    }
}
