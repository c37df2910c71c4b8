using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.NativeAot;

/// <summary>What <see cref="JsonRowSerializer"/> writes, and the serializer by options made of the application's.</summary>
internal static class DropIn
{
    private static readonly JsonSerializerOptions Fast = RowContext.Default.Options.WithRowJson(writeOnly: true);
    private static readonly JsonSerializerOptions Both = RowContext.Default.Options.WithRowJson();

    public static IEnumerable<(string Name, Func<Task<byte[]>> Write, byte[] Expected)> All() =>
        [.. Of("objects", Rows.Flights), .. Of("nested objects", Rows.Bookings), .. Of("structures", Rows.Seats), .. Of("journeys", Rows.Journeys),
            .. Of("structures in collections", Rows.Holders), .. Of("a set", Rows.Seats.ToHashSet()),
            .. Of("an ordered list", Rows.Fares.ToImmutableList()), .. Of("an immutable array", Rows.Fares.ToImmutableArray()),
            .. Of<IReadOnlyCollection<Fare>>("a collection", Rows.Fares), .. Of("by name", Rows.Fares.ToDictionary(it => it.Number)),
            .. Of("by number", Rows.Fares.ToDictionary(it => it.Id)), .. Of("lists", (List<List<Fare>>)[Rows.FareList, []]),
            .. Of("a structure", Rows.Fares[1]), .. Of<Fare?>("a structure or null", Rows.Fares[1]), .. Of("transfers", Rows.Transfers),
            .. Of("fares", Rows.FareList), .. Of("structures of every kind", Rows.Trips), .. Of("undeclared structures", Rows.Points),
            .. Of("undeclared structures in classes", Rows.Places),
            .. Of("dictionaries", Rows.Dictionaries), .. Of("a page", Rows.Page),
            .. Of("orders", Rows.Orders), .. Of("shapes", Rows.Shapes),
            .. Of("a query", Rows.Flights.Where(it => it.IsFull)), .. Of("groups", Rows.Groups)];

    private static IEnumerable<(string Name, Func<Task<byte[]>> Write, byte[] Expected)> Of<T>(string name, T value)
    {
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(value, (JsonTypeInfo<T>)RowContext.Default.GetTypeInfo(typeof(T))!);
        var info = (JsonTypeInfo<T>)RowContext.Default.Options.GetTypeInfo(typeof(T));
        yield return ($"{name}, options", () => Bytes(value, Fast), expected);
        yield return ($"{name}, options for both directions", () => Bytes(value, Both), expected);
        yield return ($"{name}, stream", () => Sinks.Streamed(stream => JsonRowSerializer.SerializeAsync(stream, value, info)), expected);
    }

    private static Task<byte[]> Bytes<T>(T value, JsonSerializerOptions options) =>
        Task.FromResult(JsonSerializer.SerializeToUtf8Bytes(value, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T))));
}
