namespace RowJson;

// Writes the values of a column if that needs no state: by a static method, which compiled code calls.
internal interface ICellFormat<TValue>
{
    // Writes the cell, name and value, or nothing; returns the position after it. length: see CellEncoder.WriteName.
    static abstract int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue value);
}

internal readonly struct ScalarFormat<TValue> : ICellFormat<TValue>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue value) =>
        encoder.WriteScalarCell(position, name, length, value);
}

// A scalar that may be missing: then null is written.
internal readonly struct NullableScalarFormat<TValue> : ICellFormat<TValue?>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue? value) =>
        encoder.WriteScalarCell(position, name, length, value);
}

// A scalar that may be missing: then the cell is left out.
internal readonly struct NullableScalarOrNothingFormat<TValue> : ICellFormat<TValue?>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue? value) =>
        value.HasValue ? encoder.WriteScalarCell(position, name, length, value.GetValueOrDefault()) : position;
}

// A scalar that is left out where it is its type's default.
internal readonly struct ScalarUnlessDefaultFormat<TValue> : ICellFormat<TValue>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue value) =>
        EqualityComparer<TValue>.Default.Equals(default, value) ? position : encoder.WriteScalarCell(position, name, length, value);
}

internal readonly struct StringFormat : ICellFormat<string?>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, string? value) =>
        encoder.WriteStringCell(position, name, length, value);
}

internal readonly struct StringOrNothingFormat : ICellFormat<string?>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, string? value) =>
        value is null ? position : encoder.WriteTextCell(position, name, length, value);
}

internal readonly struct StringNotNullFormat : ICellFormat<string?>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, string? value) =>
        value is null
            ? encoder.WriteNullCell(position, name, OmitCondition.NullIsRefused)
            : encoder.WriteTextCell(position, name, length, value);
}

internal readonly struct AnyFormat : ICellFormat<object?>
{
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, object? value) =>
        value is null ? encoder.WriteNullCell(position, name) : encoder.WriteAny(encoder.BeginCell(position, name), value, name);
}

internal readonly struct AnyOrNothingFormat : ICellFormat<object?>
{
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, object? value) =>
        value is null ? position : encoder.WriteAny(encoder.BeginCell(position, name), value, name);
}
