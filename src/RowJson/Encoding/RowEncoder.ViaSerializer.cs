using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>
/// Rows that the serializer writes: indented ones, those of a user's converter, with references, and everything that is no
/// object. Framing, flushing and failures are the same as for the others.
/// </content>
internal sealed partial class RowEncoder
{
    private bool _allowsDirect;
    private bool _asksAboutBasics;

    /// <summary>There is no array around the rows: lines.</summary>
    private bool _rowsAreDocuments;

    private Type? _lastRowType;
    private bool _lastRowTypeIsBuiltIn;

    /// <summary>
    /// Rows can be written directly; false: each goes through the serializer. Stays false once a row has brought a basic type that
    /// a converter is for.
    /// </summary>
    public bool WritesDirectly => _allowsDirect && _traits.WritesDirectly;

    /// <summary>The same for rows of values that are declared as objects: a converter for objects would have its say.</summary>
    public bool WritesObjectsDirectly => WritesDirectly && !_traits.ConvertsObjects;

    /// <summary>The text of elements can be copied; false: their own writer indents it.</summary>
    public bool CopiesElements { get; private set; }

    /// <summary>
    /// Writes a row that is declared as an object as the serializer does; its columns are chosen from what that has written.
    /// </summary>
    public void WriteRowViaSerializer(object? row)
    {
        if (row is not null && ChangesProperties) WriteRowByProperties<object>(row, info: null);
        else if (_rowsAreDocuments) WriteRowViaSerializer(row, ObjectInfo);
        else EndRow(WriteSerialized(BeginRow(), row, RowDepth));
    }

    /// <summary>Writes a row that is null and whose type no converter is for.</summary>
    public void WriteNullRow()
    {
        if (RowDepth >= _traits.MaxDepth) CheckDepth(RowDepth);
        EndRow(WriteThroughWriter(BeginRow(), (JsonNode?)null, RowDepth));
    }

    private void WriteRowViaSerializer(object? row, JsonTypeInfo info) => EndRow(WriteSerialized(BeginRow(), row, info, RowDepth));

    /// <summary>Writes a row that is a node of a mutable document.</summary>
    public void WriteNodeRow(JsonNode? row)
    {
        if (row is JsonObject properties && HasColumnOptions)
        {
            WritePropertiesViaSerializer(properties);
            return;
        }
        EndRow(WriteThroughWriter(BeginRow(), row, RowDepth));
    }

    /// <summary>Writes a row that is part of a document.</summary>
    public void WriteDocumentRow(JsonElement row)
    {
        if (ChangesProperties && row.ValueKind == JsonValueKind.Object && RowDepth > 0)
        {
            if (CopiesElements) WriteProperties(row);
            else WritePropertiesViaSerializer(row);
            return;
        }
        int position = BeginRow();
        EndRow(CopiesElements ? CopyElement(position, row, RowDepth) : WriteThroughWriter(position, row, RowDepth));
    }

    /// <summary>Writes a row that is a value of its own: a converter may have its say.</summary>
    public void WriteElementRow(JsonElement row)
    {
        if (_traits.IsConverted(typeof(JsonElement))) WriteRowViaSerializer(row);
        else WriteDocumentRow(row);
    }

    /// <summary>Writes a row of names and values that our own writers may not write, by its runtime type.</summary>
    public void WriteRowViaSerializer<TValue>(IEnumerable<KeyValuePair<string, TValue>>? row) => WriteRowViaSerializer(row, row?.GetType());

    /// <summary>The same by its declared type.</summary>
    public void WriteRowViaSerializer<TValue>(Dictionary<string, TValue>? row) => WriteRowViaSerializer(row, typeof(Dictionary<string, TValue>));

    private void WriteRowViaSerializer<TValue>(IEnumerable<KeyValuePair<string, TValue>>? row, Type? type)
    {
        if (row is null && (type is null || _traits.IsBuiltIn(type))) WriteNullRow();
        else if (row is null) WriteRowViaSerializer(row, InfoOf(type!));
        else if (!HasColumnOptions && _traits.IsDictionary(type!)) WriteRowViaSerializer(row, InfoOf(type!));
        else EndRow(WriteCells(BeginRow(), row, _traits.NumberHandlingOf(type!)));
    }

    /// <summary>The same by its cells, which inherit nothing from the row's type: it is declared as an object.</summary>
    public void WriteOrdinaryCells(IEnumerable<KeyValuePair<string, object?>> row) =>
        EndRow(WriteCells(BeginRow(), row, _traits.HandsNumberHandlingDown ? null : _traits.NumberHandlingOf(row.GetType())));

    /// <summary>The serializer sees the row as one object, and may write all of its cells.</summary>
    public bool IsOneObject(object row) => !HasColumnOptions && _traits.IsDictionary(row.GetType());

    /// <summary>Values of this declared type are no business of a user's converter.</summary>
    public bool WritesDirectlyValue(Type type) => _traits.IsBuiltIn(type);

    /// <summary>A column of this type leaves its rows ours to write.</summary>
    public bool WritesColumnDirectly(Type type)
    {
        // A user's converter for a value that may be null is asked about null by the serializer alone.
        if (!type.IsValueType || Nullable.GetUnderlyingType(type) is not null) return _traits.IsBuiltIn(type);
        // Converters for other values get single cells, unless the type is a basic one.
        _traits.IsConverted(type);
        return _traits.WritesDirectly;
    }

    /// <summary>Rows of this runtime type are no business of a user's converter.</summary>
    public bool WritesDirectlyRow(Type type)
    {
        // The rows of a result are mostly of one type.
        if (ReferenceEquals(type, _lastRowType)) return _lastRowTypeIsBuiltIn;
        _lastRowTypeIsBuiltIn = _traits.IsBuiltIn(type) && !(HoldsObjects(type) && _traits.ConvertsObjects);
        _lastRowType = type;
        return _lastRowTypeIsBuiltIn;
    }

    private static bool HoldsObjects(Type rowType) => typeof(IEnumerable<KeyValuePair<string, object?>>).IsAssignableFrom(rowType);

    private bool HasColumnOptions => _omitNulls || _options.ChangesColumns || _options.NonFiniteHandling != JsonNonFiniteHandling.AsSerializer;

    /// <summary>
    /// A row that the serializer would not see as one object, or of which cells are chosen: the object is ours, its values are
    /// the serializer's.
    /// </summary>
    private int WriteCells<TValue>(int position, IEnumerable<KeyValuePair<string, TValue>> row, JsonNumberHandling? handling)
    {
        if (RowDepth >= _traits.MaxDepth) CheckDepth(RowDepth);
        Utf8JsonWriter writer = BeginSerialized(position, RowDepth);
        writer.WriteStartObject();
        foreach ((string key, TValue value) in row)
        {
            if (_omitNulls && value is null or DBNull) continue;
            NameCache names = _columnKeys.Cache;
            EncodedName? known = _columnKeys.Find(CheckName(key));
            if ((known is null ? names.Rename(key) : known.Name) is not { } name) continue;
            Column = key;
            writer.WritePropertyName(name);
            WriteOrdinaryValue(writer, value, handling);
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
        return _options.NonFiniteHandling switch
        {
            JsonNonFiniteHandling.Null => "null",
            JsonNonFiniteHandling.NamedLiterals => double.IsNaN(real) ? "\"NaN\"" : real > 0 ? "\"Infinity\"" : "\"-Infinity\"",
            _ => null,
        };
    }

    /// <summary>
    /// Begins to keep references, where the options want that: all rows of an array share one table of them. Returns the identity
    /// of the array. As for the serializer, arrays and value types have none, and lines are documents of their own.
    /// </summary>
    public string? Identify(object? identity)
    {
        if (_traits.References is null || _options.Format == JsonRowFormat.Lines) return null;
        _references = _traits.References.NewResolver();
        return identity is null or Array or ValueType ? null : _references.GetReference(identity, out _);
    }
}
