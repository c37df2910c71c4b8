namespace RowJson;

/// <summary>An immutable description of a source of rows: <c>From</c> takes the source, <c>Write…</c> takes the sink.</summary>
/// <remarks>Nothing is read before a write begins. Each write reads the source anew, if the source allows that.</remarks>
/// <example><c>JsonRows.From(rows).WriteTo(stream);</c></example>
[JsonConverter(typeof(JsonRowConverterFactory))]
[DebuggerDisplay("{ToString(),nq}")]
public sealed partial class JsonRows
{
    internal JsonRows(RowSource source) => Source = source;

    internal RowSource Source { get; }

    /// <summary>The rows of a document: the elements of its root array. A root that is not an array is written as it is.</summary>
    /// <param name="document">The document; it must not be disposed of before the write has ended.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="document"/> is null.</exception>
    /// <exception cref="ObjectDisposedException"><paramref name="document"/> is disposed.</exception>
    public static JsonRows From(JsonDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        JsonElement root = document.RootElement;
        // Only its root shows that a document is disposed.
        _ = root.ValueKind;
        return new JsonRows(new JsonElementRows(root));
    }

    /// <summary>The rows of a JSON array. An element that is not an array is written as it is.</summary>
    /// <param name="array">The array; its document must not be disposed of before the write has ended.</param>
    /// <returns>The rows, not yet read.</returns>
    public static JsonRows From(JsonElement array) => new(new JsonElementRows(array));

    /// <summary>The rows of a mutable JSON array.</summary>
    /// <param name="array">The array.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="array"/> is null.</exception>
    public static JsonRows From(JsonArray array)
    {
        ArgumentNullException.ThrowIfNull(array);
        return new JsonRows(new SequenceRows<JsonNode?>(array, new JsonArrayItems()));
    }

    /// <summary>The rows as a property of an object, which is streamed with them.</summary>
    /// <param name="envelope">The object's other properties. JSON Lines cannot be in an envelope: they are several documents.</param>
    /// <returns>The rows within the envelope, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="envelope"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The rows are in an envelope already.</exception>
    public JsonRows InEnvelope(JsonRowEnvelope envelope) => new(EnvelopedRows.Of(Source, envelope));

    // Whether the rows are in an envelope: the output is one document then, and cannot be JSON Lines.
    internal bool IsInEnvelope => Source is EnvelopedRows;

    /// <summary>Describes the source of the rows, for a debugger: nothing is read. <see cref="ToJsonString"/> returns the JSON.</summary>
    /// <returns>A description of the source.</returns>
    public override string ToString() => $"JsonRows ({Source})";
}
