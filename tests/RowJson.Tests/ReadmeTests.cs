using System.Buffers;
using System.Data.Common;
using System.Text;
using System.Text.Json;
using Npgsql;

namespace RowJson.Tests;

/// <summary>The examples of README.md, compiled and run.</summary>
[Collection(PostgresTestGroup.Name)]
public class ReadmeTests(PostgresFixture server)
{
    [PostgresFact]
    public async Task Example_query_writesItsRows()
    {
        using var stream = new MemoryStream();
        var cancellationToken = CancellationToken.None;
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using (var table = new NpgsqlCommand("create temp table people as select * from (values "
            + "(1, 'Ada', date '2024-05-01'), (2, 'Linus', null)) as person(id, name, joined)", connection))
            await table.ExecuteNonQueryAsync(cancellationToken);

        // <query>
        await using var command = new NpgsqlCommand("select id, name, joined from people order by id", connection);
        await using DbDataReader reader = await command.ExecuteReaderAsync(cancellationToken);
        await JsonRows.From(reader).WriteToAsync(stream, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Ada","joined":"2024-05-01"},{"id":2,"name":"Linus","joined":null}]
        // </query>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Comment("query"));
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
    public void Example_dictionaries_writesOneRowALine()
    {
        using var stream = new MemoryStream();

        // <dictionaries>
        List<Dictionary<string, object?>> readings =
        [
            new() { ["Station"] = "Ny-Ålesund", ["TempC"] = -21.5, ["WindSpeed"] = double.NaN },
            new() { ["Station"] = "Cádiz", ["TempC"] = 19, ["WindSpeed"] = 3.2 },
        ];
        var options = new JsonRowOptions // make one, keep it: it owns the encoded names
        {
            Format = JsonRowFormat.Lines,
            NonFiniteHandling = JsonNonFiniteHandling.Null,
            ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        };

        long count = JsonRows.From(readings).WriteTo(stream, options);
        // {"station":"Ny-\u00C5lesund","temp_c":-21.5,"wind_speed":null}
        // {"station":"C\u00E1diz","temp_c":19,"wind_speed":3.2}
        // </dictionaries>

        count.Should().Be(2);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Comment("dictionaries") + "\n");
    }

    [Fact]
    public void Readme_codeBlocks_areTheExamples()
    {
        string readme = Read("README.md");
        string[] blocks = [.. readme.Split("```csharp\n").Skip(1).Select(block => block.Split("```")[0])];
        blocks.Should().Equal(Example("query"), Example("document"), Example("dictionaries"));
    }

    /// <summary>The output that an example's last comment lines show.</summary>
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
