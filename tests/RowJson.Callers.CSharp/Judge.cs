using System.Text;
using System.Text.Json;

namespace RowJson.Callers;

/// <summary>Compares rows with what <see cref="JsonSerializer"/> writes for the sequence.</summary>
internal static class Judge
{
    public static void Check<T>(JsonRows rows, IEnumerable<T> value) => rows.ToJsonString().Should().Be(JsonSerializer.Serialize(value));

    public static async Task CheckAsync<T>(AsyncJsonRows rows, IEnumerable<T> value) =>
        (await WriteAsync(rows.WriteToAsync)).Should().Be(JsonSerializer.Serialize(value));

    public static async Task<string> WriteAsync(
        Func<Stream, JsonRowOptions?, IProgress<JsonRowProgress>?, CancellationToken, Task<JsonRowResult>> write)
    {
        var stream = new MemoryStream();
        await write(stream, null, null, CancellationToken.None);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
