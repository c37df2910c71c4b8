using Microsoft.Extensions.Primitives;

namespace RowJson.AspNetCore;

/// <summary>A media type that rows are written as.</summary>
/// <param name="Name">As it is in the Accept header.</param>
/// <param name="ContentType">As it is in the Content-Type header.</param>
/// <param name="Format">How rows are framed.</param>
/// <param name="Rows">The value of the parameter <see cref="RowsParameter"/>, which asks for compact rows; null for objects.</param>
internal sealed record RowMediaType(string Name, string ContentType, JsonRowFormat Format, string? Rows = null)
{
    public const string JsonContentType = "application/json; charset=utf-8";

    /// <summary>The parameter of a media type, RowJson's own, that asks for a compact format.</summary>
    public const string RowsParameter = "rows";

    private const string ArraysValue = "arrays";
    private const string ColumnsValue = "columns";

    /// <summary>The name with its parameter.</summary>
    public string FullName => Rows is null ? Name : $"{Name}; {RowsParameter}={Rows}";

    /// <summary>An array: the default.</summary>
    public static readonly RowMediaType Json = new("application/json", JsonContentType, JsonRowFormat.Array);

    private static readonly RowMediaType JsonArrays = Json.With(ArraysValue, JsonRowFormat.Arrays);
    private static readonly RowMediaType JsonColumns = Json.With(ColumnsValue, JsonRowFormat.Columns);
    private static readonly RowMediaType JsonLines = OfDocuments("application/jsonl", JsonRowFormat.Lines);
    private static readonly RowMediaType ArrayLines = JsonLines.With(ArraysValue, JsonRowFormat.ArrayLines);
    private static readonly RowMediaType NdJson = OfDocuments("application/x-ndjson", JsonRowFormat.Lines);
    private static readonly RowMediaType TextSequence = OfDocuments("application/json-seq", JsonRowFormat.TextSequence);

    /// <summary>All, those that the server would rather send first.</summary>
    public static readonly IReadOnlyList<RowMediaType> All =
    [
        Json,
        JsonLines,
        NdJson,
        OfDocuments("application/x-jsonlines", JsonRowFormat.Lines),
        TextSequence,
        JsonArrays,
        JsonColumns,
        ArrayLines,
        NdJson.With(ArraysValue, JsonRowFormat.ArrayLines),
    ];

    /// <summary>Those of a body that is one document.</summary>
    public static readonly IReadOnlyList<RowMediaType> JsonOnly = [Json, JsonArrays, JsonColumns];

    /// <summary>The type of rows whose format is given.</summary>
    public static RowMediaType Of(JsonRowFormat format) => format switch
    {
        JsonRowFormat.Lines => JsonLines,
        JsonRowFormat.TextSequence => TextSequence,
        JsonRowFormat.Arrays => JsonArrays,
        JsonRowFormat.ArrayLines => ArrayLines,
        JsonRowFormat.Columns => JsonColumns,
        _ => Json,
    };

    /// <summary>The type of this name whose rows are as a parameter asks; this one, if the parameter asks for nothing that there is.</summary>
    public RowMediaType WithRows(StringSegment parameter)
    {
        if (!parameter.HasValue) return this;
        foreach (RowMediaType type in All)
            if (type.Rows is { } rows && type.Name == Name && parameter.Equals(rows, StringComparison.OrdinalIgnoreCase)) return type;
        return this;
    }

    private RowMediaType With(string rows, JsonRowFormat format) =>
        new(Name, $"{ContentType}; {RowsParameter}={rows}", format, rows);

    /// <summary>A type of several documents has no charset: it is UTF-8 by definition.</summary>
    private static RowMediaType OfDocuments(string name, JsonRowFormat format) => new(name, name, format);
}
