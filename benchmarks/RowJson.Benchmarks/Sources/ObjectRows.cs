namespace RowJson.Benchmarks;

/// <summary>Rows that are objects of one class: what contenders do with them, of which few know the class.</summary>
internal abstract class ObjectRows
{
    /// <summary>The rows themselves.</summary>
    public abstract object Items { get; }

    /// <summary>By <see cref="JsonSerializer"/> and the metadata that the options have.</summary>
    public abstract EncodeRows Serialize(EncodingSettings settings, JsonSerializerOptions options);

    /// <summary>By RowJson: by the type alone, or by generated metadata; null for what is no <see cref="JsonRows"/>.</summary>
    public virtual Func<JsonRows>? Describe(bool byMetadata) => null;

    /// <summary>By RowJson into a buffer, from the type alone.</summary>
    public abstract EncodeRows Write(JsonRowOptions options);

    /// <summary>By a loop that one writes by hand; null if there is none.</summary>
    public virtual EncodeRows? WriteByHand(Utf8JsonWriter writer, bool namesAreEncoded) => null;

    /// <summary>Reads all values; null if there is no such loop.</summary>
    public virtual Func<long>? Read => null;
}

/// <inheritdoc/>
/// <param name="rows">A list or an array.</param>
/// <param name="loops">What one writes by hand; null if nobody would.</param>
internal sealed class ObjectRows<TRows, T>(TRows rows, ObjectLoop<T>? loops) : ObjectRows
    where TRows : IReadOnlyList<T>
{
    public override object Items => rows;

    public override Func<long>? Read => loops is null ? null : () =>
    {
        long sum = 0;
        for (int i = 0; i < rows.Count; i++) sum += loops.Read(rows[i]);
        return sum;
    };

    public override EncodeRows Serialize(EncodingSettings settings, JsonSerializerOptions options)
    {
        Utf8JsonWriter writer = settings.CreateWriter();
        var metadata = (JsonTypeInfo<TRows>)options.GetTypeInfo(typeof(TRows));
        return output =>
        {
            writer.Reset(output);
            JsonSerializer.Serialize(writer, rows, metadata);
        };
    }

    public override Func<JsonRows> Describe(bool byMetadata)
    {
        var metadata = (JsonTypeInfo<T>)ObjectContext.Default.GetTypeInfo(typeof(T))!;
        return byMetadata ? () => JsonRows.From(rows, metadata) : () => JsonRows.From(rows);
    }

    public override EncodeRows Write(JsonRowOptions options) => output => JsonRows.From(rows).WriteTo(output, options);

    public override EncodeRows? WriteByHand(Utf8JsonWriter writer, bool namesAreEncoded)
    {
        if (loops is null) return null;
        Action<Utf8JsonWriter, T> write = namesAreEncoded ? loops.WriteCached : loops.WriteValues;
        return output =>
        {
            writer.Reset(output);
            writer.WriteStartArray();
            for (int i = 0; i < rows.Count; i++) write(writer, rows[i]);
            writer.WriteEndArray();
            writer.Flush();
        };
    }
}

/// <summary>The same as an asynchronous sequence, which is written to a stream.</summary>
internal sealed class AsyncObjectRows<T>(List<T> rows) : ObjectRows
{
    public override object Items => rows;

    public override EncodeRows Serialize(EncodingSettings settings, JsonSerializerOptions options)
    {
        var metadata = (JsonTypeInfo<IAsyncEnumerable<T>>)options.GetTypeInfo(typeof(IAsyncEnumerable<T>));
        return output =>
        {
            using var stream = new BufferWriterStream(output);
            JsonSerializer.SerializeAsync(stream, Enumerate(), metadata).GetAwaiter().GetResult();
        };
    }

    public override EncodeRows Write(JsonRowOptions options) => output =>
    {
        using var stream = new BufferWriterStream(output);
        JsonRows.From(Enumerate()).WriteToAsync(stream, options).GetAwaiter().GetResult();
    };

#pragma warning disable CS1998 // Nothing is awaited: the sequence is measured as little as can be.
    private async IAsyncEnumerable<T> Enumerate()
    {
        foreach (T row in rows) yield return row;
    }
#pragma warning restore CS1998
}
