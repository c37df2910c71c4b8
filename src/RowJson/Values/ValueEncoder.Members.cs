namespace RowJson;

// Members of objects: the types of the values are known, and it is known that no converter is asked about them.
internal abstract partial class ValueEncoder
{
    // name: the name of the cell, if the value is one.
    public int WriteAny(int position, object value, EncodedName? name = null) => AsksAboutBasics
        ? WriteAsked(position, value, name?.Key, name, _cellDepth)
        : WriteValue(position, value, name?.Key, name, _cellDepth);

    // Writes the text where room for a scalar is reserved, which is more than its head.
    public int WriteText(int position, EncodedText text)
    {
        if (text.Length > VectorBytes32.Length) return WriteText(position, text.Utf8);
        Unsafe.WriteUnaligned(ref _output.At(position, VectorBytes32.Length), text.Head);
        return position + text.Length;
    }

    public int WriteQuoted<TValue>(int position, TValue value) =>
        value is null ? WriteNull(position) : ScalarWriter<TValue>.Instance!.WriteQuoted(this, position, value, _cellDepth);

    // Begins an object nested in a cell or a list; returns its offset in the row, for EndNestedObject. Each object asks for room on the
    // stack: the code of a type with many members may need tens of KB of it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginNestedObject(int position)
    {
        // EndNestedObject checks the depth of cells, if there are any: an object without cells is refused by the writer's limit only.
        if (_cellDepth >= _maxWriterDepth) ThrowTooDeep();
        RequireStack();
        _cellDepth++;
        return position - _output.RowStart;
    }

    // The serializer does not check the depth of a discriminator.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int EndNestedObject(int position, int start, int discriminator = 0)
    {
        if (position != _output.RowStart + start + discriminator) CheckLimits(_cellDepth);
        _cellDepth--;
        return EndObject(position, start);
    }

    // Writes the cell of a member that is null, or nothing, or fails. Throws JsonException: the member must not be null.
    public int WriteNullCell(int position, EncodedName name, OmitCondition omit) => omit switch
    {
        OmitCondition.Never => WriteNullCell(position, name),
        OmitCondition.NullIsRefused => throw new JsonException(
            $"The value of '{name.Key}' is null, and its type says that it cannot be. Declare the type as nullable, or do not set "
            + "JsonSerializerOptions.RespectNullableAnnotations."),
        _ => position,
    };

    public int WriteConverted<TValue>(int position, TValue value, JsonConverter<TValue> converter, JsonSerializerOptions options) =>
        _fallback.WriteConverted(position, value, converter, options, _cellDepth);

    // As above, for a value declared as an object: it fails as a call of the serializer does.
    public int WriteConverted<TValue>(int position, TValue value, JsonConverter<TValue> converter, int depth)
    {
        try
        {
            return _fallback.WriteConverted(position, value, converter, _traits.Options, depth);
        }
        catch (Exception exception) when (SerializerPath.IsGivenTo(exception))
        {
            FailedConverter<TValue>.Throw(exception, _traits.Options);
            throw;
        }
    }

    // Has the serializer report in its own words why a converter has failed; returns if the serializer does not fail.
    public void ThrowAsSerializer<T>(T row, JsonTypeInfo<T> contract) => SerializerPath.Repeat(
        row, contract, new JsonWriterOptions { SkipValidation = true, MaxDepth = _fallback.Style.MaxDepth }, _cellDepth - 1);

    // Writes the one property of a contract, or nothing if the contract leaves it out.
    public int WriteSerializedProperty<T>(int position, T row, JsonTypeInfo<T> contract) =>
        _fallback.WriteProperty(position, row, contract, _cellDepth - 1);
}
