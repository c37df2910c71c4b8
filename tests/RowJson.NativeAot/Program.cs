using System.Security.Cryptography;
using System.Text.Json;
using RowJson.NativeAot;
#if !WITHOUT_ROWJSON
using RowJson;

// So many writes that some come after columns are made.
const int Writes = 4;
var options = new JsonRowOptions { SerializerOptions = RowContext.Default.Options };

if (args is ["--ratio", ..])
{
    new Ratio(args is [_, string part] ? part : "").Print();
    return 0;
}
foreach ((string source, Func<JsonRows> create, byte[] expected) in Sources.All())
{
    foreach ((string sink, Func<JsonRows, JsonRowOptions, Task<byte[]>> write) in Sinks.All)
        for (int i = 0; i < Writes; i++) Check($"{source} to {sink}", await write(create(), options), expected);
}
Check("a sequence", await Sinks.Streamed(stream => JsonRows.From(Rows.Flights.ToAsyncEnumerable()).WriteToAsync(stream, options)),
    JsonSerializer.SerializeToUtf8Bytes(Rows.Flights, RowContext.Default.ListFlight));
Check("a row writer", await Sinks.Streamed(async stream =>
{
    await using var writer = new JsonRowWriter(stream, options);
    foreach (Flight flight in Rows.Flights) writer.WriteRow(flight, RowContext.Default.Flight);
    await writer.CompleteAsync();
}), JsonSerializer.SerializeToUtf8Bytes(Rows.Flights, RowContext.Default.ListFlight));
foreach ((string name, Func<Task<byte[]>> write, byte[] expected) in DropIn.All())
    for (int i = 0; i < Writes; i++) Check($"drop-in: {name}", await write(), expected);
return 0;

static void Check(string name, byte[] written, byte[] expected)
{
    Console.WriteLine($"{name}: {written.Length} bytes, {Convert.ToHexString(SHA256.HashData(written))}");
    if (written.AsSpan().SequenceEqual(expected)) return;
    Console.Error.WriteLine($"{name}: the serializer writes other bytes from {expected.AsSpan().CommonPrefixLength(written)} on.");
    Environment.Exit(1);
}
#else
foreach (byte[] text in (byte[][])
    [
        JsonSerializer.SerializeToUtf8Bytes(Rows.Flights, RowContext.Default.ListFlight),
        JsonSerializer.SerializeToUtf8Bytes(Rows.Bookings, RowContext.Default.ListBooking),
        JsonSerializer.SerializeToUtf8Bytes(Rows.Seats, RowContext.Default.SeatArray),
        JsonSerializer.SerializeToUtf8Bytes(Rows.Page, RowContext.Default.Page),
        JsonSerializer.SerializeToUtf8Bytes(Rows.Nodes, RowContext.Default.JsonArray),
        JsonSerializer.SerializeToUtf8Bytes(Rows.Prices, RowContext.Default.ListDictionaryStringDouble),
    ])
    Console.WriteLine($"{text.Length} bytes, {Convert.ToHexString(SHA256.HashData(text))}");
foreach (System.Data.DataRow row in Rows.Table.Rows) _ = row[0];
return 0;
#endif
