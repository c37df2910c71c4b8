using Microsoft.Extensions.Primitives;

namespace RowJson.AspNetCore;

// A media type that rows are written as.
// Name: as it is in the Accept header.
// ContentType: as it is in the Content-Type header.
// Format: how rows are framed.
// Rows: the value of the parameter RowsParameter, which asks for compact rows; null for objects.
internal sealed record RowMediaType(string Name, string ContentType, JsonRowFormat Format, string? Rows = null)
{
    public const string JsonContentType = "application/json; charset=utf-8";

    // RowJson's own parameter of a media type, which asks for a compact format.
    public const string RowsParameter = "rows";

    private const string ArraysValue = "arrays";
    private const string ColumnsValue = "columns";

    // The name with its parameter.
    public string FullName => Rows is null ? Name : $"{Name}; {RowsParameter}={Rows}";

    // An array: the default.
    public static readonly RowMediaType Json = new("application/json", JsonContentType, JsonRowFormat.Array);

    private static readonly RowMediaType JsonArrays = Json.With(ArraysValue, JsonRowFormat.CompactRows);
    private static readonly RowMediaType JsonColumns = Json.With(ColumnsValue, JsonRowFormat.CompactColumns);
    private static readonly RowMediaType JsonLines = OfDocuments("application/jsonl", JsonRowFormat.Lines);
    private static readonly RowMediaType ArrayLines = JsonLines.With(ArraysValue, JsonRowFormat.CompactLines);
    private static readonly RowMediaType NdJson = OfDocuments("application/x-ndjson", JsonRowFormat.Lines);
    private static readonly RowMediaType TextSequence = OfDocuments("application/json-seq", JsonRowFormat.TextSequence);

    // All types, in the order in which the server prefers them.
    public static readonly IReadOnlyList<RowMediaType> All =
    [
        Json,
        JsonLines,
        NdJson,
        OfDocuments("application/ndjson", JsonRowFormat.Lines),
        OfDocuments("application/jsonlines", JsonRowFormat.Lines),
        OfDocuments("application/x-jsonlines", JsonRowFormat.Lines),
        TextSequence,
        JsonArrays,
        JsonColumns,
        ArrayLines,
        NdJson.With(ArraysValue, JsonRowFormat.CompactLines),
    ];

    // The types of a body that is one document.
    public static readonly IReadOnlyList<RowMediaType> JsonOnly = [Json, JsonArrays, JsonColumns];

    // The type of rows whose format is given.
    public static RowMediaType Of(JsonRowFormat format) => format switch
    {
        JsonRowFormat.Lines => JsonLines,
        JsonRowFormat.TextSequence => TextSequence,
        JsonRowFormat.CompactRows => JsonArrays,
        JsonRowFormat.CompactLines => ArrayLines,
        JsonRowFormat.CompactColumns => JsonColumns,
        _ => Json,
    };

    // The type with this name whose rows are as a parameter asks; this type if the parameter has no known value.
    public RowMediaType WithRows(StringSegment parameter)
    {
        if (!parameter.HasValue) return this;
        foreach (RowMediaType type in All)
            if (type.Rows is { } rows && type.Name == Name && parameter.Equals(rows, StringComparison.OrdinalIgnoreCase)) return type;
        return this;
    }

    private RowMediaType With(string rows, JsonRowFormat format) =>
        new(Name, $"{ContentType}; {RowsParameter}={rows}", format, rows);

    // A type of several documents has no charset: it is UTF-8 by definition.
    private static RowMediaType OfDocuments(string name, JsonRowFormat format) => new(name, name, format);
}
