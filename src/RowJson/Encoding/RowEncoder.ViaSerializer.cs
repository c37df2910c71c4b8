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
    private bool _asksAboutBasics;

    /// <summary>There is no array around the rows: lines.</summary>
    private bool _rowsAreDocuments;

    /// <summary>The text of elements can be copied; false: their own writer indents it.</summary>
    public bool CopiesElements { get; private set; }

    /// <summary>
    /// Writes a row that is declared as an object as the serializer does; its columns are chosen from what that has written.
    /// </summary>
    private void WriteRowViaSerializer(object? row)
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

    /// <summary>Writes a row of names and values that our own writers may not write, by its runtime type.</summary>
    private void WriteRowViaSerializer<TValue>(IEnumerable<KeyValuePair<string, TValue>>? row) => WriteRowViaSerializer(row, row?.GetType());

    /// <summary>The same by its declared type.</summary>
    private void WriteRowViaSerializer<TValue>(Dictionary<string, TValue>? row) => WriteRowViaSerializer(row, typeof(Dictionary<string, TValue>));

    private void WriteRowViaSerializer<TValue>(IEnumerable<KeyValuePair<string, TValue>>? row, Type? type)
    {
        if (row is null && (type is null || _traits.IsBuiltIn(type))) WriteNullRow();
        else if (row is null) WriteRowViaSerializer(row, InfoOf(type!));
        else if (!HasColumnOptions && _traits.IsDictionary(type!)) WriteRowViaSerializer(row, InfoOf(type!));
        else EndRow(WriteCells(BeginRow(), row, _traits.NumberHandlingOf(type!)));
    }

    /// <summary>The same by its cells, which inherit nothing from the row's type: it is declared as an object.</summary>
    private void WriteCellsViaSerializer(IEnumerable<KeyValuePair<string, object?>> row) =>
        EndRow(WriteCells(BeginRow(), row, _traits.HandsNumberHandlingDown ? null : _traits.NumberHandlingOf(row.GetType())));

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
