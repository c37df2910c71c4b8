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
        _serializerOutput.Open();
        Utf8JsonWriter writer = ResetWriter(_serializerOutput);

        // The brackets that bring the writer to its depth are flushed and overwritten: they move nothing but the writer.
        int offset = position - _output.RowStart;
        _serializerOutput.Position = position;
        for (int i = 0; i < depth; i++) writer.WriteStartArray();
        writer.Flush();
        _serializerOutput.Begin(_output.RowStart + offset);
        return writer;
    }

    private Utf8JsonWriter ResetWriter(OutputWriter output)
    {
        if (_serializerWriter is null) return _serializerWriter = new Utf8JsonWriter(output, WriterOptions());
        try
        {
            _serializerWriter.Reset(output);
        }
        catch (ObjectDisposedException)
        {
            // By a converter that kept it when its row was written.
            _serializerWriter = new Utf8JsonWriter(output, WriterOptions());
        }
        return _serializerWriter;
    }

    private int EndSerialized(Utf8JsonWriter writer)
    {
        writer.Flush();
        return _serializerOutput!.End();
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

    /// <summary>
    /// Takes the output's memory from the writer, which still has it where a row failed. A converter that has kept the writer can
    /// then do nothing with it, and one that has disposed it does no harm.
    /// </summary>
    private void CloseSerializerWriter()
    {
        if (_traits.KeepsReferences) _objectInfo = null;
        _sharedReferences = null;
        if (_serializerOutput is not { IsOpen: true } output) return;
        output.Close();
        try
        {
            _serializerWriter?.Reset();
        }
        catch (ObjectDisposedException)
        {
            // It holds nothing any more.
        }
        (_serializerWriter, _serializerOutput) = (null, null);
    }

    /// <summary>The output as a <see cref="Utf8JsonWriter"/> wants it.</summary>
    private sealed class OutputWriter(Utf8Output output) : IBufferWriter<byte>
    {
        /// <summary>Where the value begins, from the beginning of the row under way.</summary>
        private int _start;

        public int Position { get; set; }

        /// <summary>A value is being written; at other times nobody may have the memory.</summary>
        public bool IsOpen { get; private set; }

        public void Open()
        {
            if (IsOpen) throw new InvalidOperationException("The serializer is writing a value already.");
            IsOpen = true;
        }

        public void Begin(int position)
        {
            Position = position;
            _start = position - output.RowStart;
        }

        /// <summary>The value is written; returns the position after it.</summary>
        public int End()
        {
            if (Position - output.RowStart <= _start)
                throw new InvalidOperationException("A converter wrote no value. Write one to the Utf8JsonWriter that it is given, and do not reset that.");
            Close();
            return Position;
        }

        public void Close() => IsOpen = false;

        public void Advance(int count) => Position += count;

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            if (!IsOpen)
            {
                throw new InvalidOperationException(
                    "The Utf8JsonWriter belongs to a value that is written. Use a converter's writer inside its Write method only.");
            }
            Position = output.Reserve(Position, Math.Max(sizeHint, 1));
            return output.Buffer.AsMemory(Position, output.Limit - Position);
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
