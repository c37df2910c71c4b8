using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>Rows whose values are of one type known at compile time: nothing is boxed.</content>
internal sealed partial class RowEncoder
{
    /// <summary>Writes one row.</summary>
    public void WriteRow<TValue>(Dictionary<string, TValue> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, _columnKeys, RowShape.Root, isRow: true);
        foreach (KeyValuePair<string, TValue> cell in row)
            position = WriteTypedCell(position, cell.Key, cell.Value, ref cells);
        EndRow(EndObject(position, in cells));
    }

    /// <inheritdoc cref="WriteRow{TValue}(Dictionary{string, TValue})"/>
    public void WriteRow<TValue>(IEnumerable<KeyValuePair<string, TValue>> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, _columnKeys, RowShape.Root, isRow: true);
        foreach (KeyValuePair<string, TValue> cell in row)
            position = WriteTypedCell(position, cell.Key, cell.Value, ref cells);
        EndRow(EndObject(position, in cells));
    }

    private int WriteTypedCell<TValue>(int position, string key, TValue value, ref ObjectState cells)
    {
        int behind = WriteCellName(position, key, value, ref cells);
        return behind < 0 ? position : WriteTypedValue(behind, value, key);
    }

    /// <summary>The tests of the type are constants of the specialised code for value types.</summary>
    private int WriteTypedValue<TValue>(int position, TValue value, string key)
    {
        int depth = RowDepth + 1;
        if (value is null) return WriteNull(position);
        if (value is string text) return StringEncoder.WriteQuoted(_output, position, text, _escapes);
        if (value is long int64) return position + IntegerFormatter.Format(ref _output.At(position), int64);
        if (value is int int32) return position + IntegerFormatter.Format(ref _output.At(position), int32);
        if (value is double number) return WriteDouble(position, number, key, depth);
        if (value is bool flag) return WriteBoolean(position, flag);
        if (typeof(TValue) == typeof(object)) return WriteOther(position, value, key, RowShape.Root, depth);
        if (!_traits.IsConverted(typeof(TValue)))
        {
            if (value is decimal money) return position + DecimalFormatter.Format(ref _output.At(position), money);
            if (value is DateTime time) return position + DateTimeFormatter.Format(ref _output.At(position), time);
            if (value is Guid guid) return position + GuidFormatter.Format(ref _output.At(position), guid);
            if (value is float single) return WriteSingle(position, single, key, depth);
            if (value is JsonElement element) return WriteElement(position, element, depth);
        }
        return WriteByMetadata(position, value, key, depth);
    }

    /// <summary>By the metadata of the declared type, as the serializer writes a dictionary's values.</summary>
    private int WriteByMetadata<TValue>(int position, TValue value, string key, int depth)
    {
        Blame(key, depth);
        Utf8JsonWriter writer = BeginSerialized(position, depth);
        JsonSerializer.Serialize(writer, value, (JsonTypeInfo<TValue>)InfoOf(typeof(TValue)));
        position = EndSerialized(writer);
        Blame(null, depth);
        return position;
    }
}
