using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Converters that dispose, reset or keep their writer: the row fails, and no memory is lost or shared.</summary>
public class ConverterMisuseTests
{
    private const string Kept = """[{"ok":{"a":1}}""";

    private static readonly Dictionary<string, object?> Good = new() { ["ok"] = new { a = 1 } };

    private readonly CountingPool _pool = new();

    public static TheoryData<string, bool> Misuses()
    {
        var data = new TheoryData<string, bool>();
        foreach (string misuse in new[] { "dispose", "dispose after a value", "reset", "reset to a buffer", "nothing" })
            foreach (bool handsOverEachRow in new[] { true, false }) data.Add(misuse, handsOverEachRow);
        return data;
    }

    [Theory]
    [MemberData(nameof(Misuses))]
    public async Task WriteTo_converterMisusesItsWriter_failsTheRowAndKeepsNoBuffer(string misuse, bool handsOverEachRow)
    {
        JsonRowOptions options = Options(handsOverEachRow);
        Dictionary<string, object?>[] rows = [Good, new() { ["bad"] = new Bad(writer => Do(misuse, writer)) }];
        for (int i = 0; i < 3; i++)
        {
            foreach (Receiver receiver in Receiver.All())
            {
                Action write = () => receiver.WriteTo(JsonRows.From(rows), options);
                write.Should().Throw<JsonRowException>().Where(exception => exception.RowIndex == 1 && exception.ColumnName == "bad");
                receiver.Text.Should().Be(handsOverEachRow || receiver.IsJsonWriter ? Kept : "", receiver.Name);
                _pool.Outstanding.Should().Be(0);
            }
            var stream = new ScriptedStream(new SinkScript(), isAsynchronous: true);
            await JsonRows.From(rows).Awaiting(source => source.WriteToAsync(stream, options)).Should().ThrowAsync<JsonRowException>();
            _pool.Outstanding.Should().Be(0);
            JsonRows.From([Good]).ToJsonString(options).Should().Be("""[{"ok":{"a":1}}]""");
        }
    }

    [Theory]
    [MemberData(nameof(Misuses))]
    public void WriteRow_converterMisusesItsWriter_failsTheRowAndKeepsNoBuffer(string misuse, bool handsOverEachRow)
    {
        foreach (Receiver receiver in Receiver.All())
        {
            using (JsonRowWriter writer = receiver.Open(Options(handsOverEachRow)))
            {
                writer.WriteRow(Good);
                Action write = () => writer.WriteRow(new Dictionary<string, object?> { ["bad"] = new Bad(json => Do(misuse, json)) });
                write.Should().Throw<JsonRowException>().Where(exception => exception.RowIndex == 1);
            }
            receiver.Text.Should().Be(handsOverEachRow || receiver.IsJsonWriter ? Kept : "", receiver.Name);
            _pool.Outstanding.Should().Be(0);
        }
    }

    /// <summary>Several rows in one call of the serializer, or each by its properties.</summary>
    [Theory]
    [MemberData(nameof(Misuses))]
    public void WriteTo_objectsWhoseConverterMisusesItsWriter_failAndKeepNoBuffer(string misuse, bool hasColumnOptions)
    {
        var options = new JsonRowOptions
        {
            Pool = _pool,
            ObjectAccess = ObjectAccess.Serializer,
            ColumnFilter = hasColumnOptions ? column => column.Name != "Left out" : null,
        };
        List<Holder> good = [new(Write), new(Write), new(Write)];
        for (int i = 0; i < 3; i++)
        {
            // The second list is as long as the first, which was measured.
            JsonRows.From(good).ToJsonString(options).Should().Be("""[{"Value":1},{"Value":1},{"Value":1}]""");
            List<Holder> bad = [new(Write), new(writer => Do(misuse, writer)), new(Write)];
            Func<string> write = () => JsonRows.From(bad).ToJsonString(options);
            // A property without a value the serializer does not notice.
            if (misuse == "nothing" && !hasColumnOptions) write().Should().Be(JsonSerializer.Serialize(bad));
            else write.Should().Throw<JsonRowException>();
            _pool.Outstanding.Should().Be(0);
        }

        static void Write(Utf8JsonWriter writer) => writer.WriteNumberValue(1);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_converterKeepsItsWriter_canDoNothingWithItLater(bool disposes)
    {
        var options = new JsonRowOptions { Pool = _pool };
        Utf8JsonWriter kept = null!;
        IEnumerable<KeyValuePair<string, object?>> Row()
        {
            yield return new("a", new Bad(writer => (kept = writer).WriteNumberValue(1)));
            if (disposes) kept.Dispose();
            else kept.Invoking(kept => kept.WriteStringValue("intruder")).Should().Throw<InvalidOperationException>().WithMessage("*inside its Write method*");
            yield return new("b", new { c = 2 });
        }

        JsonRows.From([Row(), Row()]).ToJsonString(options).Should().Be("""[{"a":1,"b":{"c":2}},{"a":1,"b":{"c":2}}]""");
        JsonRows.From([Good]).ToJsonString(options).Should().Be("""[{"ok":{"a":1}}]""");
        _pool.Outstanding.Should().Be(0);
    }

    private JsonRowOptions Options(bool handsOverEachRow) =>
        new() { Pool = _pool, FlushThreshold = handsOverEachRow ? 1 : BufferSizes.DefaultFlushThreshold };

    private static void Do(string misuse, Utf8JsonWriter writer)
    {
        switch (misuse)
        {
            case "dispose": writer.Dispose(); break;
            case "dispose after a value":
                writer.WriteNumberValue(1);
                writer.Dispose();
                break;
            case "reset": writer.Reset(); break;
            case "reset to a buffer":
                int depth = writer.CurrentDepth;
                writer.Reset(new ArrayBufferWriter<byte>());
                for (int i = 0; i < depth; i++) writer.WriteStartArray();
                writer.WriteNumberValue(1);
                break;
            default: break;
        }
    }

    private sealed class Holder(Action<Utf8JsonWriter> write)
    {
        public Bad Value { get; } = new(write);
    }

    [JsonConverter(typeof(Converter))]
    private sealed class Bad(Action<Utf8JsonWriter> write)
    {
        private Action<Utf8JsonWriter> Write => write;

        private sealed class Converter : JsonConverter<Bad>
        {
            public override Bad Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

            public override void Write(Utf8JsonWriter writer, Bad value, JsonSerializerOptions options) => value.Write(writer);
        }
    }
}
