namespace RowJson;

// How values of one declared type are written as rows, inside what the serializer writes.
internal interface IRowConverter
{
    // The contract that writes such a value as a whole.
    JsonTypeInfo CreateInfo(JsonSerializerOptions options);

    // A value can be written batch by batch.
    bool HasBatches { get; }

    // The serializer can write such a value element by element, and flush in between.
    bool IsSequence { get; }

    // Columns are there to write a value by; asked where the serializer must not write a row for itself.
    bool IsReady(object value);

    // The rows of a value that is not null.
    IRowBatches Open(object value);
}
