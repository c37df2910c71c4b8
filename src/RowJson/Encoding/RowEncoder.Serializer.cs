using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>The ordinary way: one kept <see cref="Utf8JsonWriter"/>, into the same buffer.</content>
internal sealed partial class RowEncoder
{
    private JsonTypeInfo? _objectInfo;
    private JsonWriterOptions _style;
    private Utf8JsonWriter? _serializerWriter;
    private OutputWriter? _serializerOutput;

    /// <summary>Writes a value of any type by its serialization metadata.</summary>
    private int WriteSerialized(int position, object? value, int depth) =>
        WriteSerialized(position, value, _objectInfo ??= _traits.ObjectInfo, depth);

    private int WriteSerialized(int position, object? value, JsonTypeInfo info, int depth)
    {
        Utf8JsonWriter writer = BeginSerialized(position, depth);
        JsonSerializer.Serialize(writer, value, info);
        return EndSerialized(writer);
    }

    private int WriteThroughWriter(int position, JsonElement element, int depth)
    {
        Utf8JsonWriter writer = BeginSerialized(position, depth);
        element.WriteTo(writer);
        return EndSerialized(writer);
    }

    private int WriteThroughWriter(int position, JsonNode? node, int depth)
    {
        Utf8JsonWriter writer = BeginSerialized(position, depth);
        if (node is null) writer.WriteNullValue();
        else node.WriteTo(writer, _options.Serializer);
        return EndSerialized(writer);
    }

    /// <summary>
    /// A writer that stands at <paramref name="depth"/>, so that the depth limit counts as it does in the whole document.
    /// </summary>
    private Utf8JsonWriter BeginSerialized(int position, int depth)
    {
        _serializerOutput ??= new OutputWriter(_output);
        if (_serializerWriter is null) _serializerWriter = new Utf8JsonWriter(_serializerOutput, WriterOptions());
        else _serializerWriter.Reset(_serializerOutput);

        // The brackets that bring the writer to its depth are flushed and overwritten: they move nothing but the writer.
        int offset = position - _output.RowStart;
        _serializerOutput.Position = position;
        for (int i = 0; i < depth; i++) _serializerWriter.WriteStartArray();
        _serializerWriter.Flush();
        _serializerOutput.Position = _output.RowStart + offset;
        return _serializerWriter;
    }

    private int EndSerialized(Utf8JsonWriter writer)
    {
        writer.Flush();
        return _serializerOutput!.Position;
    }

    private JsonWriterOptions WriterOptions() => _style with
    {
        Encoder = _escapes.Encoder,
        SkipValidation = true,
    };

    /// <summary>Sets how the kept writer writes; one that is set otherwise is replaced.</summary>
    private void SetStyle(JsonWriterOptions style)
    {
        bool isSame = style.Indented == _style.Indented && style.IndentCharacter == _style.IndentCharacter
            && style.IndentSize == _style.IndentSize && style.NewLine == _style.NewLine && style.MaxDepth == _style.MaxDepth;
        if (isSame) return;
        _style = style;
        _serializerWriter = null;
    }

    /// <summary>Lets go of what the writer may hold after a failure.</summary>
    private void CloseSerializerWriter()
    {
        if (_traits.KeepsReferences) _objectInfo = null;
        _sharedReferences = null;
        _serializerWriter?.Reset();
    }

    /// <summary>The output as a <see cref="Utf8JsonWriter"/> wants it.</summary>
    private sealed class OutputWriter(Utf8Output output) : IBufferWriter<byte>
    {
        public int Position { get; set; }

        public void Advance(int count) => Position += count;

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            Position = output.Reserve(Position, Math.Max(sizeHint, 1));
            return output.Buffer.AsMemory(Position, output.Limit - Position);
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
