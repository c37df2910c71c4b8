namespace RowJson.Benchmarks;

/// <summary>A query of a provider: what contenders do with it. Each call runs the query.</summary>
internal abstract class ProviderRows : IDisposable
{
    /// <summary>What a package of RowJson reads the rows by; null if there is none.</summary>
    public DbRowReader? RowReader { get; init; }

    /// <summary>From row to row.</summary>
    public abstract void Step();

    /// <summary>Reads all values.</summary>
    public abstract long Read();

    /// <summary>By typed getters and encoded names.</summary>
    public abstract EncodeRows WriteByHand(Utf8JsonWriter writer);

    /// <summary>A list of objects made by hand, then <see cref="JsonSerializer"/>.</summary>
    public abstract EncodeRows Serialize(Utf8JsonWriter writer, JsonSerializerOptions options);

    /// <summary>A list of objects made by Dapper, then <see cref="JsonSerializer"/>.</summary>
    public abstract EncodeRows SerializeDapper(Utf8JsonWriter writer, JsonSerializerOptions options);

    /// <summary>By RowJson into a buffer.</summary>
    public abstract EncodeRows Write(JsonRowOptions options);

    public abstract void Dispose();
}

/// <inheritdoc/>
/// <param name="execute">Runs the query.</param>
/// <param name="query">The same by Dapper.</param>
/// <param name="loop">What one writes by hand.</param>
/// <param name="connection">Is disposed at the end; null if there is none.</param>
internal sealed class ProviderRows<TReader, T>(
    Func<TReader> execute, Func<List<T>> query, ReaderLoop<TReader, T> loop, IDisposable? connection = null) : ProviderRows
    where TReader : IDataReader
{
    public override void Step()
    {
        using TReader reader = execute();
        while (reader.Read())
        {
        }
    }

    public override long Read()
    {
        using TReader reader = execute();
        long sum = 0;
        while (reader.Read()) sum += loop.Read(reader);
        return sum;
    }

    public override EncodeRows WriteByHand(Utf8JsonWriter writer) => output =>
    {
        using TReader reader = execute();
        writer.Reset(output);
        writer.WriteStartArray();
        while (reader.Read()) loop.Write(writer, reader);
        writer.WriteEndArray();
        writer.Flush();
    };

    public override EncodeRows Serialize(Utf8JsonWriter writer, JsonSerializerOptions options) => Serialize(ToList, writer, options);

    public override EncodeRows SerializeDapper(Utf8JsonWriter writer, JsonSerializerOptions options) => Serialize(query, writer, options);

    public override EncodeRows Write(JsonRowOptions options) => output =>
    {
        using TReader reader = execute();
        (reader is DbDataReader columns ? JsonRows.From(columns) : JsonRows.From(reader)).WriteTo(output, options);
    };

    public override void Dispose() => connection?.Dispose();

    private static EncodeRows Serialize(Func<List<T>> load, Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        var metadata = (JsonTypeInfo<List<T>>)options.GetTypeInfo(typeof(List<T>));
        return output =>
        {
            writer.Reset(output);
            JsonSerializer.Serialize(writer, load(), metadata);
        };
    }

    private List<T> ToList()
    {
        using TReader reader = execute();
        var rows = new List<T>();
        while (reader.Read()) rows.Add(loop.Create(reader));
        return rows;
    }
}
