namespace RowJson.AspNetCore;

/// <summary>A media type that rows are written as.</summary>
/// <param name="Name">As it is in the Accept header.</param>
/// <param name="ContentType">As it is in the Content-Type header.</param>
/// <param name="Format">How rows are framed.</param>
internal sealed record RowMediaType(string Name, string ContentType, JsonRowFormat Format)
{
    public const string JsonContentType = "application/json; charset=utf-8";

    /// <summary>An array: the default.</summary>
    public static readonly RowMediaType Json = new("application/json", JsonContentType, JsonRowFormat.Array);

    private static readonly RowMediaType JsonLines = OfDocuments("application/jsonl", JsonRowFormat.Lines);
    private static readonly RowMediaType TextSequence = OfDocuments("application/json-seq", JsonRowFormat.TextSequence);

    /// <summary>All, those that the server would rather send first.</summary>
    public static readonly IReadOnlyList<RowMediaType> All =
    [
        Json,
        JsonLines,
        OfDocuments("application/x-ndjson", JsonRowFormat.Lines),
        OfDocuments("application/x-jsonlines", JsonRowFormat.Lines),
        TextSequence,
    ];

    /// <summary>Those of a body that is one document.</summary>
    public static readonly IReadOnlyList<RowMediaType> JsonOnly = [Json];

    /// <summary>The type of rows whose format is given.</summary>
    public static RowMediaType Of(JsonRowFormat format) => format switch
    {
        JsonRowFormat.Lines => JsonLines,
        JsonRowFormat.TextSequence => TextSequence,
        _ => Json,
    };

    /// <summary>A type of several documents has no charset: it is UTF-8 by definition.</summary>
    private static RowMediaType OfDocuments(string name, JsonRowFormat format) => new(name, name, format);
}
