using System.Text.Json;

namespace RowJson.LoadServer;

/// <summary>The same rows as objects, dictionaries and a document.</summary>
internal sealed class LoadData
{
    private static readonly string[] Cities = ["Aldermoor", "Brackwater", "Corvale", "Dunmere", "Elsinge", "Fernholt", "Gildenburg"];
    private static readonly string[] Carriers = ["AZ", "BQ", "CX", "DV", "EK", "FW"];

    public LoadData(int rows)
    {
        Objects = [.. Enumerable.Range(1, rows).Select(Create)];
        Dictionaries = [.. Objects.Select(ToDictionary)];
        Document = JsonSerializer.SerializeToDocument(Objects, LoadContext.Default.ListLoadRow);
    }

    public List<LoadRow> Objects { get; }
    public List<Dictionary<string, object?>> Dictionaries { get; }
    public JsonDocument Document { get; }

    /// <summary>Objects that come one after the other, each at once.</summary>
    public async IAsyncEnumerable<LoadRow> StreamAsync()
    {
        await Task.CompletedTask;
        foreach (LoadRow row in Objects) yield return row;
    }

    private static LoadRow Create(int id) => new()
    {
        Id = id, Name = $"Flight {id * 7919 % 9973}", City = Cities[id * 31 % Cities.Length],
        Carrier = Carriers[id * 17 % Carriers.Length],
        Departure = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Unspecified).AddMinutes(id * 13),
        Delay = id % 11 == 0 ? null : (id * 37 % 90) - 15, Distance = 200 + (id * 101 % 5000),
        Fare = Math.Round(40 + (id * 53 % 70000 / 100.0), 2), Weight = Math.Round(id * 29 % 3000 / 10.0, 1), IsCancelled = id % 11 == 0,
    };

    private static Dictionary<string, object?> ToDictionary(LoadRow row) => new()
    {
        ["id"] = row.Id, ["name"] = row.Name, ["city"] = row.City, ["carrier"] = row.Carrier, ["departure"] = row.Departure,
        ["delay"] = row.Delay, ["distance"] = row.Distance, ["fare"] = row.Fare, ["weight"] = row.Weight, ["isCancelled"] = row.IsCancelled,
    };
}
