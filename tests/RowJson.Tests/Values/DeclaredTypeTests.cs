using System.Buffers;
using System.Collections;
using System.Data;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>The declared type of rows decides what is written, and never what a row is at run time.</summary>
public class DeclaredTypeTests
{
    private static readonly Dictionary<string, object?> Cells = new() { ["b"] = 1, ["a"] = "x" };

    [Fact]
    public void From_baseTypeWithDerivedRow_writesTheMembersOfTheBaseType()
    {
        List<Account> rows = [new() { Id = 1 }, new SecretAccount { Id = 2, Secret = "pw" }];

        JsonRows.From(rows).ToJsonString().Should().Be("""[{"Id":1},{"Id":2}]""").And.Be(JsonSerializer.Serialize(rows));
        JsonRows.From(rows.ToArray()).ToJsonString().Should().Be("""[{"Id":1},{"Id":2}]""");
        JsonRows.From(rows.Select(row => row)).ToJsonString().Should().Be("""[{"Id":1},{"Id":2}]""");
        // Covariance changes what is declared.
        JsonRows.From<Account>(new List<SecretAccount> { new() { Id = 3, Secret = "pw" } }).ToJsonString().Should().Be("""[{"Id":3}]""");
        JsonRows.From<object>(rows).ToJsonString().Should().Be(JsonSerializer.Serialize<IEnumerable<object>>(rows)).And.Contain("pw");
    }

    [Fact]
    public async Task WriteToAsync_baseTypeWithDerivedRow_writesTheMembersOfTheBaseType()
    {
        Account[] rows = [new() { Id = 1 }, new SecretAccount { Id = 2, Secret = "pw" }];
        var stream = new MemoryStream();
        await JsonRows.From(rows.ToAsyncEnumerable()).WriteToAsync(stream);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"Id":1},{"Id":2}]""");
    }

    [Fact]
    public void From_dictionariesOfDerivedClass_ignoresWhatTheClassAdds()
    {
        MarkedDictionary marked = new(Cells);
        Check(new List<Dictionary<string, object?>> { marked });
        Check<Dictionary<string, object?>>([marked], lazy: true);
        Check(new List<IDictionary<string, object?>> { marked });
        Check(new List<IReadOnlyDictionary<string, object?>> { marked });
        Check(new List<MarkedDictionary> { marked });
        Check<IDictionary<string, object?>>([new BackwardsDictionary(Cells)], lazy: true);
        Check<Dictionary<string, object?>>([new BackwardsDictionary(Cells)], lazy: true);
        Check<BackwardsDictionary>([new BackwardsDictionary(Cells)], lazy: true);
        Check<IDictionary<string, int>>([new BackwardsNumbers(new() { ["b"] = 1, ["a"] = 2 })], lazy: true);
        Check<BackwardsNumbers>([new BackwardsNumbers(new() { ["b"] = 1, ["a"] = 2 })], lazy: true);
    }

    [Fact]
    public void From_dictionariesOfEveryKind_equalsSerializer()
    {
        Check(new List<SortedDictionary<string, object?>> { new(Cells) });
        Check(new List<Hashtable> { new(Cells) });
        Check(new List<IDictionary> { Cells });
        Check(new List<Dictionary<int, string>> { new() { [1] = "a" } });
        Check(new List<Dictionary<string, Account>> { new() { ["a"] = new SecretAccount { Id = 1, Secret = "pw" } } });
        Check(new List<Dictionary<string, Dictionary<string, int>>> { new() { ["a"] = new() { ["b"] = 1 } } });
        Check(new List<System.Collections.Immutable.ImmutableDictionary<string, object?>> { System.Collections.Immutable.ImmutableDictionary.CreateRange(Cells) });
        Check(new List<System.Collections.Concurrent.ConcurrentDictionary<string, decimal>> { new([new("a", 1.50m)]) });
        Check(new List<JsonObject> { new() { ["a"] = 1 }, new() });
        Check(new List<JsonNode?> { 1, null, "x", new JsonArray(1) });
        Check(new List<JsonDocument> { JsonDocument.Parse("[1, 2]") });
        Check(new List<KeyValuePair<string, object?>> { new("a", 1) });
        Check("text");
        Check(Cells);
    }

    [Fact]
    public void From_sequencesOfPairs_areRowsOfNamesAndValues()
    {
        List<KeyValuePair<string, object?>> pairs = [new("a", 1), new("a", null)];
        List<KeyValuePair<string, decimal>> numbers = [new("a", 1.5m), new("a", 2)];
        JsonRows.From(new[] { pairs }).ToJsonString().Should().Be("""[{"a":1,"a":null}]""");
        JsonRows.From(new[] { pairs.Where(_ => true) }).ToJsonString().Should().Be("""[{"a":1,"a":null}]""");
        JsonRows.From(new[] { numbers }).ToJsonString().Should().Be("""[{"a":1.5,"a":2}]""");
    }

    [Fact]
    public async Task From_sequenceThatAConverterClaims_writesWhatTheConverterDoes()
    {
        var serializer = new JsonSerializerOptions { Converters = { new CountConverter() } };
        var options = new JsonRowOptions { SerializerOptions = serializer };
        foreach (IList rows in new IList[] { new List<int> { 1, 2 }, new[] { "a", "b" }, new List<Dictionary<string, object?>> { Cells, Cells } })
        {
            JsonRows source = rows switch
            {
                List<int> numbers => JsonRows.From(numbers),
                string[] texts => JsonRows.From(texts),
                _ => JsonRows.From((List<Dictionary<string, object?>>)rows),
            };
            string expected = JsonSerializer.Serialize(rows, rows.GetType(), serializer);
            expected.Should().Be("\"2 items\"");
            source.ToJsonString(options).Should().Be(expected);
            var stream = new MemoryStream();
            (await source.WriteToAsync(stream, options)).Should().Be(1);
            Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
            Nested(writer => source.WriteTo(writer, options)).Should().Be($"[{expected}]");
        }
        // Lines have no sequence around them.
        JsonRows.From(new List<int> { 1, 2 }).ToJsonString(new JsonRowOptions(options) { Format = JsonRowFormat.Lines }).Should().Be("1\n2\n");
        // The converter is for no sequence that is not a list.
        JsonRows.From(Enumerable.Range(1, 2)).ToJsonString(new JsonRowOptions { SerializerOptions = new() { Converters = { new ListsOnly() } } })
            .Should().Be("[1,2]");
    }

    [Fact]
    public void From_sequenceConverterThatDoesNotFit_failsAsTheSerializer()
    {
        var serializer = new JsonSerializerOptions { Converters = { new MisfitConverter() } };
        Action theirs = () => JsonSerializer.Serialize<IEnumerable<int>>([1], serializer);
        Action ours = () => JsonRows.From([1]).ToJsonString(new JsonRowOptions { SerializerOptions = serializer });

        string message = theirs.Should().Throw<InvalidOperationException>().Which.Message;
        ours.Should().Throw<InvalidOperationException>().WithMessage(message);
    }

    [Fact]
    public async Task WriteTo_typeWithoutMetadata_namesTheTypeAndTheRemedy()
    {
        var options = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { TypeInfoResolver = AccountContext.Default } };
        Action[] writes =
        [
            () => JsonRows.From(new[] { new SecretAccount() }).ToJsonString(options),
            () => JsonRows.From(Array.Empty<SecretAccount>()).ToJsonString(options),
            () => Nested(writer => JsonRows.From(new[] { new SecretAccount() }).WriteTo(writer, options)),
        ];
        foreach (Action write in writes)
            write.Should().Throw<NotSupportedException>().WithMessage("*'RowJson.Tests.DeclaredTypeTests+SecretAccount'*JsonSerializerContext*");
        var stream = new MemoryStream();
        Func<Task> asynchronous = () => JsonRows.From(new[] { new SecretAccount() }.ToAsyncEnumerable()).WriteToAsync(stream, options);
        await asynchronous.Should().ThrowAsync<NotSupportedException>().WithMessage("*SecretAccount*");
        stream.Length.Should().Be(0);
        // What the context describes, and what needs no metadata.
        JsonRows.From(new[] { new Account { Id = 1 } }).ToJsonString(options).Should().Be("""[{"Id":1}]""");
        JsonRows.From(new[] { new Dictionary<string, double> { ["a"] = 1.5 } }).ToJsonString(options).Should().Be("""[{"a":1.5}]""");
        JsonRows.From(new[] { Cells }).ToJsonString(options).Should().Be("""[{"b":1,"a":"x"}]""");
        JsonRows.From([new RawJson("[1]")]).ToJsonString(options).Should().Be("[[1]]");
        JsonRows.From([JsonNode.Parse("[1]")]).ToJsonString(options).Should().Be("[[1]]");
    }

    [Fact]
    public async Task WriteToAsync_sequenceThatIsAlsoAsynchronous_isReadAsynchronously()
    {
        var rows = new Query<int>([1, 2, 3]);
        JsonRows source = JsonRows.From((IEnumerable<int>)rows);
        var stream = new MemoryStream();

        (await source.WriteToAsync(stream)).Should().Be(3);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("[1,2,3]");
        rows.Reads.Should().Be("async ");
        source.ToJsonString().Should().Be("[1,2,3]");
        rows.Reads.Should().Be("async sync ");
        // With all that other sources have: identity, converters.
        var preserve = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };
        stream.SetLength(0);
        await source.WriteToAsync(stream, new JsonRowOptions { SerializerOptions = preserve });
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""{"$id":"1","$values":[1,2,3]}""");
    }

    [Fact]
    public void WriteTo_columnOptions_holdForRowsOfEveryType()
    {
        var options = new JsonRowOptions { ColumnFilter = column => column.Name != "b" };
        JsonRows.From(new[] { new RawJson("""{"a":1,"b":2}""") }).ToJsonString(options).Should().Be("""[{"a":1}]""");
        JsonRows.From(new[] { JsonNode.Parse("""{"a":1,"b":2}""") }).ToJsonString(options).Should().Be("""[{"a":1}]""");
        JsonRows.From(new[] { JsonDocument.Parse("""{"a":1,"b":2}""") }).ToJsonString(options).Should().Be("""[{"a":1}]""");
        JsonRows.From(new[] { new { a = 1, b = 2 } }).ToJsonString(options).Should().Be("""[{"a":1}]""");
        JsonRows.From(new[] { new Hashtable { ["a"] = 1, ["b"] = 2 } }).ToJsonString(options).Should().Be("""[{"a":1}]""");
    }

    [Fact]
    public void WriteTo_columnOptions_leaveRowsOfAConverterToIt()
    {
        // A converter may hide what the dictionary holds.
        MarkedDictionary[] rows = [new(new() { ["secret"] = 1 })];
        foreach (JsonRowOptions options in new JsonRowOptions[]
        {
            new() { OmitNulls = true }, new() { ColumnFilter = _ => true }, new() { ColumnNamingPolicy = JsonNamingPolicy.CamelCase },
            new() { NonFiniteHandling = JsonNonFiniteHandling.Null },
        })
        {
            JsonRows.From(rows).ToJsonString(options).Should().Be("""["marked"]""");
            JsonRows.From<object>(rows).ToJsonString(options).Should().Be("""["marked"]""");
            JsonRows.From<IEnumerable<KeyValuePair<string, object?>>>(rows).ToJsonString(options).Should().Be("""["marked"]""");
        }
    }

    [Fact]
    public void From_nodes_areWrittenByTheirDeclaredType()
    {
        JsonObject[] nodes = [new JsonObject { ["Name"] = 1, ["Other"] = null }];
        var options = new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        CheckWith<JsonObject>(nodes, options);
        CheckWith<JsonNode>(nodes, options);
        CheckWith<IDictionary<string, JsonNode?>>(nodes, options);
        options = new JsonSerializerOptions { Converters = { new NodeConverter() } };
        CheckWith<JsonObject?>([.. nodes, null], options);
        CheckWith<JsonNode>(nodes, options);
        CheckWith<IDictionary<string, JsonNode?>>(nodes, options);
    }

    private static void CheckWith<T>(IEnumerable<T> rows, JsonSerializerOptions options) =>
        JsonRows.From(rows).ToJsonString(new JsonRowOptions(options))
            .Should().Be(JsonSerializer.Serialize(rows, options), "of rows declared as {0}", typeof(T));

    private static void Check<T>(IEnumerable<T> rows, bool lazy = false)
    {
        if (lazy) rows = rows.Select(row => row);
        foreach (JsonSerializerOptions serializer in new JsonSerializerOptions[]
        {
            new(), new() { WriteIndented = true }, new() { ReferenceHandler = ReferenceHandler.Preserve }, new() { NumberHandling = JsonNumberHandling.WriteAsString },
            new() { Converters = { new JsonStringEnumConverter() }, DictionaryKeyPolicy = JsonNamingPolicy.CamelCase },
        })
        {
            JsonRows.From(rows).ToJsonString(new JsonRowOptions { SerializerOptions = serializer })
                .Should().Be(JsonSerializer.Serialize<IEnumerable<T>>(rows, serializer), "of rows declared as {0}", typeof(T));
        }
    }

    private static string Nested(Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        writer.WriteStartArray();
        write(writer);
        writer.WriteEndArray();
        writer.Flush();
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    /// <summary>What rows are is asked in steps: by name for those of databases, whose types are not loaded for others.</summary>
    [Fact]
    public void From_derivedAndImplementedTypes_areWhatTheyDeriveFrom()
    {
        using var table = new NumberTable();
        table.Rows.Add(1);
        var reader = new ColumnarReader(Column.Of("n", 1));
        reader.Read();

        JsonRows.From<NumberRow>([.. table.Rows.Cast<NumberRow>()]).ToJsonString().Should().Be("""[{"n":1}]""");
        JsonRows.From<ColumnarReader>([reader]).ToJsonString().Should().Be("""[{"n":1}]""");
        JsonRows.From<JsonObject>([new JsonObject { ["n"] = 1 }]).ToJsonString().Should().Be("""[{"n":1}]""");
        JsonRows.From<JsonValue>([JsonValue.Create(1)]).ToJsonString().Should().Be("[1]");
    }

    private sealed class NumberTable : DataTable
    {
        public NumberTable() => Columns.Add("n", typeof(int));

        protected override DataRow NewRowFromBuilder(DataRowBuilder builder) => new NumberRow(builder);

        protected override Type GetRowType() => typeof(NumberRow);
    }

    private sealed class NumberRow(DataRowBuilder builder) : DataRow(builder);

    internal class Account
    {
        public int Id { get; init; }
    }

    internal sealed class SecretAccount : Account
    {
        public string? Secret { get; init; }
    }

    [JsonConverter(typeof(MarkConverter))]
    private sealed class MarkedDictionary(Dictionary<string, object?> cells) : Dictionary<string, object?>(cells);

    /// <summary>As an interface it is not what it is as a class.</summary>
    private sealed class BackwardsDictionary(Dictionary<string, object?> cells) : Dictionary<string, object?>(cells), IEnumerable<KeyValuePair<string, object?>>
    {
        IEnumerator<KeyValuePair<string, object?>> IEnumerable<KeyValuePair<string, object?>>.GetEnumerator() =>
            Keys.Reverse().Select(key => new KeyValuePair<string, object?>(key, this[key])).GetEnumerator();

    }

    private sealed class BackwardsNumbers(Dictionary<string, int> cells) : Dictionary<string, int>(cells), IEnumerable<KeyValuePair<string, int>>
    {
        IEnumerator<KeyValuePair<string, int>> IEnumerable<KeyValuePair<string, int>>.GetEnumerator() =>
            Keys.Reverse().Select(key => new KeyValuePair<string, int>(key, this[key])).GetEnumerator();
    }

    private sealed class MarkConverter : WriteOnlyConverter<MarkedDictionary>
    {
        public override void Write(Utf8JsonWriter writer, MarkedDictionary value, JsonSerializerOptions options) => writer.WriteStringValue("marked");
    }

    private sealed class NodeConverter : WriteOnlyConverter<JsonNode>
    {
        public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(JsonNode));

        public override void Write(Utf8JsonWriter writer, JsonNode value, JsonSerializerOptions options) => writer.WriteStringValue($"a {value.GetValueKind()}");
    }

    private class ListsOnly : WriteOnlyConverter<IList>
    {
        public override bool CanConvert(Type typeToConvert) => typeof(IList).IsAssignableFrom(typeToConvert);

        public override void Write(Utf8JsonWriter writer, IList value, JsonSerializerOptions options) => writer.WriteStringValue($"{value.Count} items");
    }

    private sealed class CountConverter : ListsOnly;

    /// <summary>Says that it is for sequences, and is not.</summary>
    private sealed class MisfitConverter : WriteOnlyConverter<IList>
    {
        public override bool CanConvert(Type typeToConvert) => typeof(IEnumerable).IsAssignableFrom(typeToConvert);

        public override void Write(Utf8JsonWriter writer, IList value, JsonSerializerOptions options) => writer.WriteNullValue();
    }

    private abstract class WriteOnlyConverter<T> : JsonConverter<T>
    {
        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();
    }

    private sealed class Query<T>(T[] rows) : IEnumerable<T>, IAsyncEnumerable<T>
    {
        public string Reads { get; private set; } = "";

        public IEnumerator<T> GetEnumerator()
        {
            Reads += "sync ";
            return ((IEnumerable<T>)rows).GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            Reads += "async ";
            return rows.ToAsyncEnumerable().GetAsyncEnumerator(cancellationToken);
        }
    }
}

[JsonSerializable(typeof(DeclaredTypeTests.Account))]
internal sealed partial class AccountContext : JsonSerializerContext;
