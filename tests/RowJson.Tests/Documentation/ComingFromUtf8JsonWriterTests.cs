using System.Data;
using System.Data.Common;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>The examples of docs/coming-from-utf8jsonwriter.md.</summary>
public class ComingFromUtf8JsonWriterTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "ComingFromUtf8JsonWriterTests.cs");
    private static readonly CancellationToken None = CancellationToken.None;
    private static readonly List<Order> Orders = [new(1, 10.00m, new DateOnly(2024, 5, 1)), new(2, 120.00m, null)];

    private sealed record Order(int Id, decimal Total, DateOnly? Paid);

    [Fact]
    public void Document_codeBlocks_areTheExamples() =>
        CodeExamples.Blocks("docs", "coming-from-utf8jsonwriter.md").Should().Equal(Examples.All);

    [Fact]
    public async Task Loop_before_hasTheBytesOfAfter()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        List<Order> orders = Orders;
        await Before(before, None);
        await After(after, None);
        Text(after).Should().Be(Examples.Output("loop-after")).And.Be(Text(before));

        async Task Before(Stream stream, CancellationToken cancellationToken)
        {
            // <loop-before>
            await using var writer = new Utf8JsonWriter(stream);
            writer.WriteStartArray();
            foreach (Order order in orders)
            {
                writer.WriteStartObject();
                writer.WriteNumber("id", order.Id);
                writer.WriteNumber("total", order.Total);
                if (order.Paid is { } paid) writer.WriteString("paid", paid.ToString("O"));
                else writer.WriteNull("paid");
                writer.WriteEndObject();
                if (writer.BytesPending > 32_768) await writer.FlushAsync(cancellationToken);
            }
            writer.WriteEndArray();
            // </loop-before>
        }

        async Task After(Stream stream, CancellationToken cancellationToken)
        {
            // <loop-after>
            JsonRowShape<Order> shape = new JsonRowShape<Order>() // make one, keep it
                .Column("id", order => order.Id)
                .Column("total", order => order.Total)
                .Column("paid", order => order.Paid);

            await JsonRows.From(orders, shape).WriteToAsync(stream, cancellationToken: cancellationToken);
            // [{"id":1,"total":10.00,"paid":"2024-05-01"},{"id":2,"total":120.00,"paid":null}]
            // </loop-after>
        }
    }

    [Fact]
    public async Task Reader_before_hasTheBytesOfAfter()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        using var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("name", typeof(string));
        table.Rows.Add(1, "Ada");
        table.Rows.Add(2, DBNull.Value);
        await using (DbDataReader reader = table.CreateDataReader()) await Before(reader, before, None);
        await using (DbDataReader reader = table.CreateDataReader()) await After(reader, after, None);
        Text(after).Should().Be(Examples.Output("reader-after")).And.Be(Text(before));

        async Task Before(DbDataReader reader, Stream stream, CancellationToken cancellationToken)
        {
            // <reader-before>
            await using var writer = new Utf8JsonWriter(stream);
            writer.WriteStartArray();
            while (await reader.ReadAsync(cancellationToken))
            {
                writer.WriteStartObject();
                for (int i = 0; i < reader.FieldCount; i++)
                {
                    writer.WritePropertyName(reader.GetName(i));
                    if (reader.IsDBNull(i)) writer.WriteNullValue();
                    else JsonSerializer.Serialize(writer, reader.GetValue(i));
                }
                writer.WriteEndObject();
                if (writer.BytesPending > 32_768) await writer.FlushAsync(cancellationToken);
            }
            writer.WriteEndArray();
            // </reader-before>
        }

        async Task After(DbDataReader reader, Stream stream, CancellationToken cancellationToken)
        {
            // <reader-after>
            await JsonRows.From(reader).WriteToAsync(stream, cancellationToken: cancellationToken);
            // [{"id":1,"name":"Ada"},{"id":2,"name":null}]
            // </reader-after>
        }
    }

    [Fact]
    public void Part_before_hasTheBytesOfAfter()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        List<Order> orders = Orders;
        using (var writer = new Utf8JsonWriter(before)) Before(writer);
        using (var writer = new Utf8JsonWriter(after)) After(writer);
        Text(after).Should().Be(Examples.Output("part-after")).And.Be(Text(before));

        void Before(Utf8JsonWriter writer)
        {
            // <part-before>
            writer.WriteStartObject();
            writer.WriteStartArray("orders");
            foreach (Order order in orders) JsonSerializer.Serialize(writer, order, JsonSerializerOptions.Web);
            writer.WriteEndArray();
            writer.WriteEndObject();
            // </part-before>
        }

        void After(Utf8JsonWriter writer)
        {
            // <part-after>
            writer.WriteStartObject();
            writer.WritePropertyName("orders");
            JsonRows.From(orders).WriteTo(writer, JsonRowOptions.Web);
            writer.WriteEndObject();
            // {"orders":[{"id":1,"total":10.00,"paid":"2024-05-01"},{"id":2,"total":120.00,"paid":null}]}
            // </part-after>
        }
    }

    [Fact]
    public async Task Envelope_after_hasTheBytesOfPart()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = None;
        List<Order> orders = Orders;

        // <envelope-after>
        await JsonRows.From(orders).InEnvelope(new JsonRowEnvelope("orders")).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
        // {"orders":[{"id":1,"total":10.00,"paid":"2024-05-01"},{"id":2,"total":120.00,"paid":null}]}
        // </envelope-after>

        Text(stream).Should().Be(Examples.Output("envelope-after")).And.Be(Examples.Output("part-after"));
    }

    [Fact]
    public void Push_before_hasTheBytesOfAfter()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        Before(before);
        After(after);
        Text(after).Should().Be(Examples.Output("push-after")).And.Be(Text(before));

        void Before(Stream stream)
        {
            // <push-before>
            using var writer = new Utf8JsonWriter(stream);
            writer.WriteStartArray();
            writer.WriteStartObject();
            writer.WriteString("state", "new");
            writer.WriteEndObject();
            writer.WriteRawValue("""{"state":"sent"}""");
            writer.WriteEndArray();
            // </push-before>
        }

        void After(Stream stream)
        {
            // <push-after>
            using var writer = new JsonRowWriter(stream);
            writer.WriteRow(new Dictionary<string, object?> { ["state"] = "new" });
            writer.WriteRow(new RawJson("""{ "state": "sent" }"""));
            writer.Complete(); // without it the array is not closed
            // [{"state":"new"},{"state":"sent"}]
            // </push-after>
        }
    }

    [Fact]
    public void Failure_inARow_leavesNoPartOfIt()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        Action byHand = () =>
        {
            using var writer = new Utf8JsonWriter(before);
            writer.WriteStartArray();
            writer.WriteStartObject();
            throw new InvalidOperationException("The value fails on purpose.");
        };
        Action rows = () =>
        {
            using var writer = new JsonRowWriter(after);
            writer.WriteRow(new { State = "new" });
            writer.WriteRow(new Dictionary<string, object?> { ["a"] = 1, ["b"] = double.NaN });
        };
        byHand.Should().Throw<InvalidOperationException>();
        rows.Should().Throw<JsonRowException>();
        Text(before).Should().Be("[{");
        Text(after).Should().BeEmpty("nothing had been handed to the sink yet");
    }

    private static string Text(MemoryStream stream) => Encoding.UTF8.GetString(stream.ToArray());
}
