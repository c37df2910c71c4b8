using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>The serializer's way: one kept <see cref="Utf8JsonWriter"/>, into the same buffer.</content>
internal sealed partial class RowEncoder
{
    private JsonTypeInfo? _objectInfo;
    private JsonWriterOptions _style;
    private Utf8JsonWriter? _serializerWriter;
    private OutputWriter? _serializerOutput;

    /// <summary>The references of the write under way; null where none are kept from row to row.</summary>
    private ReferenceResolver? _references;

    private JsonTypeInfo ObjectInfo => _objectInfo ??= InfoOf(typeof(object));

    private JsonTypeInfo InfoOf(Type type) => _traits.Options.GetTypeInfo(type);

    /// <summary>Writes a value of any type, one among the values of a row or a list, by its serialization metadata.</summary>
    private int WriteSerialized(int position, object? value, int depth) =>
        value is not null && NeedsContext(value.GetType())
            ? WriteInContext(position, value, depth)
            : WriteSerialized(position, value, ObjectInfo, depth);

    private int WriteSerialized(int position, object? value, JsonTypeInfo info, int depth)
    {
        Utf8JsonWriter writer = BeginSerialized(position, depth);
        Serialize(writer, value, info);
        return EndSerialized(writer);
    }

    /// <summary>Calls the serializer, which goes on with the references of the write.</summary>
    private void Serialize(Utf8JsonWriter writer, object? value, JsonTypeInfo info)
    {
        if (_references is null) JsonSerializer.Serialize(writer, value, info);
        else SerializeWithReferences(writer, value, info);
    }

    private void SerializeWithReferences(Utf8JsonWriter writer, object? value, JsonTypeInfo info)
    {
        _traits.References!.HandOver(_references);
        try
        {
            JsonSerializer.Serialize(writer, value, info);
        }
        finally
        {
            _traits.References.HandOver(null);
        }
    }

    /// <summary>The same for a value that must not be boxed.</summary>
    private void SerializeTyped<TValue>(Utf8JsonWriter writer, TValue value)
    {
        JsonTypeInfo info = InfoOf(typeof(TValue));
        if (_references is null) JsonSerializer.Serialize(writer, value, (JsonTypeInfo<TValue>)info);
        else SerializeWithReferences(writer, value, info);
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
        else node.WriteTo(writer, _options.SerializerOptions);
        return EndSerialized(writer);
    }

    /// <summary>
    /// A writer that has <paramref name="depth"/> brackets open, so that the depth limit counts as it does in the whole document.
    /// </summary>
    private Utf8JsonWriter BeginSerialized(int position, int depth)
    {
        _serializerOutput ??= new OutputWriter(_output);
        _serializerOutput.Open();
        int offset = position - _output.RowStart;
        _serializerOutput.Position = position;
        OpenBrackets(ref _serializerWriter, _serializerOutput, depth);
        // The brackets are overwritten: they move nothing but the writer.
        _serializerOutput.Begin(_output.RowStart + offset);
        return _serializerWriter;
    }

    private int EndSerialized(Utf8JsonWriter writer)
    {
        writer.Flush();
        return _serializerOutput!.End();
    }

    private void OpenBrackets([NotNull] ref Utf8JsonWriter? writer, IBufferWriter<byte> output, int count)
    {
        ResetWriter(ref writer, output);
        for (int i = 0; i < count; i++) writer.WriteStartArray();
        writer.Flush();
    }

    private void ResetWriter([NotNull] ref Utf8JsonWriter? writer, IBufferWriter<byte> output)
    {
        try
        {
            writer?.Reset(output);
        }
        catch (ObjectDisposedException)
        {
            // By a converter that kept it when its row was written.
            writer = null;
        }
        writer ??= new Utf8JsonWriter(output, WriterOptions());
    }

    private JsonWriterOptions WriterOptions() => _style with
    {
        Encoder = _escapes.Encoder,
        SkipValidation = true,
    };

    /// <summary>Sets how the kept writers write; those that are set otherwise are replaced.</summary>
    private void SetStyle(JsonWriterOptions style)
    {
        bool isSame = style.Indented == _style.Indented && style.IndentCharacter == _style.IndentCharacter
            && style.IndentSize == _style.IndentSize && style.NewLine == _style.NewLine && style.MaxDepth == _style.MaxDepth;
        if (isSame) return;
        _style = style;
        _lineBreak = style.Indented ? System.Text.Encoding.UTF8.GetBytes(style.NewLine) : [];
        _serializerWriter = null;
        _asideWriter = null;
    }

    /// <summary>
    /// Takes the output's memory from the writer, which still has it where a row failed. A converter that has kept the writer can
    /// then do nothing with it, and one that has disposed it does no harm.
    /// </summary>
    private void CloseSerializerWriter()
    {
        _references = null;
        CloseAside();
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
            {
                throw new InvalidOperationException(
                    "A converter wrote no value. Write one to the Utf8JsonWriter that it is given, and do not reset that.");
            }
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
