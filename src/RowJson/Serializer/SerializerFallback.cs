namespace RowJson;

// Has JsonSerializer write values for an encoder: with one kept Utf8JsonWriter, into the same buffer.
// Values are here, values in the context of others in SerializerFallback.InContext.cs, rows in RowFallback.cs.
[SuppressMessage("Design", "CA1001", Justification = "Lives as long as its encoder; the writers it keeps hold nothing between rows.")]
internal partial class SerializerFallback(JsonRowOptions rowOptions, JavaScriptEncoder encoder, SerializerTraits traits)
{
    protected readonly SerializerTraits _traits = traits;
    protected readonly Utf8Output _output = new(rowOptions.Pool, rowOptions.FlushThreshold, rowOptions.Sizes);
    protected JsonWriterOptions _style;

    // Null if the style is a writer's.
    private JsonSerializerOptions? _styleSource;
    private Utf8JsonWriter? _writer;
    protected OutputWriter? _writerOutput;

    // The number of brackets that _writer has open with a value after them; -1 if it has to be set up anew.
    private int _openBrackets = -1;

    // The byte that the writer's comma has been written over; 0 if there is none.
    private byte _overwritten;

    // The references of the write under way: kept from row to row, once there is one.
    private ReferenceResolver? _references;
    private bool _sharesReferences;

    public Utf8Output Output => _output;

    public ref readonly JsonWriterOptions Style => ref _style;

    // Receives the parts of the row under way that the serializer has written; null if nobody asks for them.
    public List<TextPart>? Parts { get; set; }

    // The style has changed since it was last looked at.
    public bool StyleIsNew { get; set; } = true;

    protected JsonTypeInfo ObjectInfo => field ??= InfoOf(typeof(object));

    protected JsonTypeInfo InfoOf(Type type) => _traits.Options.GetTypeInfo(type);

    // Makes the kept writers write like one that JsonSerializer makes for these options.
    public void SetStyle(JsonSerializerOptions options, bool isIndented)
    {
        // Options that have been written with never change.
        if (ReferenceEquals(options, _styleSource) && isIndented == _style.Indented) return;
        var style = new JsonWriterOptions
        {
            IndentCharacter = options.IndentCharacter,
            IndentSize = options.IndentSize,
            NewLine = options.NewLine,
            SkipValidation = true,
        };
        SetStyle(in style, isIndented, _traits.MaxDepth);
        _styleSource = options;
    }

    // Sets how the kept writers write; writers with another style are replaced.
    public void SetStyle(in JsonWriterOptions style, bool isIndented, int maxDepth)
    {
        bool isSame = isIndented == _style.Indented && style.IndentCharacter == _style.IndentCharacter
            && style.IndentSize == _style.IndentSize && style.NewLine == _style.NewLine && maxDepth == _style.MaxDepth
            && style.SkipValidation == _style.SkipValidation;
        if (isSame) return;
        _style = style with { Indented = isIndented, MaxDepth = maxDepth };
        _styleSource = null;
        StyleIsNew = true;
        _lineBreak = isIndented ? System.Text.Encoding.UTF8.GetBytes(style.NewLine) : [];
        _writer = null;
        _openBrackets = -1;
        _asideWriter = null;
    }

    // All rows of an array share one table of references, where the options keep any.
    public void ShareReferences() => _sharesReferences = _traits.References is not null;

    public void Close()
    {
        DropValue(offset: 0);
        _references = null;
        _sharesReferences = false;
    }

    // Drops the value under way, which has failed: the row goes on from an offset. Its writer still has the output's memory.
    public void DropValue(int offset)
    {
        CloseAside();
        while (Parts is [.., var last] && last.Start >= offset) Parts.RemoveAt(Parts.Count - 1);
        if (_writerOutput is not { IsOpen: true } open) return;
        open.Close();
        Clear(_writer);
        (_writer, _writerOutput, _openBrackets) = (null, null, -1);
    }

    // A converter may have kept the writer of the failed row: the writer then holds nothing that other code uses, even if disposed of.
    private static void Clear(Utf8JsonWriter? writer) => Quietly.Run(() => writer?.Reset());

    // Writes a value of a row or a list by the metadata of its declared type, as the serializer writes a dictionary's values.
    // handling: what the type of the row says; null if the options' handling applies.
    public int WriteTyped<TValue>(int position, TValue value, int depth, JsonNumberHandling? handling = null)
    {
        Type type = typeof(TValue) == typeof(object) && value is not null ? value.GetType() : typeof(TValue);
        // At the depth limit a dictionary accepts scalars that a call for the value alone would refuse.
        return handling is not null || depth >= _traits.MaxDepth || NeedsContext(type)
            ? WriteInContext(position, value, depth, handling)
            : WriteByContract(position, value, (JsonTypeInfo<TValue>)InfoOf(typeof(TValue)), depth);
    }

    // By a contract, which need not be the one that the options have for the type.
    public int WriteByContract<T>(int position, T value, JsonTypeInfo<T> contract, int depth)
    {
        Utf8JsonWriter writer = Begin(position, depth);
        JsonSerializer.Serialize(writer, value, contract);
        return End(writer);
    }

    // Writes the one property of a contract, or none if the contract leaves it out: {"name":value} becomes ,"name":value and {} nothing.
    // depth: the depth of the object.
    public int WriteProperty<T>(int position, T row, JsonTypeInfo<T> contract, int depth)
    {
        int start = position - _output.RowStart;
        Utf8JsonWriter writer = Begin(position, depth);
        JsonSerializer.Serialize(writer, row, contract);
        Span<byte> text = _output.TextOf(start, Finish(writer));
        // If indented, the brackets are on lines of their own, unless the object has a name.
        int open = text.IndexOf((byte)'{') + 1;
        int length = text.Length - open - (LineLength(depth) + "}".Length);
        if (length <= 0) return _output.RowStart + start;
        text[0] = (byte)',';
        if (open > 1) text.Slice(open, length).CopyTo(text[1..]);
        return Note(start + 1, _output.RowStart + start + 1 + length);
    }

    // Has a converter write a value; a user's converter is not asked about null.
    public int WriteConverted<TValue>(
        int position, TValue value, JsonConverter<TValue> converter, JsonSerializerOptions options, int depth)
    {
        Utf8JsonWriter writer = Begin(position, depth);
        converter.Write(writer, value, options);
        if (writer.CurrentDepth != depth)
            throw new JsonException($"The converter '{converter.GetType()}' must close each bracket that it opens.");
        return End(writer);
    }

    // A converter began with comments, which the writer puts before the comma: moves them over it, by one byte.
    private void MoveComments(int start, int position)
    {
        Span<byte> text = _output.TextOf(start - 1, position);
        int length = 0;
        while (text[length..].StartsWith("/*"u8)) length += "/**/".Length + text[(length + "/*".Length)..].IndexOf("*/"u8);
        if (length == text.Length) throw OutputWriter.NoValue();
        text[..length].CopyTo(text[1..]);
    }

    // The serializer reports what a writer refuses in an exception of its own.
    public int WriteElement(int position, JsonElement element, int depth)
    {
        try
        {
            return WriteConverted(position, element, JsonMetadataServices.JsonElementConverter, rowOptions.SerializerOptions, depth);
        }
        catch (InvalidOperationException exception)
        {
            throw new JsonException(ExceptionText.MessageOf(exception), exception);
        }
    }

    public int WriteNode(int position, JsonNode? node, int depth) =>
        WriteConverted(position, node, JsonMetadataServices.JsonNodeConverter, rowOptions.SerializerOptions, depth);

    protected int Write(int position, object? value, JsonTypeInfo info, int depth)
    {
        Utf8JsonWriter writer = Begin(position, depth);
        Serialize(writer, value, info);
        return End(writer);
    }

    // Calls the serializer, which continues with the references of the write.
    protected void Serialize(Utf8JsonWriter writer, object? value, JsonTypeInfo info)
    {
        if (_sharesReferences) _traits.References!.HandOver(_references ??= _traits.References.NewResolver());
        try
        {
            JsonSerializer.Serialize(writer, value, info);
        }
        finally
        {
            _traits.References?.HandOver(null);
        }
    }

    // A writer that has depth brackets open, so that the depth limit counts as it does in the whole document.
    // isArray: the value is an array whose brackets are dropped.
    protected Utf8JsonWriter Begin(int position, int depth, bool isArray = false)
    {
        byte before = position > _output.RowStart ? _output.At(position - 1) : default;
        // If indented, an element begins with a line break, the value of a name does not, and that of an envelope has a space before it.
        // The last of the brackets is then an object's.
        bool isNamed = !isArray && _style.Indented && before is (byte)':' or (byte)' ';
        _writerOutput ??= new OutputWriter(_output);
        _writerOutput.Open();
        _overwritten = default;
        if ((_style.Indented ? before == (byte)',' : before != default) && GoesOn(depth))
        {
            // Its next value begins with a comma, in the place of the byte before. That is put back when the value is complete.
            _overwritten = before;
            _writerOutput.Begin(position, before: 1);
            return _writer!;
        }
        int offset = position - _output.RowStart;
        _writerOutput.Position = position;
        OpenBrackets(ref _writer, _writerOutput, isNamed ? depth - 1 : depth);
        if (isNamed)
        {
            _writer.WriteStartObject();
            _writer.WritePropertyName(""u8);
            _writer.Flush();
        }
        _openBrackets = isNamed ? -1 : depth;
        // The brackets are overwritten: they only move the writer.
        _writerOutput.Begin(_output.RowStart + offset);
        return _writer;
    }

    // The writer is as the previous value left it, and what precedes this value is what it would write there itself. So it need not be set
    // up anew, which takes a tenth of the time of a short row. A writer that a converter has disposed of has no depth.
    private bool GoesOn(int depth) => depth == _openBrackets && depth > 0 && _writer!.CurrentDepth == depth && _writer.BytesPending == 0;

    // If the caller's writer validates, so does this: the kept writer is in an array, and takes more than one value from a converter.
    protected int End(Utf8JsonWriter writer)
    {
        int position = Finish(writer);
        int start = _writerOutput!.Start;
        if (!_style.SkipValidation) RequireValue(_output.TextOf(start, position));
        return Note(start, position);
    }

    private static void RequireValue(ReadOnlySpan<byte> text)
    {
        var reader = new Utf8JsonReader(text, new() { MaxDepth = int.MaxValue, CommentHandling = JsonCommentHandling.Skip });
        while (reader.Read()) continue;
    }

    // Ends text that is more than a value, and of which the caller drops something.
    protected int Finish(Utf8JsonWriter writer)
    {
        writer.Flush();
        int position = _writerOutput!.End();
        if (_overwritten is default(byte) or (byte)',') return position;
        ref byte before = ref _output.InRow(_writerOutput.Start - 1, position);
        if (before == (byte)'/') MoveComments(_writerOutput.Start, position);
        before = _overwritten;
        return position;
    }

    // The serializer has written the text from an offset in the row to a position; returns the position.
    protected int Note(int start, int position)
    {
        Parts?.Add(new TextPart(start, position - _output.RowStart));
        return position;
    }

    private void OpenBrackets([NotNull] ref Utf8JsonWriter? writer, IBufferWriter<byte> destination, int count)
    {
        try
        {
            writer?.Reset(destination);
        }
        catch (ObjectDisposedException)
        {
            // It was disposed of by a converter that kept it when its row was written.
            writer = null;
        }
        writer ??= new Utf8JsonWriter(destination, WriterOptions());
        for (int i = 0; i < count; i++) writer.WriteStartArray();
        writer.Flush();
    }

    // If the options have no encoder, the writer has none: converters can see that, and it escapes ASCII the same without a call.
    private JsonWriterOptions WriterOptions() => _style with
    {
        Encoder = rowOptions.SerializerOptions.Encoder is null && ReferenceEquals(encoder, JavaScriptEncoder.Default) ? null : encoder,
    };
}
