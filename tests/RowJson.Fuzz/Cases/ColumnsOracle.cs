using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>Columns of readers, tables and shapes: the serializer's key policy is for dictionaries, and names may repeat.</summary>
internal sealed class ColumnsOracle(IReadOnlyList<KeyValuePair<string, object?>[]> rows) : Oracle
{
    private readonly PairsOracle<KeyValuePair<string, object?>[], object?> _pairs = new(rows, isDictionary: false);
    private readonly bool _hasRepeatedNames = rows.Any(row => row.DistinctBy(cell => cell.Key).Count() < row.Length);
    private string? _refusedName;

    public override int Count => rows.Count;

    /// <summary>A <see cref="JsonCell"/> is of a column that is declared as JSON.</summary>
    public bool HasJsonColumns { get; init; }

    public override Oracle For(RowSettings settings)
    {
        ColumnsOracle oracle = this;
        if (settings.JsonIsText && HasJsonColumns)
        {
            oracle = new ColumnsOracle([.. rows.Select(row => Array.ConvertAll(
                row, cell => cell.Value is JsonCell json ? KeyValuePair.Create<string, object?>(cell.Key, json.Text) : cell))]);
        }
        if (settings.NeedsUniqueNames && RefusedName(settings) is { } name)
            oracle = new ColumnsOracle(rows) { _refusedName = name };
        return oracle;
    }

    public override void WriteAll(Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        if (AreDictionaries(options))
        {
            _pairs.WriteAll(writer, options);
            return;
        }
        writer.WriteStartArray();
        for (int i = 0; i < Count; i++) WriteRow(writer, i, options);
        writer.WriteEndArray();
    }

    public override void WriteRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options)
    {
        if (AreDictionaries(options)) _pairs.WriteRow(writer, index, options);
        else WriteChangedRow(writer, index, options, new RowSettings());
    }

    public override void WriteChangedRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options, RowSettings settings)
    {
        if (_refusedName is not null) throw new InvalidOperationException($"The name '{_refusedName}' is empty or not unique.");
        Cells.Write(writer, rows[index], options, settings, Naming.Of(settings.ColumnPolicy));
    }

    private bool AreDictionaries(JsonSerializerOptions options) =>
        options.DictionaryKeyPolicy is null && !_hasRepeatedNames && _refusedName is null;

    /// <summary>A name of the output that is empty or repeats; null if there is none. All rows have the same names.</summary>
    private string? RefusedName(RowSettings settings)
    {
        JsonNamingPolicy? policy = Naming.Of(settings.ColumnPolicy);
        var written = new HashSet<string> { "" };
        return rows[0].Select(cell => cell.Key).Where(settings.Keeps)
            .Select(name => policy?.ConvertName(name) ?? name).FirstOrDefault(name => !written.Add(name));
    }
}
