using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson;

/// <content>
/// Rows that the serializer writes: indented ones, those of a user's converter, with references, and everything that is no
/// object. Framing, flushing and failures are the same as for the others.
/// </content>
internal sealed partial class RowEncoder
{
    private JsonWriterOptions _style;
    private Type? _lastRowType;
    private bool _lastRowTypeIsBuiltIn;

    /// <summary>Rows can be written directly; false: each goes through <see cref="WriteOrdinaryRow(object)"/>.</summary>
    public bool WritesDirectly { get; private set; }

    /// <summary>Writes a row of any kind as the serializer does.</summary>
    public void WriteOrdinaryRow(object? row)
    {
        if (ChangesCells && TryWriteOrdinaryPairs(row)) return;
        EndRow(WriteSerialized(BeginRow(), row, RowDepth));
    }

    /// <summary>Writes a row that is a node.</summary>
    public void WriteRow(JsonNode? row)
    {
        if (row is null) WriteOrdinaryRow(null);
        else if (row is JsonObject properties && ChangesCells)
            WriteOrdinaryProperties(properties);
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

    /// <summary>Rows of this runtime type are no business of a user's converter.</summary>
    public bool WritesDirectlyRow(Type type)
    {
        // The rows of a result are mostly of one type.
        if (ReferenceEquals(type, _lastRowType)) return _lastRowTypeIsBuiltIn;
        _lastRowTypeIsBuiltIn = _traits.IsBuiltIn(type);
        _lastRowType = type;
        return _lastRowTypeIsBuiltIn;
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
