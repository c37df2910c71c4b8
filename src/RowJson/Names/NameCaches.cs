using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson;

/// <summary>The names that one <see cref="JsonRowOptions"/> and one encoder have encoded, by how they are converted.</summary>
internal sealed class NameCaches
{
    public NameCaches(JsonRowOptions options, JavaScriptEncoder encoder)
    {
        JsonNamingPolicy? keyPolicy = options.SerializerOptions.DictionaryKeyPolicy;
        Keys = Create(keyPolicy, filter: null);
        ColumnKeys = options.ChangesColumns ? Create(options.ColumnNamingPolicy ?? keyPolicy, options.ColumnFilter) : Keys;
        Columns = keyPolicy is null ? ColumnKeys : Create(options.ColumnNamingPolicy, options.ColumnFilter);

        NameCache Create(JsonNamingPolicy? policy, Func<string, bool>? filter) =>
            new(encoder, ColumnNames.Change(policy, filter), options.MaxCachedNames, options.Sizes);
    }

    /// <summary>Names of dictionaries inside cells: the naming policy of the serializer.</summary>
    public readonly NameCache Keys;

    /// <summary>Names of dictionary rows: the policy and filter for columns, else the naming policy of the serializer.</summary>
    public readonly NameCache ColumnKeys;

    /// <summary>Names of columns of tables, readers and documents: the policy and filter for columns.</summary>
    public readonly NameCache Columns;
}
