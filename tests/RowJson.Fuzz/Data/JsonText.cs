using System.Text;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>A JSON text, as it was received.</summary>
internal sealed class JsonText(byte[] utf8) : FuzzData
{
    private static readonly JsonDocumentOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = 200,
    };

    private long _cells = -1;

    public byte[] Utf8 { get; } = utf8;

    public override long Cells => _cells >= 0 ? _cells : _cells = Count();

    public static JsonText Of(string text) => new(Encoding.UTF8.GetBytes(text));

    public static JsonText Of(params byte[] utf8) => new(utf8);

    /// <summary>The parsed text; null if the parser refuses it.</summary>
    public JsonDocument? TryParse()
    {
        try
        {
            return JsonDocument.Parse(Utf8, Lenient);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    public override IEnumerable<FuzzData> Smaller()
    {
        foreach ((int start, int length) in Cuts(Utf8.Length)) yield return new JsonText(Without(Utf8, start, length));
        for (int i = 0; i < Utf8.Length && Utf8.Length < 300; i++)
        {
            if (!char.IsAsciiLetterOrDigit((char)Utf8[i]) || Utf8[i] is (byte)'a' or (byte)'1') continue;
            byte[] simpler = [.. Utf8];
            simpler[i] = char.IsAsciiDigit((char)Utf8[i]) ? (byte)'1' : (byte)'a';
            yield return new JsonText(simpler);
        }
    }

    public override string ToCSharp()
    {
        string text = Encoding.UTF8.GetString(Utf8);
        return Encoding.UTF8.GetBytes(text).AsSpan().SequenceEqual(Utf8)
            ? $"JsonText.Of({CSharpText.Of(text)})"
            : $"JsonText.Of({string.Join(", ", Utf8.Select(value => $"0x{value:X2}"))})";
    }

    private long Count()
    {
        using JsonDocument? document = TryParse();
        if (document is null) return 0;
        JsonElement root = document.RootElement;
        if (root.ValueKind != JsonValueKind.Array) return 1;
        long cells = 0;
        foreach (JsonElement row in root.EnumerateArray())
            cells += row.ValueKind == JsonValueKind.Object ? row.GetPropertyCount() : 1;
        return cells;
    }
}
