using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>Rows of third parties: every source and sink writes the bytes of <see cref="JsonSerializer"/>.</summary>
[Trait("Speed", "Slow")]
public class DataSetTests(ITestOutputHelper output)
{
    public static TheoryData<string, string> NamesAndEncoders
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach ((int file, string name) in DataSets.Names.Index())
            {
                foreach ((int index, string encoder) in Matrix.Encoders.Index())
                    if (MatrixShare.Has(4, file, index)) data.Add(name, encoder);
            }
            return data;
        }
    }

    [DataSetTheory]
    [MemberData(nameof(NamesAndEncoders))]
    public async Task Write_anySourceToAnySink_matchesJsonSerializer(string name, string encoder)
    {
        using JsonDocument document = DataSets.Read(name, DataSets.SliceLength);
        await Matrix.CheckAsync(document, new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) });
        output.WriteLine(Tally.Text);
    }

    [DataSetTheory]
    [MemberData(nameof(NamesAndEncoders))]
    public async Task Write_wholeFile_matchesJsonSerializer(string name, string encoder)
    {
        using JsonDocument document = DataSets.Read(name, DataSets.LongSliceLength);
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        string[] chosen = ["document", "elements", "list of dictionaries"];
        foreach (ComparedRows source in ComparedRows.Of(document).Where(source => chosen.Contains(source.Name)))
            await Matrix.CheckAsync(source, options, [RowTarget.Bytes[0], RowTarget.Bytes[2]]);
    }

    [DataSetTheory]
    [MemberData(nameof(NamesAndEncoders))]
    public void Serialize_dropIn_matchesJsonSerializer(string name, string encoder)
    {
        using JsonDocument document = DataSets.Read(name, DataSets.SliceLength);
        JsonSerializerOptions options = Matrix.Options(encoder);
        JsonSerializerOptions dropIn = options.WithRowJson(writeOnly: true);
        foreach (ComparedRows source in ComparedRows.Of(document))
        {
            Type declared = ComparedRows.DeclaredType(source.Value);
            Same.Rows(JsonSerializer.SerializeToUtf8Bytes(source.Value, declared, dropIn),
                JsonSerializer.SerializeToUtf8Bytes(source.Value, declared, options), source.Each.Count, $"{source.Name} by the drop-in");
        }
    }

    [DataSetTheory]
    [MemberData(nameof(NamesAndEncoders))]
    public async Task Write_otherFormats_matchJsonSerializerRowByRow(string name, string encoder)
    {
        using JsonDocument document = DataSets.Read(name, DataSets.SliceLength / 2);
        foreach (ComparedRows source in ComparedRows.Of(document))
        {
            await Matrix.CheckFormatAsync(source, Matrix.Options(encoder), JsonRowFormat.Lines);
            await Matrix.CheckFormatAsync(source, Matrix.Options(encoder), JsonRowFormat.ArrayWithLineBreaks);
        }
    }

    [DataSetTheory]
    [MemberData(nameof(NamesAndEncoders))]
    [EachVectorLevel]
    public async Task Write_smallBatchesAndFewCachedNames_matchesJsonSerializer(string name, string encoder)
    {
        using JsonDocument document = DataSets.Read(name, DataSets.SliceLength / 4);
        foreach ((int threshold, int names) in new[] { (1, 0), (100, 3), (5000, 100) })
        {
            var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder), FlushThreshold = threshold, MaxCachedNames = names };
            await Matrix.CheckAsync(document, options);
        }
    }
}
