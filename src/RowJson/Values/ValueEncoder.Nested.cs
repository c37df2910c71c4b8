namespace RowJson;

// Values nested in a cell: dictionaries and lists directly, documents and JSON text as text.
internal abstract partial class ValueEncoder
{
    private int WriteNested(int position, Dictionary<string, object?> values, EncodedName? holder, int depth)
    {
        CheckNesting(values.Count, depth);
        return WriteObject(position, values, Keys, holder?.Id ?? NamePredictor.Root, depth);
    }

    private int WriteNested(int position, object?[] values, EncodedName? holder, int depth)
    {
        position = BeginList(position, values.Length, depth);
        for (int i = 0; i < values.Length; i++) position = WriteItem(position, i, values[i], holder, depth + 1);
        return WriteBracket(position, (byte)']');
    }

    private int WriteNested(int position, List<object?> values, EncodedName? holder, int depth)
    {
        position = BeginList(position, values.Count, depth);
        // Not a span of the items: a value may change the list, and the new count then applies, as for the serializer.
        for (int i = 0; i < values.Count; i++) position = WriteItem(position, i, values[i], holder, depth + 1);
        return WriteBracket(position, (byte)']');
    }

    // Lists of scalars, which values of any type often are. False, with nothing written, for other values, or if a converter concerns them.
    private bool TryWriteScalars(ref int position, object value, Type type, int depth) =>
        type == typeof(List<string>) ? TryWriteArray(ref position, CollectionsMarshal.AsSpan((List<string?>)value), type, depth)
        : type == typeof(string[]) ? TryWriteArray<string?>(ref position, (string?[])value, type, depth)
        : type == typeof(List<int>) ? TryWriteArray(ref position, CollectionsMarshal.AsSpan((List<int>)value), type, depth)
        : type == typeof(int[]) ? TryWriteArray<int>(ref position, (int[])value, type, depth)
        : type == typeof(long[]) ? TryWriteArray<long>(ref position, (long[])value, type, depth)
        : type == typeof(bool[]) && TryWriteArray<bool>(ref position, (bool[])value, type, depth);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int BeginList(int position, int count, int depth, byte bracket = (byte)'[')
    {
        CheckNesting(count, depth);
        return WriteBracket(position, bracket);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteItem(int position, int index, object? value, EncodedName? holder, int depth)
    {
        position = _output.Reserve(position, 1 + ScalarRoom);
        if (index > 0) _output.At(position++) = (byte)',';
        return AsksAboutBasics
            ? WriteAsked(position, value, key: null, holder, depth)
            : WriteValue(position, value, key: null, holder, depth);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int WriteBracket(int position, byte bracket)
    {
        position = _output.Reserve(position, 1);
        _output.At(position) = bracket;
        return position + 1;
    }

    // The limits for a list or an object at depth and what it holds.
    protected void CheckNesting(int count, int depth)
    {
        if (count > 0 || depth >= _maxWriterDepth) CheckDepth(depth + 1);
    }

    // The limits for a value at depth and for what it is nested in: the serializer's, which also ends cycles, the writer's and the stack's.
    public void CheckDepth(int depth)
    {
        CheckLimits(depth);
        RequireStack();
    }

    // The framework is asked only deeper on the stack than before: rows are alike, and asking is a call that each object would pay for.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private unsafe void RequireStack()
    {
        byte here;
        if ((nuint)(&here) < _lowestOnStack) AskForStack((nuint)(&here));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AskForStack(nuint address)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        _lowestOnStack = address;
    }

    // Without the stack's, which the callers check.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckLimits(int depth)
    {
        if (depth >= _traits.MaxDepth || depth > _maxWriterDepth) ThrowTooDeep();
    }

    [DoesNotReturn]
    private void ThrowTooDeep() => throw new JsonException(
        $"Values are nested deeper than the {Math.Min(_traits.MaxDepth, _maxWriterDepth)} levels that MaxDepth allows, or contain "
        + "themselves. Break the cycle, set a ReferenceHandler, or raise MaxDepth of the JsonSerializerOptions or the Utf8JsonWriter.");

    public sealed override int WriteElement(int position, JsonElement element, int depth)
    {
        if (depth >= _traits.MaxDepth) CheckDepth(depth);
        return CopyElement(position, element, depth);
    }

    // Writes the text of a value that the reader has already checked.
    // Not inlined: with what is around it, the compiler's budget would end before the framework's small methods that find the text.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int CopyElement(int position, JsonElement element, int depth)
    {
        int start = position - _output.RowStart;
        ReadOnlySpan<byte> text = JsonMarshal.GetRawUtf8Value(element);
        // A number or a literal has nothing to escape.
        if (text[0] is not ((byte)'"' or (byte)'[' or (byte)'{')) return WriteText(position, text);
        // Text that the copier leaves alone: the element's own writer gives the right bytes, or the right failure.
        return TryCopyText(ref position, text, depth)
            ? position
            : _fallback.WriteElement(_output.RowStart + start, element, depth);
    }

    // Copies one value's text; false, with some of it written, where the copier leaves it alone.
    private bool TryCopyText(ref int position, ReadOnlySpan<byte> source, int depth)
    {
        // Room for the text, or for a part of a long one: its length in the output becomes known while it is copied.
        int room = Math.Min(source.Length, _options.Sizes.CopyRoom) + JsonTextCopier.MinRoom;
        position = _output.Reserve(position, room);
        // At once: most elements are short, and each call on the way to their copy takes a tenth of its time.
        if (!_context.Copier.TryCopyShort(source, _output.Buffer.AsSpan(position, _output.Limit - position), _maxWriterDepth - depth))
            return TryCopyBlocks(ref position, source, depth, room);
        position += source.Length;
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryCopyBlocks(ref int position, ReadOnlySpan<byte> source, int depth, int room)
    {
        CopyState state = default;
        var limits = new CopyLimits(BatchLength: int.MaxValue, _maxWriterDepth - depth);
        while (true)
        {
            position = _output.Reserve(position, room);
            Span<byte> destination = _output.Buffer.AsSpan(position, _output.Limit - position);
            CopyStatus status = _context.Copier.CopyBlocks(source, destination, ref state, limits, out int consumed, out int written);
            position += written;
            if (status == CopyStatus.Done) return true;
            if (status == CopyStatus.Fallback) return false;
            source = source[consumed..];
        }
    }

    public sealed override int WriteRawJson(int position, RawJson json, int depth)
    {
        // Only JSON can be indented.
        if (Indents) RawJson.Check(json.Utf8.Span);
        return WriteJsonText(position, json.Utf8, depth);
    }

    private int WriteJsonText(int position, ReadOnlyMemory<byte> utf8, int depth)
    {
        int start = position - _output.RowStart;
        if (TryCopyText(ref position, utf8.Span, depth)) return position;
        using var document = JsonDocument.Parse(utf8, new JsonDocumentOptions { MaxDepth = RawJson.MaxDepth });
        return _fallback.WriteElement(_output.RowStart + start, document.RootElement, depth);
    }
}
