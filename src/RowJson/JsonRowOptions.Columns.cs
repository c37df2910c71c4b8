namespace RowJson;

/// <content>Options that concern the columns of readers and tables.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>
    /// Writes a reader's columns of the database types <c>json</c> and <c>jsonb</c> as strings that hold JSON. Default:
    /// <see langword="false"/>, they are written as the JSON they are.
    /// </summary>
    public bool JsonColumnsAsText { get; init; }

    /// <summary>
    /// Refuses columns of a reader, a table or a shape that would share a name in the output or have none, before the first row
    /// with these columns is written: a <see cref="JsonRowException"/>. Default: <see langword="false"/>, names are written as the
    /// source gives them, however often.
    /// </summary>
    public bool RequireUniqueColumnNames { get; init; }
}
