using System.Buffers;
using System.Data;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Rows that a <see cref="JsonRowWriter"/> writes by the type that they are declared as.</summary>
public class JsonRowWriterDeclaredRowTests
{
    [Fact]
    public void WriteRow_declaredRows_haveTheBytesOfTheSerializer()
    {
        Require(new Animal { Name = "Ada" });
        Require<Animal>(new Dog { Name = "Rex", Breed = "é\"" });
        Require(new Dog { Name = "Rex", Breed = null });
        Require(new Point(1, 2));
        Require<Point?>(new Point(1, 2));
        Require<Point?>(null);
        Require<Animal?>(null);
        Require(5);
        Require("text");
        Require<int[]>([1, 2]);
        Require(new Dictionary<string, int> { ["a"] = 1 });
        Require(new SortedDictionary<string, Animal> { ["a"] = new Animal { Name = "x" } });
        Require(DayOfWeek.Friday);
        Require<List<object?>>([1, "a", null]);
    }

    [Fact]
    public async Task WriteRow_rowsOfTypesThatTakeTurns_areEachWrittenByTheirOwn()
    {
        var dog = new Dog { Name = "Rex", Breed = "Boxer" };
        string expected = """[{"Name":"Rex"},{"Breed":"Boxer","Name":"Rex"},{"Name":"Rex"},{"Breed":"Boxer","Name":"Rex"},null]""";
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new JsonRowWriter(buffer))
        {
            writer.WriteRow<Animal>(dog);
            writer.WriteRow(dog);
            writer.WriteRow<Animal>(dog);
            writer.WriteRow((object)dog);
            writer.WriteRow<Dog?>(null);
            writer.Complete();
        }
        Text(buffer).Should().Be(expected);

        using var stream = new MemoryStream();
        await using (var writer = new JsonRowWriter(stream))
        {
            (await writer.WriteRowAsync<Animal>(dog)).Should().BeTrue();
            await writer.WriteRowAsync(dog);
            await writer.WriteRowAsync<Animal>(dog, CancellationToken.None);
            await writer.WriteRowAsync((object)dog);
            await writer.WriteRowAsync<Dog?>(null);
            await writer.CompleteAsync();
        }
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    [Fact]
    public async Task WriteRow_readerOfADerivedClass_isItsCurrentRow()
    {
        using var table = new DataTable { Columns = { { "id", typeof(int) } }, Rows = { { 1 }, { 2 } } };
        var buffer = new ArrayBufferWriter<byte>();
        using DataTableReader reader = table.CreateDataReader();
        await using (var writer = new JsonRowWriter(buffer))
        {
            reader.Read();
            writer.WriteRow(reader);
            reader.Read();
            await writer.WriteRowAsync(reader);
            writer.Complete();
        }
        Text(buffer).Should().Be("""[{"id":1},{"id":2}]""");
    }

    [Fact]
    public void WriteRow_getterFails_namesTheColumnAndWritesNothingOfTheRow()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new JsonRowWriter(buffer, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled, Format = JsonRowFormat.Lines });
        writer.WriteRow(new Failing { Value = 1 });
        writer.Invoking(it => it.WriteRow(new Failing { Value = 2 })).Should().Throw<JsonRowException>()
            .Which.Should().Match<JsonRowException>(failure => failure.ColumnName == "Value" && failure.RowIndex == 1);
        writer.Dispose();
        Text(buffer).Should().Be("{\"Value\":1}\n");
    }

    private static void Require<T>(T row)
    {
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            foreach (JsonSerializerOptions serializer in new[] { JsonSerializerOptions.Default, JsonSerializerOptions.Web })
            {
                var buffer = new ArrayBufferWriter<byte>();
                using (var writer = new JsonRowWriter(buffer, new JsonRowOptions(serializer) { ObjectAccess = access }))
                {
                    writer.WriteRow(row);
                    writer.WriteRow(row);
                    writer.Complete();
                }
                Text(buffer).Should().Be(JsonSerializer.Serialize<T[]>([row, row], serializer), $"of {typeof(T)}, {access}");
            }
        }
    }

    private static string Text(ArrayBufferWriter<byte> buffer) => Encoding.UTF8.GetString(buffer.WrittenSpan);

    private class Animal
    {
        public string? Name { get; set; }
    }

    private sealed class Dog : Animal
    {
        public string? Breed { get; set; }
    }

    private sealed class Failing
    {
        private int _value;

        public int Value
        {
            get => _value == 2 ? throw new InvalidOperationException("The getter fails.") : _value;
            set => _value = value;
        }
    }

    private readonly record struct Point(int X, int Y);
}
