using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Hosts.Tests;

#pragma warning disable CA1002, CA2227

/// <summary>What is sent and received: rows inside an object.</summary>
public sealed class HostPage
{
    public int Total { get; set; }
    public List<HostRow> Rows { get; set; } = [];
    public Dictionary<string, HostRow[]>? ByName { get; set; }
    public string? Next { get; set; }

    public static HostPage Make(int count = 30) => new()
    {
        Total = count,
        Rows = [.. Enumerable.Range(0, count).Select(Row)],
        ByName = new() { ["é<"] = [Row(1)], ["none"] = [] },
        Next = "/rows?page=2&size=30",
    };

    private static HostRow Row(int i) => new() { Id = i, Name = $"ñame <{i}>", Price = i / 4m, At = DateTime.UnixEpoch.AddDays(i), Kind = (HostKind)(i % 2) };
}

public sealed class HostRow
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public decimal Price { get; set; }
    public DateTime At { get; set; }
    public HostKind Kind { get; set; }
}

public enum HostKind
{
    One,
    Other,
}

/// <summary>An application's options, and what is made of them.</summary>
internal static class HostOptions
{
    public static JsonSerializerOptions Plain { get; } = new(JsonSerializerDefaults.Web) { Converters = { new JsonStringEnumConverter() } };

    public static JsonSerializerOptions Both => Plain.WithRowJson();

    public static string Text { get; } = JsonSerializer.Serialize(HostPage.Make(), Plain);

    /// <summary>What was received is what was sent.</summary>
    public static void ShouldBePage(HostPage? page) => JsonSerializer.Serialize(page, Plain).Should().Be(Text);
}
