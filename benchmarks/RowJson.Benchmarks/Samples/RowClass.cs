namespace RowJson.Benchmarks;

/// <summary>A type whose objects are rows: makes samples of them. A new one is an item of <see cref="All"/> and of <see
/// cref="ObjectContext"/>.</summary>
internal sealed record RowClass(string Name, Type Type)
{
    private const int Seed = 1;
    public static RowClass Orders { get; } = Of("orders", OrderGenerator.Create, OrderLoop.Loop);
    public static RowClass LogEntries { get; } = Of("log-entries", Random<LogEntry>, LogEntryLoop.Loop);

    public static IReadOnlyList<RowClass> All { get; } =
    [
        Orders,
        Of("order-structs", (index, random, vocabulary) => OrderGenerator.Create(index, random, vocabulary).ToValue()),
        Of("wide-objects", Random<WideRow>),
        Of("shipments", Random<Shipment>),
        LogEntries,
        Of("messages", Message.Create),
        Of("conditions", OrderGenerator.CreateSparse),
        Of("renamed", (index, random, vocabulary) => RandomObjects.Copy<RenamedOrder>(OrderGenerator.Create(index, random, vocabulary))),
        Of("converted", Random<ConvertedOrder>),
    ];

    /// <summary>The rows of a sample in one of the forms that a program holds them in.</summary>
    public required Func<Sample, ObjectForm, ObjectRows> Load { get; init; }
    private Func<int, byte[]> Serialize { get; init; } = _ => [];

    /// <summary>The type of a sample's rows; null if they have none.</summary>
    public static RowClass? Of(Sample sample) => All.SingleOrDefault(candidate => candidate.Type == sample.RowType);
    public Sample Generate(int rows, string? sampleName = null) => Sample.Parse(sampleName ?? Name, Serialize(rows), rowType: Type);

    /// <summary>Given what makes a row of its index, and what one writes by hand for such rows; null if nobody would.</summary>
    private static RowClass Of<T>(string name, Func<int, Random, Vocabulary, T> create, ObjectLoop<T>? loops = null)
    {
        var metadata = (JsonTypeInfo<List<T>>)ObjectContext.Default.GetTypeInfo(typeof(List<T>))!;
        return new RowClass(name, typeof(T))
        {
            Load = (sample, form) =>
            {
                List<T> rows = JsonSerializer.Deserialize(sample.Utf8Json.Span, metadata)!;
                return form switch
                {
                    ObjectForm.List => ObjectRows.Of(rows, loops),
                    ObjectForm.Array => ObjectRows.Of<T[], T>([.. rows], loops),
                    _ => ObjectRows.OfAsync(rows),
                };
            },
            Serialize = count =>
            {
                var random = new Random(Seed);
                var vocabulary = new Vocabulary(random);
                List<T> rows = [.. Enumerable.Range(0, count).Select(i => create(i, random, vocabulary))];
                return JsonSerializer.SerializeToUtf8Bytes(rows, metadata);
            },
        };
    }

    private static T Random<T>(int index, Random random, Vocabulary vocabulary) => new RandomObjects(random, vocabulary).Create<T>();
}

/// <summary>How a program holds objects.</summary>
internal enum ObjectForm { List, Array, AsyncEnumerable }
