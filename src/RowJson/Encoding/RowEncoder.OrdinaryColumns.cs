using System.Text.Json;

namespace RowJson;

/// <content>
/// Rows with columns that the serializer writes cell by cell: indented ones, and those with a user's converter for what every
/// row holds. The bytes are those of a dictionary with the same cells.
/// </content>
internal sealed partial class RowEncoder
{
    /// <summary>Begins a row whose cells go through <see cref="WriteOrdinaryCell"/>.</summary>
    public Utf8JsonWriter BeginOrdinaryObjectRow()
    {
        Utf8JsonWriter writer = BeginSerialized(BeginRow(), RowDepth);
        writer.WriteStartObject();
        return writer;
    }

    /// <summary>Ends such a row.</summary>
    public void EndOrdinaryObjectRow(Utf8JsonWriter writer)
    {
        writer.WriteEndObject();
        EndRow(EndSerialized(writer));
    }

    /// <summary>Writes one cell by the metadata of its type.</summary>
    public void WriteOrdinaryCell<TValue>(Utf8JsonWriter writer, EncodedName name, TValue value)
    {
        if (name.IsExcluded || (_omitNulls && value is null or DBNull)) return;
        Column = name.Key;
        writer.WritePropertyName(name.Name!);
        if (!WriteNonFinite(writer, value))
        {
            if (typeof(TValue) == typeof(object)) JsonSerializer.Serialize(writer, value, _objectInfo ??= _traits.ObjectInfo);
            else JsonSerializer.Serialize(writer, value, _traits.InfoOf<TValue>());
        }
        Column = null;
    }

    /// <summary>Writes one cell of a reader or a table.</summary>
    public void WriteOrdinaryDatabaseCell(Utf8JsonWriter writer, EncodedName name, object? value) =>
        WriteOrdinaryCell(writer, name, value is null ? null : SimplifyDatabaseValue(value));

    /// <summary>A dictionary row whose cells are renamed, left out or replaced; those of a user's converter are left to it.</summary>
    private bool TryWriteOrdinaryPairs(object? row)
    {
        if (row is not IEnumerable<KeyValuePair<string, object?>> cells || !_traits.IsBuiltIn(row.GetType())) return false;
        Utf8JsonWriter writer = BeginOrdinaryObjectRow();
        foreach (KeyValuePair<string, object?> cell in cells)
            WriteOrdinaryCell(writer, NameColumn(cell.Key, _context.ColumnKeys), cell.Value);
        EndOrdinaryObjectRow(writer);
        return true;
    }

    /// <summary>Writes a number for which JSON has none, where the options say how.</summary>
    private bool WriteNonFinite<TValue>(Utf8JsonWriter writer, TValue value)
    {
        if (_options.NonFinite == JsonNonFiniteHandling.AsSerializer) return false;
        double number = value switch
        {
            double wide => wide,
            float single => single,
            Half half => (double)half,
            _ => 0,
        };
        if (double.IsFinite(number)) return false;
        if (_options.NonFinite == JsonNonFiniteHandling.Null) writer.WriteNullValue();
        else writer.WriteStringValue(double.IsNaN(number) ? "NaN"u8 : number > 0 ? "Infinity"u8 : "-Infinity"u8);
        return true;
    }
}
