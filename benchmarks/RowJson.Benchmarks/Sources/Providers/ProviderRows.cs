namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for the reader of a query whose columns one knows; each of it does one row.</summary>
internal sealed record ReaderLoop<TReader, T>(Func<TReader, T> Create, Func<TReader, long> Read, Action<Utf8JsonWriter, TReader> Write);

/// <summary>A query of a provider: what contenders do with it. Each call runs the query.</summary>
internal sealed class ProviderRows : IDisposable
{
    private IDisposable? _connection;

    /// <summary>What a package of RowJson reads the rows by; null if there is none.</summary>
    public DbRowReader? RowReader { get; private init; }
    /// <summary>From row to row.</summary>
    public required Action Step { get; init; }
    /// <summary>Reads all values.</summary>
    public required Func<long> Read { get; init; }
    /// <summary>Reads all values by the calls that the package makes; null if that is not known.</summary>
    public Func<long>? ReadByCalls { get; private init; }
    /// <summary>By typed getters and encoded names.</summary>
    public required Func<Utf8JsonWriter, EncodeRows> WriteByHand { get; init; }
    /// <summary>A list of objects made by hand, then <see cref="JsonSerializer"/>.</summary>
    public required Func<Utf8JsonWriter, JsonSerializerOptions, EncodeRows> Serialize { get; init; }
    /// <summary>A list of objects made by Dapper, then <see cref="JsonSerializer"/>.</summary>
    public required Func<Utf8JsonWriter, JsonSerializerOptions, EncodeRows> SerializeDapper { get; init; }
    /// <summary>By RowJson into a buffer.</summary>
    public required Func<JsonRowOptions, EncodeRows> Write { get; init; }

    public static ProviderRows Of<TReader, T>(
        Func<TReader> execute, Func<List<T>> query, ReaderLoop<TReader, T> loop, IDisposable? connection = null, DbRowReader? rowReader = null,
        Func<DbDataReader, long>? calls = null)
        where TReader : IDataReader
    {
        return new ProviderRows
        {
            _connection = connection,
            RowReader = rowReader,
            Step = () => ForEach(_ => { }),
            Read = () =>
            {
                long sum = 0;
                ForEach(reader => sum += loop.Read(reader));
                return sum;
            },
            ReadByCalls = calls is null ? null : () =>
            {
                long sum = 0;
                ForEach(reader => sum += calls((DbDataReader)(object)reader));
                return sum;
            },
            WriteByHand = writer => RowLoops.InArray(writer, () => ForEach(reader => loop.Write(writer, reader))),
            Serialize = (writer, options) => SerializeList(ToList, writer, options),
            SerializeDapper = (writer, options) => SerializeList(query, writer, options),
            Write = options => output =>
            {
                using TReader reader = execute();
                (reader is DbDataReader columns ? JsonRows.From(columns) : JsonRows.From(reader)).WriteTo(output, options);
            },
        };

        void ForEach(Action<TReader> row)
        {
            using TReader reader = execute();
            while (reader.Read()) row(reader);
        }

        List<T> ToList()
        {
            var rows = new List<T>();
            ForEach(reader => rows.Add(loop.Create(reader)));
            return rows;
        }
    }

    public void Dispose() => _connection?.Dispose();

    private static EncodeRows SerializeList<T>(Func<List<T>> load, Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        var metadata = (JsonTypeInfo<List<T>>)options.GetTypeInfo(typeof(List<T>));
        return output =>
        {
            writer.Reset(output);
            JsonSerializer.Serialize(writer, load(), metadata);
        };
    }
}
