namespace RowJson.Benchmarks;

/// <summary>Rows that are objects of one class: what contenders do with them, of which few know the class.</summary>
internal sealed class ObjectRows
{
    /// <summary>The rows themselves, where they are a list or an array.</summary>
    public object? Items { get; private init; }
    /// <summary>By <see cref="JsonSerializer"/> and the metadata that the options have.</summary>
    public required Func<EncodingSettings, JsonSerializerOptions, EncodeRows> Serialize { get; init; }
    /// <summary>By RowJson, from the type alone: into a buffer, of an asynchronous sequence by a stream.</summary>
    public required Func<JsonRowOptions, EncodeRows> Write { get; init; }
    /// <summary>By <see cref="JsonSerializer"/> and generated metadata to a stream.</summary>
    public required Action<Stream> SerializeToStream { get; init; }
    /// <summary>By RowJson to a stream.</summary>
    public required Action<Stream> WriteToStream { get; init; }
    /// <summary>RowJson's rows from the type alone, or by generated metadata; null for what is no <see cref="JsonRows"/>.</summary>
    public Func<JsonRows>? Rows { get; private init; }

    /// <inheritdoc cref="Rows"/>
    public Func<JsonRows>? RowsByMetadata { get; private init; }
    /// <summary>By a loop that one writes by hand, with encoded names; null if there is none.</summary>
    public Func<Utf8JsonWriter, EncodeRows>? WriteByHand { get; private init; }
    /// <summary>Reads all values; null if there is no such loop.</summary>
    public Func<long>? Read { get; private init; }

    public static ObjectRows Of<TRows, T>(TRows rows, ObjectLoop<T>? loops) where TRows : IReadOnlyList<T>
    {
        var byMetadata = (JsonTypeInfo<T>)ObjectContext.Default.GetTypeInfo(typeof(T))!;
        return new ObjectRows
        {
            Items = rows,
            Serialize = (settings, options) =>
            {
                Utf8JsonWriter writer = settings.CreateWriter();
                var metadata = (JsonTypeInfo<TRows>)options.GetTypeInfo(typeof(TRows));
                return output =>
                {
                    writer.Reset(output);
                    JsonSerializer.Serialize(writer, rows, metadata);
                };
            },
            Write = options => output => JsonRows.From(rows).WriteTo(output, options),
            SerializeToStream = stream => JsonSerializer.Serialize(stream, rows,
                (JsonTypeInfo<TRows>)ObjectContext.Default.GetTypeInfo(typeof(TRows))!),
            WriteToStream = stream => JsonRows.From(rows).WriteTo(stream),
            Rows = () => JsonRows.From(rows),
            RowsByMetadata = () => JsonRows.From(rows, byMetadata),
            WriteByHand = loops is null ? null : writer => RowLoops.InArray(writer, () =>
            {
                for (int i = 0; i < rows.Count; i++) loops.Write(writer, rows[i]);
            }),
            Read = loops is null ? null : () =>
            {
                long sum = 0;
                for (int i = 0; i < rows.Count; i++) sum += loops.Read(rows[i]);
                return sum;
            },
        };
    }

    /// <summary>An asynchronous sequence, which is written to a stream.</summary>
    public static ObjectRows OfAsync<T>(List<T> rows) => new()
    {
        Serialize = (_, options) =>
        {
            var metadata = (JsonTypeInfo<IAsyncEnumerable<T>>)options.GetTypeInfo(typeof(IAsyncEnumerable<T>));
            return output =>
            {
                using var stream = new BufferWriterStream(output);
                JsonSerializer.SerializeAsync(stream, Enumerate(rows), metadata).GetAwaiter().GetResult();
            };
        },
        Write = options => output =>
        {
            using var stream = new BufferWriterStream(output);
            JsonRows.From(Enumerate(rows)).WriteToAsync(stream, options).GetAwaiter().GetResult();
        },
        SerializeToStream = stream => JsonSerializer.SerializeAsync(
            stream, Enumerate(rows), (JsonTypeInfo<IAsyncEnumerable<T>>)ObjectContext.Default.GetTypeInfo(typeof(IAsyncEnumerable<T>))!)
                .GetAwaiter().GetResult(),
        WriteToStream = stream => JsonRows.From(Enumerate(rows)).WriteToAsync(stream).GetAwaiter().GetResult(),
    };

#pragma warning disable CS1998 // Nothing is awaited: the sequence is measured as little as can be.
    public static async IAsyncEnumerable<T> Enumerate<T>(IEnumerable<T> rows)
    {
        foreach (T row in rows) yield return row;
    }
#pragma warning restore CS1998
}
