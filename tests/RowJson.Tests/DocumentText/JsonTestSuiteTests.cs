using System.Text.Json;

namespace RowJson.Tests;

/// <summary>The texts of JSONTestSuite that <see cref="JsonDocument"/> accepts, as a cell and as a row.</summary>
[EachVectorLevel]
public class JsonTestSuiteTests
{
    public static TheoryData<string> Encoders => [.. Matrix.Encoders];

    [DataSetTheory]
    [MemberData(nameof(Encoders))]
    public async Task Write_acceptedText_matchesJsonSerializer(string encoder)
    {
        int accepted = 0;
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        foreach (string file in DataSets.JsonTestSuite)
        {
            byte[] text = File.ReadAllBytes(file);
            byte[][] wrapped = [text, [.. "["u8, .. text, .. "]"u8], [.. "[{\"a\": "u8, .. text, .. "}]"u8], [.. "[{\"a\":1},"u8, .. text, .. " ]"u8]];
            foreach (byte[] json in wrapped)
            {
                JsonDocument document;
                try
                {
                    document = JsonDocument.Parse(json);
                }
                catch (JsonException)
                {
                    continue;
                }
                accepted++;
                using (document) await CheckAsync(Path.GetFileName(file), document, options);
            }
        }
        accepted.Should().BeGreaterThan(300);
    }

    /// <summary>The bytes of <see cref="JsonSerializer"/>, or its failure.</summary>
    private static async Task CheckAsync(string name, JsonDocument document, JsonRowOptions options)
    {
        byte[] expected;
        try
        {
            expected = JsonSerializer.SerializeToUtf8Bytes(document, options.SerializerOptions);
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException or JsonException)
        {
            Action write = () => JsonRows.From(document).ToUtf8Bytes(options);
            write.Should().Throw<JsonRowException>(name);
            return;
        }
        if (document.RootElement.ValueKind == JsonValueKind.Array)
        {
            foreach (ComparedRows source in ComparedRows.Of(document).Take(3)) await Matrix.CheckAsync(source, options, RowTarget.All);
        }
        else
        {
            foreach (RowTarget target in RowTarget.Bytes)
                Same.Rows((await target.Write(JsonRows.From(document), options)).Bytes, expected, 1, $"{name} to {target.Name}");
        }
    }
}
