using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>Where the rows of a whole output end: the lengths that an output may have after an interruption.</summary>
internal static class RowsOfOutput
{
    public static HashSet<int> EndsOf(ReadOnlySpan<byte> output)
    {
        var ends = new HashSet<int> { 0 };
        if (output.EndsWith("\n"u8)) AddLines(output, ends);
        else AddItems(output, ends);
        return ends;
    }

    private static void AddLines(ReadOnlySpan<byte> output, HashSet<int> ends)
    {
        for (int i = 0; i < output.Length; i++)
            if (output[i] == '\n') ends.Add(i + 1);
    }

    private static void AddItems(ReadOnlySpan<byte> output, HashSet<int> ends)
    {
        // Rows in an envelope, or of a list with an identity, are items of the one array among its properties.
        int depth = output[0] == '[' ? 1 : 2;
        var reader = new Utf8JsonReader(output, new JsonReaderOptions { MaxDepth = 1000 });
        while (reader.Read())
        {
            bool isEnd = reader.TokenType is not (JsonTokenType.StartObject or JsonTokenType.StartArray or JsonTokenType.PropertyName);
            if (isEnd && reader.CurrentDepth == depth) ends.Add((int)reader.BytesConsumed);
        }
    }
}
