using System.Buffers;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>The examples of README.md, compiled and run.</summary>
public class ReadmeTests
{
    [Fact]
    public void Example_dictionaries_writesTheBytesOfJsonSerializer()
    {
        using var stream = new MemoryStream();

        // <dictionaries>
        List<Dictionary<string, object?>> rows =
        [
            new() { ["id"] = 1, ["name"] = "Ada", ["joined"] = new DateOnly(2024, 5, 1) },
            new() { ["id"] = 2, ["name"] = "Linus", ["joined"] = null },
        ];

        long count = JsonRows.From(rows).WriteTo(stream);
        // [{"id":1,"name":"Ada","joined":"2024-05-01"},{"id":2,"name":"Linus","joined":null}]
        // </dictionaries>

        count.Should().Be(2);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Comment("dictionaries")).And.Be(JsonSerializer.Serialize(rows));
    }

    [Fact]
    public void Example_filteredDocument_writesWhatIsLeft()
    {
        // <document>
        using JsonDocument document = JsonDocument.Parse("""{"orders": [{"id": 1, "total": 9.50}, {"id": 2, "total": 120.00}]}""");
        IEnumerable<JsonElement> large = document.RootElement.GetProperty("orders").EnumerateArray()
            .Where(order => order.GetProperty("total").GetDecimal() > 100);

        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        writer.WriteStartObject();
        writer.WritePropertyName("orders");
        JsonRows.From(large).WriteTo(writer);
        writer.WriteEndObject();
        writer.Flush();
        // {"orders":[{"id":2,"total":120.00}]}
        // </document>

        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(Comment("document"));
    }

    [Fact]
    public async Task Example_lines_writesOneRowALine()
    {
        using var stream = new MemoryStream();
        var cancellationToken = CancellationToken.None;
        IEnumerable<Dictionary<string, double>> readings = [new() { ["TempC"] = 21.5, ["Wind"] = double.NaN }, new() { ["TempC"] = 19, ["Wind"] = 3 }];

        // <lines>
        var options = new JsonRowOptions // make one, keep it: it owns the encoded names
        {
            Format = JsonRowFormat.Lines,
            NonFinite = JsonNonFiniteHandling.Null,
            ColumnName = JsonNamingPolicy.SnakeCaseLower.ConvertName,
        };

        await JsonRows.From(readings).WriteToAsync(stream, options, cancellationToken);
        // {"temp_c":21.5,"wind":null}
        // {"temp_c":19,"wind":3}
        // </lines>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Comment("lines") + "\n");
    }

    [Fact]
    public void Readme_codeBlocks_areTheExamples()
    {
        string readme = Read("README.md");
        string[] blocks = [.. readme.Split("```csharp\n").Skip(1).Select(block => block.Split("```")[0])];
        blocks.Should().Equal(Example("dictionaries"), Example("document"), Example("lines"));
    }

    /// <summary>What an example's last comment lines promise.</summary>
    private static string Comment(string name) => string.Join(
        '\n', Example(name).TrimEnd().Split('\n').Reverse().TakeWhile(line => line.StartsWith("//", StringComparison.Ordinal)).Reverse().Select(line => line[3..]));

    /// <summary>The code between an example's two markers, without its indentation.</summary>
    private static string Example(string name)
    {
        const string indentation = "        ";
        string source = Read("tests", "RowJson.Tests", "ReadmeTests.cs");
        string code = source.Split($"// <{name}>\n")[1].Split($"{indentation}// </{name}>")[0];
        return string.Concat(code.Split('\n').SkipLast(1).Select(line => (line.Length > 0 ? line[indentation.Length..] : line) + "\n"));
    }

    private static string Read(params string[] path) =>
        File.ReadAllText(RepositoryFolder.Combine(path)).ReplaceLineEndings("\n");
}
