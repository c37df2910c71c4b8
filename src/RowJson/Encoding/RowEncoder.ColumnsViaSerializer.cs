using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson;

/// <content>
/// Rows with columns that the serializer writes cell by cell: indented ones, and those with a user's converter for what every
/// row holds. The bytes are those of a dictionary with the same cells.
/// </content>
internal sealed partial class RowEncoder
{
    /// <summary>Begins a row whose cells go through <see cref="WriteCellViaSerializer"/>.</summary>
    public Utf8JsonWriter BeginObjectRowViaSerializer()
    {
        if (RowDepth >= _traits.MaxDepth) CheckDepth(RowDepth);
        Utf8JsonWriter writer = BeginSerialized(BeginRow(), RowDepth);
        writer.WriteStartObject();
        return writer;
    }

    /// <summary>Ends such a row.</summary>
    public void EndObjectRowViaSerializer(Utf8JsonWriter writer)
    {
        writer.WriteEndObject();
        EndRow(EndSerialized(writer));
    }

    /// <summary>Writes one cell by the metadata of its type.</summary>
    public void WriteCellViaSerializer<TValue>(Utf8JsonWriter writer, EncodedName name, TValue value)
    {
        if (name.IsExcluded || (_omitNulls && value is null or DBNull)) return;
        Column = name.Key;
        writer.WritePropertyName(name.Name!);
        WriteOrdinaryValue(writer, value);
        Column = null;
    }

    private void WriteOrdinaryValue<TValue>(Utf8JsonWriter writer, TValue value, JsonNumberHandling? handling = null)
    {
        if (NonFiniteText(value) is { } text) writer.WriteRawValue(text);
        // At the depth limit a dictionary takes scalars that a call of their own would refuse.
        else if (handling is not null || RowDepth + 1 >= _traits.MaxDepth || NeedsContext(DeclaredTypeOf(value)))
            WriteCellInContext(writer, value, handling);
        else if (typeof(TValue) == typeof(object)) Serialize(writer, value, ObjectInfo);
        else SerializeTyped(writer, value);
    }

    /// <summary>What a value is written by: an object by its runtime type.</summary>
    private static Type DeclaredTypeOf<TValue>(TValue value) =>
        typeof(TValue) == typeof(object) && value is not null ? value.GetType() : typeof(TValue);

    /// <summary>Writes one cell of a reader or a table.</summary>
    public void WriteDatabaseCellViaSerializer(Utf8JsonWriter writer, EncodedName name, object? value) =>
        WriteCellViaSerializer(writer, name, value is null ? null : SimplifyDatabaseValue(value));
}
