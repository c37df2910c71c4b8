namespace RowJson;

// The names that one JsonRowOptions and one encoder have encoded, grouped by how they are converted.
internal sealed class NameCaches
{
    public NameCaches(JsonRowOptions options, JavaScriptEncoder encoder)
    {
        JsonNamingPolicy? keyPolicy = options.SerializerOptions.DictionaryKeyPolicy;
        Keys = Create(keyPolicy is null ? null : name => ColumnNames.Convert(keyPolicy, name));
        ColumnKeys = options.ChangesColumns ? CreateOfColumns(options.ColumnNamingPolicy ?? keyPolicy) : Keys;
        Columns = keyPolicy is null ? ColumnKeys : CreateOfColumns(options.ColumnNamingPolicy);

        NameCache CreateOfColumns(JsonNamingPolicy? policy) =>
            Create(options.ChangesColumns ? name => ColumnNames.NameOf(JsonColumn.Named(name), options, policy) : null);

        NameCache Create(Func<string, string?>? rename) => new(encoder, rename, options.MaxCachedNames, options.Sizes);
    }

    // Names of dictionaries inside cells: the naming policy of the serializer.
    public readonly NameCache Keys;

    // Names of dictionary rows: the policy and filter for columns, else the naming policy of the serializer.
    public readonly NameCache ColumnKeys;

    // Names of columns of tables, readers and documents: the policy and filter for columns.
    public readonly NameCache Columns;
}
