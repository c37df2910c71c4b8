using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Conformance;

/// <summary><c>JsonRows.From</c>, however members are read.</summary>
internal sealed class FromImplementation() : Implementation("From")
{
    public override IReadOnlyList<ObjectAccess> Accesses => Enum.GetValues<ObjectAccess>();

    public override Task<string> WriteAsync<T>(IEnumerable<T> rows, JsonRowOptions options) =>
        Task.FromResult(JsonRows.From(rows).ToJsonString(options));
}

/// <summary><c>JsonRows.From</c> with metadata that the caller gives.</summary>
internal sealed class FromContractImplementation() : Implementation("From with a contract")
{
    public override IReadOnlyList<ObjectAccess> Accesses => Enum.GetValues<ObjectAccess>();

    /// <summary>Metadata given by the caller keep references within a row at most.</summary>
    public override bool Takes(JsonSerializerOptions options) => options.ReferenceHandler != ReferenceHandler.Preserve;

    public override Task<string> WriteAsync<T>(IEnumerable<T> rows, JsonRowOptions options) =>
        Task.FromResult(JsonRows.From(rows, (JsonTypeInfo<T>)options.SerializerOptions.GetTypeInfo(typeof(T))).ToJsonString(options));
}

/// <summary><c>JsonRows.From</c> of an asynchronous sequence, to a stream.</summary>
internal sealed class FromAsyncImplementation() : Implementation("From an asynchronous sequence")
{
    public override IReadOnlyList<ObjectAccess> Accesses => Enum.GetValues<ObjectAccess>();

    /// <summary>An asynchronous sequence has no identity: the serializer writes an array.</summary>
    public override async Task<string> SerializeAsync<T>(IEnumerable<T> rows, JsonSerializerOptions options)
    {
        if (options.ReferenceHandler != ReferenceHandler.Preserve) return await base.SerializeAsync(rows, options);
        var stream = new MemoryStream();
        await JsonSerializer.SerializeAsync(stream, rows.ToAsyncEnumerable(), options);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    public override async Task<string> WriteAsync<T>(IEnumerable<T> rows, JsonRowOptions options)
    {
        var stream = new MemoryStream();
        await JsonRows.From(rows.ToAsyncEnumerable()).WriteToAsync(stream, options);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
