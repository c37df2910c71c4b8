using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.NativeAot;

/// <summary>What <see cref="JsonRowSerializer"/> writes, and the serializer by options made of the application's.</summary>
internal static class DropIn
{
    private static readonly JsonSerializerOptions Fast = RowContext.Default.Options.WithRowJson(writeOnly: true);
    private static readonly JsonSerializerOptions Both = RowContext.Default.Options.WithRowJson();

    public static IEnumerable<(string Name, Func<Task<byte[]>> Write, byte[] Expected)> All() =>
        [.. Of("objects", Rows.Flights), .. Of("nested objects", Rows.Bookings), .. Of("structures", Rows.Seats), .. Of("structures of every kind", Rows.Trips),
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
