namespace RowJson;

// Converts values other than lists of rows. Writes to streams leave such values to the serializer.
internal abstract class ValueConverter<TValue>(DropInOptions options) : RowConverter<TValue>(options)
{
    private readonly int _deepest = options.Rows.Context.Traits.MaxDepth - 2;

    public override bool HasBatches => false;

    public override IRowBatches Open(object value) => throw new NotSupportedException();

    public override TValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonSerializer.Deserialize(ref reader, Plain)!;

    // Nested values may reach MaxDepth. The serializer checks the depth of some kinds of elements only.
    protected bool IsNearMaxDepth(Utf8JsonWriter writer) => writer.CurrentDepth >= _deepest;
}
