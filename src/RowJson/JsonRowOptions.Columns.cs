using System.Text.Json;

namespace RowJson;

/// <content>Options that concern the columns of readers and tables.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>
    /// Converts the names of columns from the source's to the output's, in place of <c>DictionaryKeyPolicy</c>, which then holds for
    /// nested values only. Default: <see langword="null"/>, columns keep their names, and rows that are dictionaries follow
    /// <c>DictionaryKeyPolicy</c>.
    /// </summary>
    /// <remarks>
    /// Called once per name, more often for names that are not cached (<see cref="MaxCachedNames"/>): it must always give the same answer
    /// for a name, and be thread-safe.
    /// </remarks>
    public JsonNamingPolicy? ColumnNamingPolicy { get; init; }

    /// <summary>
    /// Chooses columns: receives the source's name, before <see cref="ColumnNamingPolicy"/>, and returns whether the column is written.
    /// Default: <see langword="null"/>, all are.
    /// </summary>
    /// <remarks><inheritdoc cref="ColumnNamingPolicy" path="/remarks"/></remarks>
    public Func<string, bool>? ColumnFilter { get; init; }

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

    /// <summary>Columns are renamed or left out, whatever they hold.</summary>
    internal bool ChangesColumns => ColumnNamingPolicy is not null || ColumnFilter is not null;
}
