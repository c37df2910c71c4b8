using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>
/// A value that could not be written. The serializer is given it alone: what it throws has the message and the path that its callers know,
/// and an asynchronous call can await what is in the value.
/// </summary>
internal abstract class FailedValue
{
    /// <summary>Writes the value.</summary>
    public abstract void Serialize(Utf8JsonWriter writer);

    /// <inheritdoc cref="Serialize"/>
    public abstract Task SerializeAsync(Stream utf8Json, CancellationToken cancellationToken);
}

/// <inheritdoc/>
internal sealed class FailedValue<T>(T value, JsonTypeInfo<T> contract) : FailedValue
{
    public override void Serialize(Utf8JsonWriter writer) => JsonSerializer.Serialize(writer, value, contract);

    public override Task SerializeAsync(Stream utf8Json, CancellationToken cancellationToken) =>
        JsonSerializer.SerializeAsync(utf8Json, value, contract, cancellationToken);
}
