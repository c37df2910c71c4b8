using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Conformance;

/// <summary>One set of options that members are written under, for each way to read them.</summary>
internal sealed class MemberOptions
{
    private readonly Func<string, string>? _expect;

    public MemberOptions(string name, JsonSerializerOptions serializer, Func<string, string>? expect = null, JsonRowOptions? rows = null)
    {
        serializer.MakeReadOnly(populateMissingResolver: true);
        Name = name;
        Serializer = serializer;
        _expect = expect;
        DropIn = expect is null && rows is null
            ? DropInOptions.Create(serializer, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }).WriteOnly
            : null;
        Ways = Array.ConvertAll(Enum.GetValues<ObjectAccess>(), access =>
            new JsonRowOptions(rows ?? new JsonRowOptions()) { SerializerOptions = serializer, ObjectAccess = access });
    }

    public string Name { get; }

    public JsonSerializerOptions Serializer { get; }

    /// <summary>The options for <see cref="JsonSerializer"/> that RowJson makes; null where options of rows change the text.</summary>
    public JsonSerializerOptions? DropIn { get; }

    /// <summary>The options of rows, one for each way to read members.</summary>
    public JsonRowOptions[] Ways { get; }

    /// <summary>What rows are to be, from what the serializer writes.</summary>
    public string Expect(string text) => _expect is null ? text : _expect(text);

    /// <summary>A source-generated context does not describe the type.</summary>
    public bool MissesMetadata(Type type) =>
        Serializer.TypeInfoResolver is JsonSerializerContext context && context.GetTypeInfo(type) is null;
}

/// <summary>What the serializer writes, with the columns of its rows chosen as the options of rows say.</summary>
internal static class MemberRewriting
{
    public static string Rewrite(string text, Func<string, string?> rename, bool omitsNulls = false)
    {
        using JsonDocument document = JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 1000 });
        return "[" + string.Join(',', document.RootElement.EnumerateArray().Select(row => row.ValueKind == JsonValueKind.Object
            ? "{" + string.Join(',', row.EnumerateObject()
                .Where(cell => rename(cell.Name) is not null && !(omitsNulls && cell.Value.ValueKind == JsonValueKind.Null))
                .Select(cell => $"\"{JsonEncodedText.Encode(rename(cell.Name)!)}\":{cell.Value.GetRawText()}")) + "}"
            : row.GetRawText())) + "]";
    }
}
