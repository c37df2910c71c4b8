namespace RowJson;

// Writes rows into a Utf8JsonWriter that the serializer has given a converter. Nothing is allocated for a list: the encoder and its buffer
// are rented, and each batch is one raw value.
internal static class RowListWriter
{
    // Writes an array.
    public static void Write<TRows>(Utf8JsonWriter writer, DropInOptions options, ref TRows rows)
        where TRows : IRowBatches => Write(writer, options.Rows.ContextFor(writer.Options.Encoder), ref rows);

    public static void Write<TRows>(Utf8JsonWriter writer, RowContext context, ref TRows rows)
        where TRows : IRowBatches
    {
        writer.WriteStartArray();
        if (rows.HasRows) WriteRows(writer, context, ref rows);
        writer.WriteEndArray();
    }

    // Writes rows where the writer is, one at least.
    public static void WriteRows<TRows>(Utf8JsonWriter writer, DropInOptions options, ref TRows rows)
        where TRows : IRowBatches => WriteRows(writer, options.Rows.ContextFor(writer.Options.Encoder), ref rows);

    public static void WriteRows<TRows>(Utf8JsonWriter writer, RowContext context, ref TRows rows)
        where TRows : IRowBatches
    {
        RowEncoder encoder = Open(writer, context);
        try
        {
            do WriteBatch(writer, encoder, ref rows);
            while (rows.HasRows);
        }
        finally
        {
            context.Return(encoder);
        }
    }

    // Rents an encoder for rows inside what the writer has opened.
    public static RowEncoder Open(Utf8JsonWriter writer, DropInOptions options) =>
        Open(writer, options.Rows.ContextFor(writer.Options.Encoder));

    private static RowEncoder Open(Utf8JsonWriter writer, RowContext context)
    {
        RowEncoder encoder = context.Rent();
        encoder.OpenInside(encoder.OwnBuffer, writer, rowDepth: writer.CurrentDepth);
        return encoder;
    }

    // Writes the next rows. What fails reaches the serializer's caller as the serializer's own failures do.
    public static void WriteBatch<TRows>(Utf8JsonWriter writer, RowEncoder encoder, ref TRows rows)
        where TRows : IRowBatches => WriteBatch(writer, encoder, ref rows, mayGoBack: false);

    // Writes the next rows. False: those before one that the serializer may be able to write asynchronously, which then comes next.
    public static bool TryWriteBatch<TRows>(Utf8JsonWriter writer, RowEncoder encoder, ref TRows rows)
        where TRows : IRowBatches => WriteBatch(writer, encoder, ref rows, mayGoBack: true);

    private static bool WriteBatch<TRows>(Utf8JsonWriter writer, RowEncoder encoder, ref TRows rows, bool mayGoBack)
        where TRows : IRowBatches
    {
        bool goesBack = false;
        try
        {
            Encode(encoder, ref rows);
        }
        catch (Exception exception) when (encoder.Stage != JsonRowStage.Source)
        {
            goesBack = mayGoBack && AsyncRefusal.Is(exception) && rows.TryGoBack(encoder);
            if (!goesBack)
            {
                if (RowListFailure.IsOfSerializer(exception, encoder)) ThrowAsSerializer(exception, writer, encoder, rows);
                throw;
            }
            encoder.Commit();
        }
        Send(writer, encoder);
        return !goesBack;
    }

    private static void ThrowAsSerializer<TRows>(Exception exception, Utf8JsonWriter writer, RowEncoder encoder, TRows rows)
        where TRows : IRowBatches
    {
        JsonSerializerOptions options = encoder.Context.Options.SerializerOptions;
        RowListFailure.ThrowAsSerializer(
            exception, writer, writer.CurrentDepth, discarded => rows.SerializeFailed(discarded, options, encoder));
    }

    private static void Encode<TRows>(RowEncoder encoder, ref TRows rows)
        where TRows : IRowBatches
    {
        using (new EncodingScope(encoder)) rows.Encode(encoder);
        encoder.Commit();
    }

    private static void Send(Utf8JsonWriter writer, RowEncoder encoder)
    {
        PooledBufferWriter batch = encoder.OwnBuffer;
        if (batch.WrittenCount == 0) return;
        writer.WriteRawValue(batch.WrittenSpan, skipInputValidation: true);
        batch.Clear();
    }
}
