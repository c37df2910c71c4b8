namespace RowJson;

// Writes a value by a contract in the middle of what the serializer writes: by the contract's converter, because the serializer flushes a
// writer that it is called with, and what has been flushed cannot be taken back after a failure.
internal static class ContractWrite
{
    // Writes a value by the contract that its options have for the type, which is not object.
    public static void Write<T>(Utf8JsonWriter writer, T value, JsonTypeInfo<T> contract)
    {
        Debug.Assert(typeof(T) != typeof(object), "Its converter does not look for the type of the value.");
        Debug.Assert(ReferenceEquals(contract.Options.GetTypeInfo(typeof(T)), contract), "The converter asks its options.");
        var converter = (JsonConverter<T>)contract.Converter;
        int depth = writer.CurrentDepth;
        try
        {
            if (value is null && !converter.HandleNull) writer.WriteNullValue();
            else converter.Write(writer, value, contract.Options);
        }
        catch (Exception exception) when (ReadFailure.HasNoPath(exception))
        {
            ThrowWithPath(exception, writer, depth, value, contract);
            throw;
        }
    }

    // Writes the value of a property, into a buffer first, by a contract that its options do not have: a converter would not use it.
    public static void WriteProperty<T>(Utf8JsonWriter writer, T value, JsonTypeInfo<T> contract)
    {
        var text = new ArrayBufferWriter<byte>();
        using var aside = new Utf8JsonWriter(text, writer.Options with { SkipValidation = true });
        for (int i = 1; i < writer.CurrentDepth; i++) aside.WriteStartArray();
        aside.WriteStartObject();
        aside.WritePropertyName(""u8);
        aside.Flush();
        int start = text.WrittenCount;
        JsonSerializer.Serialize(aside, value, contract);
        writer.WriteRawValue(text.WrittenSpan[start..], skipInputValidation: true);
    }

    // The serializer writes the value once more, to nowhere: only it gives an exception a path.
    private static void ThrowWithPath<T>(Exception exception, Utf8JsonWriter writer, int depth, T value, JsonTypeInfo<T> contract)
    {
        // A sequence that is not kept in memory may have no second enumeration, or wait for one.
        if (value is IEnumerable and not ICollection) return;
        RowListFailure.ThrowAsSerializer(exception, writer, depth, discarded => JsonSerializer.Serialize(discarded, value, contract));
    }
}
