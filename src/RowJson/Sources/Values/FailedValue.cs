namespace RowJson;

// A value that could not be written. The serializer is given it alone: what it throws has the message and the path that its callers know,
// and an asynchronous call can await what is in the value.
internal abstract class FailedValue
{
    // Writes the value.
    public abstract void Serialize(Utf8JsonWriter writer);

    public abstract Task SerializeAsync(Stream utf8Json, CancellationToken cancellationToken);
}

internal sealed class FailedValue<T>(T value, JsonTypeInfo<T> contract) : FailedValue
{
    public override void Serialize(Utf8JsonWriter writer) => JsonSerializer.Serialize(writer, value, contract);

    public override Task SerializeAsync(Stream utf8Json, CancellationToken cancellationToken) =>
        JsonSerializer.SerializeAsync(utf8Json, value, contract, cancellationToken);
}
