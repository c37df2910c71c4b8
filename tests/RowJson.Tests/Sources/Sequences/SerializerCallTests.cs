using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>How often the serializer is called for rows that it writes: once for a batch, which a converter sees by its writer.</summary>
public sealed class SerializerCallTests
{
    private const int Rows = 3_000;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_rowsOfAConverter_areManyInOneCall(bool isSequence)
    {
        var converter = new FlushCounter();
        var options = new JsonRowOptions(new JsonSerializerOptions { Converters = { converter } });
        IEnumerable<Id> rows = [.. Enumerable.Range(0, Rows).Select(i => new Id(i))];
        if (isSequence) rows = rows.Where(_ => true);
        // The first rows of a type are written one by one.
        JsonRows.From(rows).WriteTo(Stream.Null, options);
        converter.Flushes = 0;

        byte[] text = JsonRows.From(rows).ToUtf8Bytes(options);

        Same.Bytes(text, JsonSerializer.SerializeToUtf8Bytes(Enumerable.Range(0, Rows)), "rows");
        // The writer also flushes where its memory is full.
        converter.Flushes.Should().BeLessThan(Rows / 100);
    }

    private sealed record Id(int Number);

    /// <summary>The serializer flushes a writer at the end of each call.</summary>
    private sealed class FlushCounter : JsonConverter<Id>
    {
        private long _committed;

        public int Flushes { get; set; }

        public override Id Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Id value, JsonSerializerOptions options)
        {
            if (writer.BytesCommitted != _committed) Flushes++;
            _committed = writer.BytesCommitted;
            writer.WriteNumberValue(value.Number);
        }
    }
}
