using System.Text.Json;

namespace RowJson.Conformance;

/// <summary><see cref="JsonSerializer"/> with the options that <see cref="JsonRowSerializer"/> makes of the application's.</summary>
internal sealed class DropInImplementation() : Implementation("drop-in")
{
    public override bool Takes(JsonSerializerOptions options) => DropInComparison.TakesOver(options);

    public override Task<string> WriteAsync<T>(IEnumerable<T> rows, JsonRowOptions options) =>
        Task.FromResult(JsonSerializer.Serialize(rows, JsonRowSerializer.CreateWriteOptions(options.SerializerOptions)));
}
