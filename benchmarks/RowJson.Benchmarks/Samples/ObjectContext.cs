namespace RowJson.Benchmarks;

/// <summary>What the compiler generates to write rows that are objects: of each class as a list, an array and a sequence.</summary>
[JsonSerializable(typeof(List<Order>)), JsonSerializable(typeof(Order[])), JsonSerializable(typeof(IAsyncEnumerable<Order>))]
[JsonSerializable(typeof(List<OrderValue>)), JsonSerializable(typeof(OrderValue[])), JsonSerializable(typeof(IAsyncEnumerable<OrderValue>))]
[JsonSerializable(typeof(List<WideRow>)), JsonSerializable(typeof(WideRow[])), JsonSerializable(typeof(IAsyncEnumerable<WideRow>))]
[JsonSerializable(typeof(List<Shipment>)), JsonSerializable(typeof(Shipment[])), JsonSerializable(typeof(IAsyncEnumerable<Shipment>))]
[JsonSerializable(typeof(List<LogEntry>)), JsonSerializable(typeof(LogEntry[])), JsonSerializable(typeof(IAsyncEnumerable<LogEntry>))]
[JsonSerializable(typeof(List<Message>)), JsonSerializable(typeof(Message[])), JsonSerializable(typeof(IAsyncEnumerable<Message>))]
[JsonSerializable(typeof(List<ConvertedOrder>)), JsonSerializable(typeof(ConvertedOrder[]))]
[JsonSerializable(typeof(IAsyncEnumerable<ConvertedOrder>)), JsonSerializable(typeof(List<SparseOrder>))]
[JsonSerializable(typeof(SparseOrder[])), JsonSerializable(typeof(IAsyncEnumerable<SparseOrder>))]
[JsonSerializable(typeof(List<RenamedOrder>)), JsonSerializable(typeof(RenamedOrder[]))]
[JsonSerializable(typeof(IAsyncEnumerable<RenamedOrder>)), JsonSerializable(typeof(List<Flight>))]
[JsonSerializable(typeof(List<TextFlight>))]
internal sealed partial class ObjectContext : JsonSerializerContext;

/// <summary>What the compiler generates for options with a naming policy.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(List<Order>))]
internal sealed partial class CamelCaseContext : JsonSerializerContext;

/// <summary>What the compiler generates for options that leave out nulls.</summary>
[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(List<Order>))]
internal sealed partial class NoNullsContext : JsonSerializerContext;
