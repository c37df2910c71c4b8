namespace RowJson.Benchmarks;

/// <summary>A type whose objects are rows: makes samples of them. A new one is a line in <see cref="All"/> and in <see cref="ObjectContext"/>.</summary>
internal abstract class RowClass(string name, Type type)
{
    public static RowClass Orders { get; } = new RowClass<Order>("orders", OrderGenerator.Create, OrderLoop.Loop);

    public static RowClass LogEntries { get; } = new RowClass<LogEntry>(
        "log-entries", (_, random, vocabulary) => new RandomObjects(random, vocabulary).Create<LogEntry>(), LogEntryLoop.Loop);

    public static IReadOnlyList<RowClass> All { get; } =
    [
        Orders,
        new RowClass<OrderValue>("order-structs", (index, random, vocabulary) => OrderGenerator.Create(index, random, vocabulary).ToValue()),
        new RowClass<WideRow>("wide-objects", (_, random, vocabulary) => new RandomObjects(random, vocabulary).Create<WideRow>()),
        new RowClass<Shipment>(
            "shipments", (_, random, vocabulary) => new RandomObjects(random, vocabulary).Create<Shipment>(), ShipmentLoop.Loop),
        LogEntries,
        new RowClass<Message>("messages", Message.Create),
        new RowClass<SparseOrder>("conditions", OrderGenerator.CreateSparse),
        new RowClass<RenamedOrder>("renamed", (index, random, vocabulary) => RandomObjects.Copy<RenamedOrder>(OrderGenerator.Create(index, random, vocabulary))),
        new RowClass<ConvertedOrder>("converted", (_, random, vocabulary) => new RandomObjects(random, vocabulary).Create<ConvertedOrder>()),
    ];

    /// <summary>The name of its samples.</summary>
    public string Name => name;
    public Type Type => type;

    /// <summary>The type of a sample's rows; null if they have none.</summary>
    public static RowClass? Of(Sample sample) => All.SingleOrDefault(candidate => candidate.Type == sample.RowType);
    public abstract Sample Generate(int rows, string? sampleName = null);

    /// <summary>The rows of a sample in one of the forms that a program holds them in.</summary>
    public abstract ObjectRows Load(Sample sample, ObjectForm form);
}

/// <inheritdoc/>
/// <param name="name">The name of its samples.</param>
/// <param name="create">Makes a row, given its index.</param>
/// <param name="loops">What one writes by hand for such rows; null if nobody would.</param>
internal sealed class RowClass<T>(string name, Func<int, Random, Vocabulary, T> create, ObjectLoop<T>? loops = null) : RowClass(name, typeof(T))
{
    private const int Seed = 1;

    public override Sample Generate(int rows, string? sampleName = null)
    {
        var random = new Random(Seed);
        var vocabulary = new Vocabulary(random);
        List<T> objects = [.. Enumerable.Range(0, rows).Select(i => create(i, random, vocabulary))];
        return Sample.Parse(sampleName ?? Name, JsonSerializer.SerializeToUtf8Bytes(objects, Metadata), rowType: typeof(T));
    }

    public override ObjectRows Load(Sample sample, ObjectForm form)
    {
        List<T> rows = JsonSerializer.Deserialize(sample.Utf8Json.Span, Metadata)!;
        return form switch
        {
            ObjectForm.List => ObjectRows.Of(rows, loops),
            ObjectForm.Array => ObjectRows.Of<T[], T>([.. rows], loops),
            _ => ObjectRows.OfAsync(rows),
        };
    }

    private static JsonTypeInfo<List<T>> Metadata => (JsonTypeInfo<List<T>>)ObjectContext.Default.GetTypeInfo(typeof(List<T>))!;
}

/// <summary>How a program holds objects.</summary>
internal enum ObjectForm { List, Array, AsyncEnumerable }
