namespace RowJson;

// A list at the root of a value, where cycles are ignored: its rows are followed from the list on.
// list: writes the rows.
internal sealed class CycleListConverter(IRowConverter list) : IRowConverter
{
    public bool HasBatches => true;

    public bool IsSequence => list.IsSequence;

    public JsonTypeInfo CreateInfo(JsonSerializerOptions options) => list.CreateInfo(options);

    public bool IsReady(object value) => list.IsReady(value);

    public IRowBatches Open(object value) => new Rows(list.Open(value), value);

    // None of the rows can be handed to the serializer, which would not know of the list.
    private sealed class Rows(IRowBatches rows, object list) : IRowBatches
    {
        public bool HasRows => rows.HasRows;

        public void Encode(RowEncoder encoder)
        {
            encoder.RowList = list;
            rows.Encode(encoder);
        }

        public void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder) =>
            rows.SerializeFailed(writer, options, encoder);

        public void Dispose() => rows.Dispose();
    }
}
