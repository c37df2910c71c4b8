using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Objects in each other whose type has so many large members that the code for one object needs tens of KB of the stack.</summary>
public class WideNestingTests
{
    private static readonly JsonSerializerOptions Plain = new()
    {
        MaxDepth = 1_000_000,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    // Each way to get at members has code of its own. The process ends where the stack does.
    [Theory]
    [InlineData(nameof(ObjectAccess.Compiled), 256)]
    [InlineData(nameof(ObjectAccess.Compiled), 1024)]
    [InlineData(nameof(ObjectAccess.Delegates), 256)]
    [InlineData(nameof(ObjectAccess.Delegates), 1024)]
    public void ToUtf8Bytes_deeperThanTheStack_throws(string access, int stackKiB)
    {
        var options = new JsonRowOptions { SerializerOptions = Plain, ObjectAccess = Enum.Parse<ObjectAccess>(access) };
        Wide? chain = null;
        for (int i = 0; i < 50_000; i++) chain = new Wide { Next = chain };
        Exception? thrown = null;
        var thread = new Thread(() => thrown = Record.Exception(() => JsonRows.From([chain!]).ToUtf8Bytes(options)), stackKiB * 1024);
        thread.Start();
        thread.Join();

        thrown.Should().BeOfType<JsonRowException>().Which.InnerException.Should().BeOfType<InsufficientExecutionStackException>();
    }

    private sealed class Wide
    {
        public Large? A { get; set; }

        public Large? B { get; set; }

        public Large? C { get; set; }

        public Large? D { get; set; }

        public Large? E { get; set; }

        public Large? F { get; set; }

        public Large? G { get; set; }

        public Large? H { get; set; }

        public Wide? Next { get; set; }
    }

    private struct Large
    {
        [JsonIgnore]
        public Numbers Numbers { get; set; }

        public int Count { get; set; }
    }

    [InlineArray(512)]
    private struct Numbers
    {
        private long _first;
    }
}
