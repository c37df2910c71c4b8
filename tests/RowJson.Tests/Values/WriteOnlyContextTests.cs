using System.Text.Json;

namespace RowJson.Tests;

/// <summary>A context with generated code that writes, and without metadata: its contracts do not say what the properties are.</summary>
public class WriteOnlyContextTests
{
    private static readonly List<MessageRow> Rows = [new() { Id = 1, Numbers = [2], Next = new() { Id = 3 } }];

    public static TheoryData<string> Accesses => [.. Enum.GetNames<ObjectAccess>()];

    [Theory]
    [MemberData(nameof(Accesses))]
    public void From_contextThatOnlyWrites_equalsSerializer(string access)
    {
        var serializer = new JsonSerializerOptions { TypeInfoResolver = WriteOnlyContext.Default };
        var options = new JsonRowOptions(serializer) { ObjectAccess = Enum.Parse<ObjectAccess>(access) };
        var pages = new List<MessagePage> { new() { Rows = Rows } };

        JsonRows.From(Rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(Rows, serializer));
        JsonRows.From(Rows).ToJsonString(new JsonRowOptions(serializer) { NonFiniteHandling = JsonNonFiniteHandling.Null })
            .Should().Be(JsonSerializer.Serialize(Rows, serializer));
        JsonSerializer.Serialize(Rows, DropInOptions.Create(serializer, options).WriteOnly).Should().Be(JsonSerializer.Serialize(Rows, serializer));
        JsonSerializer.Serialize(pages[0], DropInOptions.Create(serializer, options).WriteOnly).Should().Be(JsonSerializer.Serialize(pages[0], serializer));
    }
}
