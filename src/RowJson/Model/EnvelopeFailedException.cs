namespace RowJson;

// A property of an envelope could not be written.
internal sealed class EnvelopeFailedException(string propertyName, Exception cause) : Exception(cause.Message, cause)
{
    public string PropertyName { get; } = propertyName;
}
