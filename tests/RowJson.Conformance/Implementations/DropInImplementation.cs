using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson.Conformance;

/// <summary><see cref="JsonSerializer"/> with the options that <see cref="JsonRowSerializer"/> makes of the application's.</summary>
internal sealed class DropInImplementation() : Implementation("drop-in")
{
    /// <summary>Without code that is made at run time the serializer writes all.</summary>
    protected override bool IsAvailable => RuntimeFeature.IsDynamicCodeSupported;

    /// <summary>With other options the serializer writes all, by these options themselves.</summary>
    public override bool Takes(JsonSerializerOptions options) => !ReferenceEquals(options.WithRowJson(writeOnly: true), options);

    public override Task<string> WriteAsync<T>(IEnumerable<T> rows, JsonRowOptions options) =>
        Task.FromResult(JsonSerializer.Serialize(rows, options.SerializerOptions.WithRowJson(writeOnly: true)));
}
