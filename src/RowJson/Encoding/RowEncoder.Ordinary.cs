using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>
/// Rows that the serializer writes: indented ones, those of a user's converter, with references, and everything that is no
/// object. Framing, flushing and failures are the same as for the others.
/// </content>
internal sealed partial class RowEncoder
{
    private Type? _lastRowType;
    private bool _lastRowTypeIsBuiltIn;

    /// <summary>Rows can be written directly; false: each goes through <see cref="WriteOrdinaryRow(object)"/>.</summary>
    public bool WritesDirectly { get; private set; }

    /// <summary>Writes a row of any kind as the serializer does.</summary>
    public void WriteOrdinaryRow(object? row) => EndRow(WriteSerialized(BeginRow(), row, RowDepth));

    /// <summary>Writes a row that is a node.</summary>
    public void WriteRow(JsonNode? row)
    {
        if (row is null) WriteOrdinaryRow(null);
        else if (row is JsonObject properties && HasColumnOptions) WriteOrdinaryProperties(properties);
        else EndRow(WriteThroughWriter(BeginRow(), row, RowDepth));
    }

    /// <summary>Writes a row that is an element of a document.</summary>
    public void WriteRow(JsonElement row)
    {
        if (ChangesProperties && row.ValueKind == JsonValueKind.Object && RowDepth > 0)
        {
            if (WritesDirectly) WriteProperties(row);
            else WriteOrdinaryProperties(row);
            return;
        }
        int position = BeginRow();
        EndRow(WritesDirectly ? WriteElement(position, row, RowDepth) : WriteThroughWriter(position, row, RowDepth));
    }

    /// <summary>Writes a row of names and values that our own writers may not write.</summary>
    public void WriteOrdinaryRow(IEnumerable<KeyValuePair<string, object?>>? row)
    {
        if (row is null || (_traits.IsDictionary(row.GetType()) && !HasColumnOptions)) WriteOrdinaryRow((object?)row);
        else EndRow(WriteDriven(BeginRow(), row, _objectInfo ??= _traits.ObjectInfo));
    }

    /// <inheritdoc cref="WriteOrdinaryRow(IEnumerable{KeyValuePair{string, object}})"/>
    public void WriteOrdinaryRow<TValue>(IEnumerable<KeyValuePair<string, TValue>>? row)
    {
        if (row is null || (_traits.IsDictionary(row.GetType()) && !HasColumnOptions)) WriteOrdinaryRow((object?)row);
        else EndRow(WriteDriven(BeginRow(), row, _traits.InfoOf<TValue>()));
    }

    /// <summary>Rows of this runtime type are no business of a user's converter.</summary>
    public bool WritesDirectlyRow(Type type)
    {
        // The rows of a result are mostly of one type.
        if (ReferenceEquals(type, _lastRowType)) return _lastRowTypeIsBuiltIn;
        _lastRowTypeIsBuiltIn = _traits.IsBuiltIn(type);
        _lastRowType = type;
        return _lastRowTypeIsBuiltIn;
    }

    private bool HasColumnOptions => _omitNulls || _options.ColumnName is not null || _options.NonFinite != JsonNonFiniteHandling.AsSerializer;

    /// <summary>
    /// A row that the serializer would not see as one object, or of which cells are chosen: the object is ours, its values are
    /// the serializer's.
    /// </summary>
    private int WriteDriven<TValue>(int position, IEnumerable<KeyValuePair<string, TValue>> row, JsonTypeInfo valueInfo)
    {
        Utf8JsonWriter writer = BeginSerialized(position, RowDepth);
        writer.WriteStartObject();
        foreach ((string key, TValue value) in row)
        {
            if (_omitNulls && value is null or DBNull) continue;
            if (_columnKeys.Cache.Rename(CheckName(key)) is not { } name) continue;
            Column = key;
            writer.WritePropertyName(name);
            if (NonFiniteText(value) is { } text) writer.WriteRawValue(text);
            else JsonSerializer.Serialize(writer, value, valueInfo);
            Column = null;
        }
        writer.WriteEndObject();
        return EndSerialized(writer);
    }

    /// <summary>What the options put in the place of a number that JSON has not; null where the value has its own text.</summary>
    private string? NonFiniteText<TValue>(TValue value)
    {
        double? number = value switch
        {
            double float64 => float64,
            float float32 => float32,
            Half float16 => (double)float16,
            _ => null,
        };
        if (number is not { } real || double.IsFinite(real)) return null;
        return _options.NonFinite switch
        {
            JsonNonFiniteHandling.Null => "null",
            JsonNonFiniteHandling.NamedLiterals => double.IsNaN(real) ? "\"NaN\"" : real > 0 ? "\"Infinity\"" : "\"-Infinity\"",
            _ => null,
        };
    }

    /// <summary>All rows share one table of references, and the array has its own identity in it.</summary>
    private void KeepReferences(object? identity, JsonRowFormat format)
    {
        var handler = new SharedReferenceHandler(_options.Serializer.ReferenceHandler!);
        var options = new JsonSerializerOptions(_options.Serializer) { ReferenceHandler = handler };
        _objectInfo = options.GetTypeInfo(typeof(object));
        // As for the serializer, arrays and value types have no identity; lines are not one object at all.
        if (format == JsonRowFormat.Lines || identity is null or Array or ValueType) return;
        string id = handler.CreateResolver().GetReference(identity, out _);
        _frame = OrdinaryFrame.WithIdentity(_style, id);
        RowDepth++;
    }
}
