namespace RowJson;

// Values that the serializer writes as it does inside a document. As a root, a value would have its type's number handling, not an
// inherited one, and a structure no identity. So the serializer is given an array of one element, whose brackets are dropped again.
internal partial class SerializerFallback
{
    // A power of two: a hash code is cut to an index.
    private const int KnownTypes = 16;

    // A ValueContext<TValue>.
    private object? _lastContext;
    private Utf8JsonWriter? _asideWriter;
    private PooledBufferWriter? _asideText;
    private bool _isAsideOpen;
    private byte[] _lineBreak = [];

    // The last types, each in the slot of its hash code: a row holds few.
    private readonly (Type? Type, bool Needs)[] _needsContext = new (Type?, bool)[KnownTypes];

    // A value in the output itself, nested at depth, as the first element of an array.
    protected int WriteInContext<TValue>(int position, TValue value, int depth, JsonNumberHandling? handling = null)
    {
        Debug.Assert(depth > 0);
        int start = position - _output.RowStart;
        byte before = start > 0 ? _output.At(position - 1) : default;
        Utf8JsonWriter writer = Begin(position, depth - 1, isArray: true);
        SerializeInContext(writer, value, handling);
        Span<byte> text = _output.TextOf(start, Finish(writer));
        ReadOnlySpan<byte> element = WithoutBrackets(text, depth);
        if (before == (byte)':') element = WithoutLine(element, depth);
        element.CopyTo(text);
        return Note(start, _output.RowStart + start + element.Length);
    }

    // Writes a value at the depth of a writer, which receives it when it is complete.
    public void WriteInContext<TValue>(Utf8JsonWriter writer, TValue value, JsonNumberHandling? handling)
    {
        int depth = writer.CurrentDepth;
        SerializeInContext(BeginAside(depth - 1), value, handling);
        writer.WriteRawValue(WithoutLine(WithoutBrackets(AsideText.Span, depth), depth), skipInputValidation: true);
        EndAside();
    }

    // Writes a value by its contract. The writer receives it when it is complete.
    public void WriteAside<T>(Utf8JsonWriter writer, T value, JsonTypeInfo<T> contract)
    {
        JsonSerializer.Serialize(BeginAside(writer.CurrentDepth), value, contract);
        writer.WriteRawValue(WithoutLine(AsideText.Span, writer.CurrentDepth), skipInputValidation: true);
        EndAside();
    }

    // Sets the second writer to the depth of a value that is not written directly into the output.
    protected Utf8JsonWriter BeginAside(int depth)
    {
        _asideText ??= new PooledBufferWriter(rowOptions.Pool);
        OpenBrackets(ref _asideWriter, _asideText, depth);
        _asideText.Clear();
        _isAsideOpen = true;
        return _asideWriter;
    }

    // What has been written since BeginAside; the serializer has flushed it.
    protected ReadOnlyMemory<byte> AsideText => _asideText!.WrittenMemory;

    protected void EndAside()
    {
        _asideText!.Clear();
        _isAsideOpen = false;
    }

    // The serializer writes a value of this type differently among others than on its own.
    protected bool NeedsContext(Type type)
    {
        if (!_traits.ValuesMayNeedContext) return false;
        ref (Type? Type, bool Needs) known = ref _needsContext[type.GetHashCode() & (KnownTypes - 1)];
        if (!ReferenceEquals(known.Type, type)) known = (type, _traits.NeedsContext(type));
        return known.Needs;
    }

    // handling: what the type of the row says; null if the options' handling applies.
    protected void SerializeInContext<TValue>(Utf8JsonWriter writer, TValue value, JsonNumberHandling? handling = null)
    {
        if (_lastContext is not ValueContext<TValue> array || array.Info.NumberHandling != handling)
        {
            // Made here, so that no resolver is asked about a type that no row holds.
            var info = JsonMetadataServices.CreateArrayInfo<TValue>(_traits.Options, new JsonCollectionInfoValues<TValue[]>());
            info.NumberHandling = handling;
            _lastContext = array = new ValueContext<TValue>(new TValue[1], info);
        }
        array.Value[0] = value;
        try
        {
            Serialize(writer, array.Value, array.Info);
        }
        finally
        {
            array.Value[0] = default!;
        }
    }

    // The length of a line break and the indentation after it.
    protected int LineLength(int depth) => _style.Indented ? _style.NewLine.Length + (_style.IndentSize * depth) : 0;

    // The text between the brackets of an array at depth - 1; if indented, with the line break before the element.
    protected ReadOnlySpan<byte> WithoutBrackets(ReadOnlySpan<byte> array, int depth)
    {
        int line = LineLength(depth - 1);
        // An array that is itself an element begins with its own line break.
        int open = (depth > 1 ? line : 0) + 1;
        return array[open..^(line + 1)];
    }

    // An element as it is after a name: without the line break before it. A converter's raw value has no line break in an array, either.
    private ReadOnlySpan<byte> WithoutLine(ReadOnlySpan<byte> element, int depth)
    {
        int line = LineLength(depth);
        bool hasLine = _style.Indented && element.Length > line && element.StartsWith(_lineBreak)
            && !element[_lineBreak.Length..line].ContainsAnyExcept((byte)_style.IndentCharacter);
        return hasLine ? element[line..] : element;
    }

    protected void CloseAside()
    {
        _asideText?.Dispose();
        if (!_isAsideOpen) return;
        _isAsideOpen = false;
        Clear(_asideWriter);
        (_asideWriter, _asideText) = (null, null);
    }

    private sealed record ValueContext<TValue>(TValue[] Value, JsonTypeInfo<TValue[]> Info);
}
