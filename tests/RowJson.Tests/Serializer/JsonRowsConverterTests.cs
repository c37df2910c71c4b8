using System.Data;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary><see cref="JsonRows"/> as a value of something that <see cref="JsonSerializer"/> writes.</summary>
public class JsonRowsConverterTests
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };
    private static readonly List<Item> Items = [new(1, "é"), new(2, null)];

    public static TheoryData<string> OptionNames => [.. ContractOptions.All.Select(options => options.Key)];

    [Fact]
    public void Serialize_rowsInAnObject_writesTheRows() =>
        JsonSerializer.Serialize(new { total = 2, rows = JsonRows.From(Items) })
            .Should().Be("""{"total":2,"rows":[{"Id":1,"Name":"\u00E9"},{"Id":2,"Name":null}]}""");

    [Theory]
    [MemberData(nameof(OptionNames))]
    public async Task Serialize_rowsOfEveryKind_equalsTheirValues(string name)
    {
        JsonSerializerOptions options = ContractOptions.All.Single(pair => pair.Key == name).Value;
        // Each call of the serializer numbers on its own, and there is no metadata for what is anonymous.
        if (options.ReferenceHandler == ReferenceHandler.Preserve || options.TypeInfoResolver is JsonSerializerContext) return;
        List<Dictionary<string, object?>> dictionaries = [new() { ["Key"] = 1 }, new() { ["x"] = new Item(3, "<") }];
        (object Rows, object Value)[] cases =
        [
            (JsonRows.From(Items), Items),
            (JsonRows.From(dictionaries), dictionaries),
            (JsonRows.From(new List<object?> { 1, Items[0], null }), new List<object?> { 1, Items[0], null }),
            (JsonRows.From(new[] { 1.5, 2 }), new[] { 1.5, 2 }),
            (JsonRows.From(new JsonArray(1, "x")), new JsonArray(1, "x")),
            (JsonRows.From(JsonDocument.Parse("[1, {\"a\": 2}]")), JsonDocument.Parse("[1, {\"a\": 2}]")),
            (JsonRows.From(JsonDocument.Parse("{\"a\": 2}")), JsonDocument.Parse("{\"a\": 2}")),
            (JsonRows.From(Array.Empty<int>()), Array.Empty<int>()),
        ];
        foreach ((object rows, object value) in cases)
        {
            // Declared as what they are, and as an object.
            foreach (object envelope in new object[] { new Envelope<JsonRows>((JsonRows)rows, 2), new Envelope<object>(rows, 2), new Dictionary<string, object> { ["r"] = rows } })
            {
                object expected = envelope is Dictionary<string, object> ? new Dictionary<string, object> { ["r"] = value } : new Envelope<object>(value, 2);
                (string? json, Exception? failure) = Try(() => JsonSerializer.Serialize(expected, expected.GetType(), options));
                (string? own, Exception? ownFailure) = Try(() => JsonSerializer.Serialize(envelope, envelope.GetType(), options));
                if (failure is null && ownFailure is not null) Assert.Fail(ownFailure.ToString());
                own.Should().Be(json);
                if (json is null) continue;
                var stream = new MemoryStream();
                await JsonSerializer.SerializeAsync(stream, envelope, envelope.GetType(), options);
                Encoding.UTF8.GetString(stream.ToArray()).Should().Be(json);
            }
        }
    }

    [Fact]
    public void Serialize_rowsInsideRows_writesBoth()
    {
        List<Dictionary<string, object?>> rows = [new() { ["inner"] = JsonRows.From(Items), ["after"] = 1 }];
        const string expected = """[{"inner":[{"Id":1,"Name":"\u00E9"},{"Id":2,"Name":null}],"after":1}]""";
        JsonRows.From(rows).ToJsonString().Should().Be(expected);
        JsonSerializer.Serialize(JsonRows.From(rows)).Should().Be(expected);
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { SerializerOptions = Indented })
            .Should().Be(JsonSerializer.Serialize(new[] { new Dictionary<string, object?> { ["inner"] = Items, ["after"] = 1 } }, Indented));
    }

    [Fact]
    public void Serialize_readerAndTable_areReadAndWritten()
    {
        using var table = new DataTable();
        table.Columns.Add("a", typeof(int));
        table.Rows.Add(1);
        using DataTableReader reader = table.CreateDataReader();
        JsonSerializer.Serialize(new { table = JsonRows.From(table), reader = JsonRows.From(reader) })
            .Should().Be("""{"table":[{"a":1}],"reader":[{"a":1}]}""");
        reader.Read().Should().BeFalse();
    }

    [Fact]
    public void Serialize_null_writesNull() => JsonSerializer.Serialize(new Envelope<JsonRows?>(null, 1)).Should().Be("""{"Rows":null,"Total":1}""");

    [Fact]
    public void Serialize_rowThatFails_throwsWhatTheWriteThrows()
    {
        Action write = () => JsonSerializer.Serialize(new { rows = JsonRows.From(new List<object?> { 1, typeof(int) }) });
        write.Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(1);
    }

    [Fact]
    public void Serialize_asynchronousRows_saysWhatToCall()
    {
        AsyncJsonRows[] all =
        [
            JsonRows.From(Items.ToAsyncEnumerable()),
            JsonRows.From(Items.ToAsyncEnumerable(), new JsonRowShape<Item>().Column("a", item => item.Id)),
        ];
        foreach (AsyncJsonRows rows in all)
        {
            foreach (object value in new object[] { new Envelope<AsyncJsonRows>(rows, 1), new Envelope<object>(rows, 1), rows })
            {
                Action write = () => JsonSerializer.Serialize(value, value.GetType());
                write.Should().Throw<NotSupportedException>().WithMessage("*WriteToAsync*");
            }
        }
    }

    [Fact]
    public void Deserialize_rows_isNotSupported()
    {
        Action read = () => JsonSerializer.Deserialize<JsonRows>("[]");
        read.Should().Throw<NotSupportedException>().WithMessage("*JsonDocument*");
        read = () => JsonSerializer.Deserialize<AsyncJsonRows>("[]");
        read.Should().Throw<NotSupportedException>().WithMessage("*JsonDocument*");
    }

    private static (string? Json, Exception? Failure) Try(Func<string> write)
    {
        try
        {
            return (write(), null);
        }
        catch (Exception exception) when (exception is JsonException or JsonRowException or NotSupportedException or InvalidOperationException)
        {
            return (null, exception);
        }
    }

    internal sealed record Item(int Id, string? Name);

    internal sealed record Envelope<TRows>(TRows Rows, int Total);
}
