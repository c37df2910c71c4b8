using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Converters that write comments: a writer puts the comma after those before a value.</summary>
public class CommentTests
{
    public static TheoryData<string, string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string, string>();
            foreach (string before in (string[])["", "c", "c|d", "/", ",|*"])
            {
                foreach (string after in (string[])["", "e"])
                    foreach (string access in Accesses.Keys) cases.Add(before, after, access);
            }
            return cases;
        }
    }

    private static readonly Dictionary<string, ObjectAccess> Accesses = new()
    {
        ["automatic"] = ObjectAccess.Automatic,
        ["compiled"] = ObjectAccess.Compiled,
        ["delegates"] = ObjectAccess.Delegates,
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void Write_converterWithComments_equalsSerializer(string before, string after, string access)
    {
        var serializer = new JsonSerializerOptions { Converters = { new Commented(before, after) } };
        var options = new JsonRowOptions(serializer) { ObjectAccess = Accesses[access] };
        Row[] rows = [.. Enumerable.Range(0, 3).Select(i => new Row(i, new Text("x"), i * 2, 3, new Text("long " + new string('y', 5_000)), 4))];
        Page[] pages = [new(1, [new Text("a"), new Text("b")], new() { ["k"] = new Text("c"), ["l"] = new Text("d") }, 2, 3, 4)];

        Check(rows, serializer, options);
        Check(pages, serializer, options);
        Check([new Text("a"), new Text("b"), new Text("c")], serializer, options);
        object[] anything = [new Text("a"), 1, new Text("b"), new[] { new Text("c") }];
        Check(anything, serializer, options);
        Check([anything, anything], serializer, options);
        Check(
            [.. Enumerable.Range(0, 3).Select(i => new Dictionary<string, object> { ["a"] = new Text("x"), ["b"] = i, ["c"] = new Text("y"), ["d"] = anything })],
            serializer, options);
    }

    [Fact]
    public void Write_singleRows_equalsSerializer()
    {
        var serializer = new JsonSerializerOptions { Converters = { new Commented("c", "e") } };
        var options = new JsonRowOptions(serializer) { ObjectAccess = ObjectAccess.Compiled };
        Row[] rows = [.. Enumerable.Range(0, 3).Select(i => new Row(i, new Text("x"), i * 2, 3, new Text("y"), 4))];
        var output = new System.Buffers.ArrayBufferWriter<byte>();

        using (var writer = new JsonRowWriter(output, options))
        {
            foreach (Row row in rows) writer.WriteRow(row);
            writer.Complete();
        }

        Same.Bytes(output.WrittenSpan, JsonSerializer.SerializeToUtf8Bytes(rows, serializer), "writer");
    }

    /// <summary>The serializer would leave out the comma after it.</summary>
    [Fact]
    public void Write_commentsWithoutAValue_areRefused()
    {
        var serializer = new JsonSerializerOptions { Converters = { new Commented("c", "e", hasValue: false) } };
        var options = new JsonRowOptions(serializer) { ObjectAccess = ObjectAccess.Compiled };

        FluentActions.Invoking(() => JsonRows.From((Row[])[new(1, new Text("x"), 2, 3, new Text("y"), 4)]).ToJsonString(options))
            .Should().Throw<JsonRowException>().WithMessage("*A converter wrote no value.*");
    }

    private static void Check<T>(T[] rows, JsonSerializerOptions serializer, JsonRowOptions options)
    {
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows, serializer);
        Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(options), expected, $"a list of {typeof(T)}");
        Same.Bytes(JsonRows.From(rows.Where(_ => true)).ToUtf8Bytes(options), expected, $"{typeof(T)}, one by one");
        DropInOptions dropIn = DropInOptions.Create(serializer, options);
        Same.Bytes(JsonSerializer.SerializeToUtf8Bytes(rows, dropIn.WriteOnly), expected, $"{typeof(T)}, write options");
        Same.Bytes(JsonSerializer.SerializeToUtf8Bytes(rows, dropIn.Both), expected, $"{typeof(T)}, options for both directions");
    }

    private sealed record Text(string Value);

    private sealed record Row(int A, Text B, int C, int D, Text E, int F);

    private sealed record Page(int Id, List<Text> List, Dictionary<string, Text> Map, int C, int D, int E);

    private sealed class Commented(string before, string after, bool hasValue = true) : JsonConverter<Text>
    {
        public override Text? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Text value, JsonSerializerOptions options)
        {
            foreach (string comment in before.Split('|', StringSplitOptions.RemoveEmptyEntries)) writer.WriteCommentValue(comment);
            if (hasValue) writer.WriteStringValue(value.Value);
            foreach (string comment in after.Split('|', StringSplitOptions.RemoveEmptyEntries)) writer.WriteCommentValue(comment);
        }
    }
}
