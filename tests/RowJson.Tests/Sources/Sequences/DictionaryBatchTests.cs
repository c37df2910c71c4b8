using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Rows that are dictionaries of objects where only the serializer can write them: it is given many in one call.</summary>
public class DictionaryBatchTests
{
    private static readonly JsonSerializerOptions IgnoresCycles = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles };
    private static readonly JsonSerializerOptions Indents = new() { WriteIndented = true };

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(5_000)]
    public void ToUtf8Bytes_dictionariesOfObjects_areThoseOfTheSerializer(int count)
    {
        var cycle = new Node { Name = "é" };
        cycle.Next = cycle;
        Node?[] nodes = [.. Enumerable.Range(0, count).Select(i => i % 7 == 1 ? null : i % 5 == 2 ? cycle : new Node { Name = $"<{i}>" })];
        foreach (JsonSerializerOptions options in new[] { IgnoresCycles, Indents })
        {
            Node?[] values = options == IgnoresCycles ? nodes : [.. nodes.Select(it => it == cycle ? null : it)];
            Check(values.Select((it, i) => i % 11 == 3 ? null : new Dictionary<string, Node?> { ["a"] = it, [$"b{i}"] = it }).ToList(), options);
            Check(values.Select(it => ImmutableDictionary<string, Node?>.Empty.Add("a", it)).ToList(), options);
            Check(values.Select(it => (IReadOnlyDictionary<string, Node?>)new SortedDictionary<string, Node?> { ["a"] = it }).ToArray(), options);
            Check(values.Select(it => new Dictionary<string, Node?> { ["a"] = it }), options);
            Check(values.Select(it => new Dictionary<string, Node?[]> { ["a"] = [it, it] }).ToList(), options);
        }
    }

    [Fact]
    public void ToUtf8Bytes_valueFails_namesTheRow()
    {
        List<Dictionary<string, Node>> rows = [.. Enumerable.Range(0, 200).Select(i => new Dictionary<string, Node> { ["a"] = new() { Fails = i == 150 } })];

        Action write = () => JsonRows.From(rows).ToUtf8Bytes(JsonRowOptions.FromJsonSerializerOptions(IgnoresCycles));

        JsonRowException exception = write.Should().Throw<JsonRowException>().Which;
        exception.RowIndex.Should().Be(150);
        exception.InnerException.Should().NotBeNull();
    }

    [Fact]
    public void WriteTo_valueFailsInLines_keepsTheRowsBefore()
    {
        List<Dictionary<string, Node>> rows = [.. Enumerable.Range(0, 20).Select(i => new Dictionary<string, Node> { ["a"] = new() { Fails = i == 15 } })];
        var stream = new MemoryStream();

        Action write = () => JsonRows.From(rows).WriteTo(stream, new JsonRowOptions { Format = JsonRowFormat.Lines, SerializerOptions = IgnoresCycles });

        write.Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(15);
        stream.ToArray().Count(it => it == '\n').Should().Be(15);
    }

    private static void Check<T>(IEnumerable<T> rows, JsonSerializerOptions options)
    {
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows, options);
        JsonRows.From(rows).ToUtf8Bytes(JsonRowOptions.FromJsonSerializerOptions(options)).Should().Equal(expected);
    }

    private sealed class Node
    {
        public string? Name { get; init; }

        public Node? Next { get; set; }

        [JsonIgnore]
        public bool Fails { get; init; }

        public int Value => Fails ? throw new FormatException("no value") : 1;
    }
}
