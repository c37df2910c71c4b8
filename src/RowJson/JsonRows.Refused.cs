namespace RowJson;

/// <content>
/// Arguments that are not a source of rows: compilers report an error that says what to pass. These overloads are chosen only if no other
/// applies, or if the argument is a sequence of something that cannot be meant as rows.
/// </content>
public sealed partial class JsonRows
{
    private const string NoText =
        "A text is not rows. JSON is parsed first: JsonRows.From(JsonDocument.Parse(text)). One text is one row: JsonRows.From([text]).";
    private const string OneDictionary =
        "One dictionary is one row: JsonRows.From([row]). Its entries are rows with Key and Value: JsonRows.From(row.AsEnumerable()).";
    private const string NoRows =
        "Pass a sequence of rows (IEnumerable<T>, IAsyncEnumerable<T>), a reader, a command, a table or a JSON array. "
        + "Await the task: JsonRows.From(await rows). Choose one table: JsonRows.From(dataSet.Tables[0]). "
        + "One object is one row: JsonRows.From([row]). A sequence without a type is cast: JsonRows.From(rows.Cast<object>()).";

    private const string OptionsOfWrite =
        "Options are an argument of the write: JsonRows.From(rows).ToJsonString(options), or WriteTo(stream, options).";

    /// <summary>Not supported: a span cannot be kept until the rows are written.</summary>
    [Obsolete("A span cannot be kept until the rows are written. Pass the array or list behind it, or rows.ToArray().", error: true)]
    [OverloadResolutionPriority(-1)] // only for spans: arrays and collection expressions are sequences
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static JsonRows From<T>(ReadOnlySpan<T> rows) =>
        throw new NotSupportedException("Pass the array or list behind the span, or rows.ToArray().");

    /// <summary>Not supported: a text is a sequence of characters.</summary>
    [Obsolete(NoText, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static JsonRows From(string text) => throw new NotSupportedException(NoText);

    /// <summary>Not supported: a dictionary is a sequence of pairs.</summary>
    [Obsolete(OneDictionary, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static JsonRows From<TKey, TValue>(IReadOnlyDictionary<TKey, TValue> row) => throw new NotSupportedException(OneDictionary);

    /// <summary>Not supported: the argument is not a sequence of rows, or a task that has to be awaited first.</summary>
    [Obsolete(NoRows, error: true)]
    [OverloadResolutionPriority(-2)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static JsonRows From(object? row) => throw new NotSupportedException(NoRows);

    /// <summary>Not supported: options are an argument of the write.</summary>
    [Obsolete(OptionsOfWrite, error: true)]
    [OverloadResolutionPriority(-2)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static JsonRows From(object? rows, JsonRowOptions? options) => throw new NotSupportedException(OptionsOfWrite);
}
