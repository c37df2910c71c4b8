using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson;

/// <summary>The names that one <see cref="JsonRowOptions"/> and one encoder have encoded, by how they are converted.</summary>
internal sealed class NameCaches
{
    public NameCaches(JsonRowOptions options, JavaScriptEncoder encoder)
    {
        JsonNamingPolicy? keyPolicy = options.SerializerOptions.DictionaryKeyPolicy;
        Keys = Create(ColumnNames.Change(keyPolicy, filter: null, chosen: null));
        ColumnKeys = options.ChangesColumns ? CreateOfColumns(options.ColumnNamingPolicy ?? keyPolicy) : Keys;
        Columns = keyPolicy is null ? ColumnKeys : CreateOfColumns(options.ColumnNamingPolicy);

        NameCache CreateOfColumns(JsonNamingPolicy? policy) =>
            Create(ColumnNames.Change(policy, options.ColumnFilter, options.ChosenColumns));

        NameCache Create(Func<string, string?>? rename) => new(encoder, rename, options.MaxCachedNames, options.Sizes);
    }

    /// <summary>Names of dictionaries inside cells: the naming policy of the serializer.</summary>
    public readonly NameCache Keys;

    /// <summary>Names of dictionary rows: the policy and filter for columns, else the naming policy of the serializer.</summary>
    public readonly NameCache ColumnKeys;

    /// <summary>Names of columns of tables, readers and documents: the policy and filter for columns.</summary>
    public readonly NameCache Columns;
}
