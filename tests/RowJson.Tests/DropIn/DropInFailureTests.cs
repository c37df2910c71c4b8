using System.Text.Json;

namespace RowJson.Tests;

/// <summary>What fails inside a list reaches the caller of <see cref="JsonSerializer"/> as the serializer's own failures do.</summary>
public class DropInFailureTests
{
    private static readonly JsonSerializerOptions Plain = new();

    public static TheoryData<string> Accesses => [.. Enum.GetNames<ObjectAccess>()];

    [Theory]
    [MemberData(nameof(Accesses))]
    public void Serialize_getterThatThrows_passesItsException(string access)
    {
        var rows = new { Items = new List<DropInFailing> { new() { Id = 1 }, new() { Id = 2 } } };
        foreach (Action write in Writes(rows, access)) write.Should().ThrowExactly<FormatException>().WithMessage("a getter's own");
    }

    [Theory]
    [MemberData(nameof(Accesses))]
    public void Serialize_unsupportedValue_hasAPathFromTheRow(string access)
    {
        var rows = new { Items = new List<DropInUnsupported> { new(), new() { Value = new { X = typeof(int) } } } };
        string expected = MessageOf<NotSupportedException>(() => JsonSerializer.Serialize(rows, Plain));
        expected.Should().Contain("System.Type").And.Contain("Path: $.Items.Value.X");
        foreach (Action write in Writes(rows, access)) MessageOf<NotSupportedException>(write).Should().Be(expected);
    }

    [Theory]
    [MemberData(nameof(Accesses))]
    public void Serialize_cycle_isAJsonExceptionWithAPathFromTheRow(string access)
    {
        var row = new DropInRow();
        row.Parent = row;
        var rows = new { Items = new List<DropInRow> { new(), new(), row } };
        string expected = MessageOf<JsonException>(() => JsonSerializer.Serialize(rows, Plain));
        expected.Should().Contain("Path: $.Items.Parent.Parent");
        foreach (Action write in Writes(rows, access)) MessageOf<JsonException>(write).Should().Be(expected);
    }

    [Fact]
    public void Serialize_dictionaryWithUnsupportedValue_hasThePathOfTheSerializer()
    {
        var rows = new { Items = new List<Dictionary<string, object?>> { new() { ["a"] = 1, ["b c"] = typeof(int) } } };
        string expected = MessageOf<NotSupportedException>(() => JsonSerializer.Serialize(rows, Plain));
        foreach (Action write in Writes(rows, nameof(ObjectAccess.Automatic))) MessageOf<NotSupportedException>(write).Should().Be(expected);
        var numbers = new { Items = new List<Dictionary<string, object?>> { new() { ["a"] = double.NaN } } };
        foreach (Action write in Writes(numbers, nameof(ObjectAccess.Automatic))) write.Should().ThrowExactly<ArgumentException>();
    }

    [Fact]
    public void Serialize_sequenceThatThrows_passesItsExceptionAndIsDisposed()
    {
        int disposed = 0;
        foreach (Action write in Writes(new { Items = Rows() }, nameof(ObjectAccess.Compiled)))
            write.Should().ThrowExactly<TimeoutException>();
        disposed.Should().Be(3);

        IEnumerable<DropInRow> Rows()
        {
            try
            {
                yield return new DropInRow();
                throw new TimeoutException();
            }
            finally
            {
                disposed++;
            }
        }
    }

    [Fact]
    public void Serialize_afterFailures_goesOnWithTheSameOptions()
    {
        var settings = new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled };
        DropInOptions dropIn = DropInOptions.Create(new JsonSerializerOptions(), settings);
        for (int i = 0; i < 10; i++)
        {
            FluentActions.Invoking(() => JsonSerializer.Serialize(new List<DropInFailing> { new() { Id = 2 } }, dropIn.WriteOnly))
                .Should().Throw<FormatException>();
            JsonSerializer.Serialize(new List<DropInFailing> { new() { Id = 1 } }, dropIn.WriteOnly).Should().Be("""[{"Id":1,"Name":"n"}]""");
        }
    }

    [Fact]
    public async Task SerializeAsync_asynchronousSequenceInARow_equalsSerializer()
    {
        var value = new { Items = new List<DropInAsync> { new() { Id = 1 }, new() { Id = 2 } } };
        var expected = new MemoryStream();
        await JsonSerializer.SerializeAsync(expected, value, Plain);
        var whole = new MemoryStream();
        await JsonSerializer.SerializeAsync(whole, value, Plain.WithRowJson(writeOnly: true));
        var batched = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(batched, value, Plain);
        whole.ToArray().Should().Equal(expected.ToArray());
        batched.ToArray().Should().Equal(expected.ToArray());
    }

    private static string MessageOf<TException>(Action write)
        where TException : Exception => write.Should().ThrowExactly<TException>().Which.Message;

    /// <summary>As a whole, and in batches.</summary>
    private static Action[] Writes<T>(T value, string access)
    {
        DropInOptions dropIn = DropInOptions.Create(
            new JsonSerializerOptions(), new JsonRowOptions { ObjectAccess = Enum.Parse<ObjectAccess>(access), FlushThreshold = 1 });
        return
        [
            () => JsonSerializer.Serialize(value, dropIn.WriteOnly),
            () => JsonRowSerializer.Serialize(new MemoryStream(), value, dropIn),
            () => JsonRowSerializer.SerializeAsync(new MemoryStream(), value, dropIn).GetAwaiter().GetResult(),
        ];
    }
}
