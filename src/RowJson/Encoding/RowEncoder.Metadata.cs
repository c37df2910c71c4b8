using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>Rows that their own serialization metadata write.</content>
internal sealed partial class RowEncoder
{
    /// <summary>Writes one row.</summary>
    public void WriteRow<T>(T row, JsonTypeInfo<T> typeInfo)
    {
        if (ChangesProperties)
        {
            WriteRowByProperties(row, typeInfo);
            return;
        }
        Utf8JsonWriter writer = BeginSerialized(BeginRow(), RowDepth);
        JsonSerializer.Serialize(writer, row, typeInfo);
        EndRow(EndSerialized(writer));
    }
}
