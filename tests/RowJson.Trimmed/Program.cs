using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using RowJson;
using RowJson.Trimmed;

// More rows than are written before columns are made, and so many writes that some come after that.
const int Rows = 500, Writes = 20;

JsonRowOptions options = With(ObjectAccess.Automatic);
int comparisons = 0;

List<Order> orders = [.. Enumerable.Range(0, Rows).Select(Order.Create)];
Address[] addresses = [.. Enumerable.Range(0, Rows).Select(index => new Address("Straße", index))];
List<Dictionary<string, object?>> dictionaries =
[
    .. Enumerable.Range(0, Rows).Select(index => new Dictionary<string, object?>
    {
        ["Id"] = index, ["Name"] = $"<{index}>", ["Share"] = index / 3.0, ["Is"] = true, ["At"] = DateTime.UnixEpoch, ["None"] = null,
    }),
];
using JsonDocument document = JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(dictionaries, InfoOf<List<Dictionary<string, object?>>>()));

for (int i = 0; i < Writes; i++)
{
    Compare("objects", orders, JsonRows.From(orders));
    Compare("structs", addresses, JsonRows.From(addresses));
    Compare("objects by their metadata", orders, JsonRows.From(orders, InfoOf<Order>()));
    Compare("dictionaries", dictionaries, JsonRows.From(dictionaries));
    Compare("a document", dictionaries, JsonRows.From(document));
    await CompareAsync("a sequence", orders, JsonRows.From(orders.ToAsyncEnumerable()));
    await Task.Delay(20);
}
foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
{
    options = With(access);
    Compare($"objects, {access}", orders, JsonRows.From(orders));
    Compare($"structs, {access}", addresses, JsonRows.From(addresses));
}
// Where columns cannot be made, the serializer would write all of that.
RequireColumns<Order>();
RequireColumns<Address>();

bool refused = Refuses(JsonRows.From(new[] { new Version(1, 2) }));
if (!refused) Fail("Rows that need reflection were written.");
// What the application was published for.
if (args is [string dynamic] && bool.Parse(dynamic) != RuntimeFeature.IsDynamicCodeSupported) Fail($"Dynamic code is not {dynamic}.");
Console.WriteLine($"{comparisons} comparisons; dynamic code: {(RuntimeFeature.IsDynamicCodeSupported ? "yes" : "no")}");

static JsonRowOptions With(ObjectAccess access) => new() { SerializerOptions = RowsContext.Default.Options, ObjectAccess = access };

void RequireColumns<T>()
{
    RowContext context = options.Context;
    var builder = new ObjectColumnsBuilder(context, context.Traits, RuntimeFeature.IsDynamicCodeSupported);
    if (builder.BuildRow(InfoOf<T>()) is null) Fail($"{typeof(T)}: has no columns.");
}

JsonTypeInfo<T> InfoOf<T>() => (JsonTypeInfo<T>)RowsContext.Default.GetTypeInfo(typeof(T))!;

void Compare<TRows>(string name, TRows rows, JsonRows source) => Check(name, rows, source.ToUtf8Bytes(options));

async Task CompareAsync<TRows>(string name, TRows rows, AsyncJsonRows source)
{
    using var stream = new MemoryStream();
    await source.WriteToAsync(stream, options);
    Check(name, rows, stream.ToArray());
}

void Check<TRows>(string name, TRows rows, byte[] written)
{
    comparisons++;
    byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows, InfoOf<TRows>());
    if (expected.AsSpan().SequenceEqual(written)) return;
    int position = expected.AsSpan().CommonPrefixLength(written);
    Fail($"{name}: other bytes from {position} on: {Excerpt(expected, position)} is expected, {Excerpt(written, position)} was written.");
}

bool Refuses(JsonRows rows)
{
    try
    {
        rows.ToUtf8Bytes(options);
        return false;
    }
    catch (NotSupportedException)
    {
        return true;
    }
}

static string Excerpt(byte[] text, int position) => Encoding.UTF8.GetString(text.AsSpan(position, Math.Min(40, text.Length - position)));

static void Fail(string message)
{
    Console.Error.WriteLine(message);
    Environment.Exit(1);
}
