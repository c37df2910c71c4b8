using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The same values as rows of each type, written by RowJson, by hand and by the serializer.</summary>
internal sealed class CellWriters<T, TCode> : CellOutput
    where TCode : struct, ICellCode<T>
{
    /// <summary>No text of these values is longer.</summary>
    private const int MaxFormatted = 128;

    private readonly T[] _values;
    private readonly List<Dictionary<string, object?>> _dictionaries;
    private readonly List<CellRow<T>> _objects;
    private readonly List<Dictionary<string, T>> _typed;
    private readonly CellReader<T> _reader;
    private readonly JsonRowOptions _options = new();
    private readonly JsonEncodedText[] _encoded = Array.ConvertAll(CellRow<T>.Names, it => JsonEncodedText.Encode(it));
    private readonly byte[] _formatted = new byte[MaxFormatted];

    public CellWriters(T[] values)
    {
        _values = values;
        T[][] rows = [.. values.Chunk(CellRow<T>.Count)];
        _dictionaries = [.. rows.Select(row => CellRow<T>.Names.Zip(row).ToDictionary(cell => cell.First, cell => (object?)cell.Second))];
        _objects = [.. rows.Select(row => new CellRow<T>(row))];
        _typed = [.. rows.Select(row => CellRow<T>.Names.Zip(row).ToDictionary(cell => cell.First, cell => cell.Second))];
        _reader = new CellReader<T>(values);
    }

    public void WriteDictionaries() => Write(JsonRows.From(_dictionaries));

    public void WriteObjects() => Write(JsonRows.From(_objects));

    public void WriteTyped() => Write(JsonRows.From(_typed));

    public void WriteReader()
    {
        _reader.Rewind();
        Write(JsonRows.From(_reader));
    }

    public void SerializeDictionaries() => Serialize(_dictionaries);

    public void SerializeObjects() => Serialize(_objects);

    public void SerializeTyped() => Serialize(_typed);

    /// <summary>The framework's formatter over all values.</summary>
    public void Format()
    {
        foreach (T value in _values) TCode.Format(value, _formatted);
    }

    public void WriteDictionariesByHand()
    {
        Utf8JsonWriter writer = Begin();
        foreach (Dictionary<string, object?> row in _dictionaries)
        {
            writer.WriteStartObject();
            int position = 0;
            foreach ((string name, object? value) in row)
            {
                writer.WritePropertyName(_names.Get(position++, name));
                HandWritten.WriteValue(writer, value);
            }
            writer.WriteEndObject();
        }
        End();
    }

    public void WriteTypedByHand()
    {
        Utf8JsonWriter writer = Begin();
        foreach (Dictionary<string, T> row in _typed)
        {
            writer.WriteStartObject();
            int position = 0;
            foreach ((string name, T value) in row) TCode.Write(writer, _names.Get(position++, name), value);
            writer.WriteEndObject();
        }
        End();
    }

    public void WriteObjectsByHand()
    {
        Utf8JsonWriter writer = Begin();
        JsonEncodedText[] names = _encoded;
        foreach (CellRow<T> row in _objects)
        {
            writer.WriteStartObject();
            TCode.Write(writer, names[0], row.Alpha);
            TCode.Write(writer, names[1], row.Bravo);
            TCode.Write(writer, names[2], row.Charlie);
            TCode.Write(writer, names[3], row.Delta);
            TCode.Write(writer, names[4], row.Echo);
            TCode.Write(writer, names[5], row.Foxtrot);
            TCode.Write(writer, names[6], row.Golf);
            TCode.Write(writer, names[7], row.Hotel);
            TCode.Write(writer, names[8], row.India);
            TCode.Write(writer, names[9], row.Juliett);
            writer.WriteEndObject();
        }
        End();
    }

    public void WriteReaderByHand()
    {
        _reader.Rewind();
        Utf8JsonWriter writer = Begin();
        JsonEncodedText[] names = _encoded;
        while (_reader.Read())
        {
            writer.WriteStartObject();
            for (int i = 0; i < names.Length; i++)
            {
                if (_reader.IsDBNull(i)) writer.WriteNull(names[i]);
                else TCode.Write(writer, names[i], TCode.Read(_reader, i));
            }
            writer.WriteEndObject();
        }
        End();
    }

    public override void Dispose()
    {
        _reader.Dispose();
        base.Dispose();
    }

    private void Write(JsonRows rows)
    {
        _buffer.ResetWrittenCount();
        rows.WriteTo(_buffer, _options);
    }

    private void Serialize<TList>(TList rows)
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        JsonSerializer.Serialize(_writer, rows);
        _writer.Flush();
    }

    private Utf8JsonWriter Begin()
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        _writer.WriteStartArray();
        return _writer;
    }

    private void End()
    {
        _writer.WriteEndArray();
        _writer.Flush();
    }
}
