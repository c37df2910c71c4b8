using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>How the values of a column are written where that needs no state: by a static method, which compiled code calls.</summary>
internal interface ICellFormat<TValue>
{
    /// <summary>
    /// Writes the cell, name and value, or nothing; returns the position after it. <paramref name="length"/> is that of the name where the
    /// code is compiled for this column, else <see cref="CellEncoder.AnyLength"/>: a constant for either.
    /// </summary>
    static abstract int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue value);
}

/// <summary>A scalar that cannot be null.</summary>
internal readonly struct ScalarFormat<TValue> : ICellFormat<TValue>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue value) =>
        encoder.WriteScalarCell(position, name, length, value);
}

/// <summary>A scalar that may be missing: then null is written.</summary>
internal readonly struct NullableScalarFormat<TValue> : ICellFormat<TValue?>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue? value) =>
        encoder.WriteScalarCell(position, name, length, value);
}

/// <summary>A scalar that may be missing: then the cell is left out.</summary>
internal readonly struct NullableScalarOrNothingFormat<TValue> : ICellFormat<TValue?>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue? value) =>
        value.HasValue ? encoder.WriteScalarCell(position, name, length, value.GetValueOrDefault()) : position;
}

/// <summary>A scalar that is left out where it is its type's default.</summary>
internal readonly struct ScalarUnlessDefaultFormat<TValue> : ICellFormat<TValue>
    where TValue : struct
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, TValue value) =>
        EqualityComparer<TValue>.Default.Equals(default, value) ? position : encoder.WriteScalarCell(position, name, length, value);
}

/// <summary>A string, or null.</summary>
internal readonly struct StringFormat : ICellFormat<string?>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, string? value) =>
        encoder.WriteStringCell(position, name, length, value);
}

/// <summary>A string; null is left out.</summary>
internal readonly struct StringOrNothingFormat : ICellFormat<string?>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, string? value) =>
        value is null ? position : encoder.WriteTextCell(position, name, length, value);
}

/// <summary>A string; null is a failure.</summary>
internal readonly struct StringNotNullFormat : ICellFormat<string?>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, string? value) =>
        value is null
            ? encoder.WriteNullCell(position, name, OmitCondition.NullIsRefused)
            : encoder.WriteTextCell(position, name, length, value);
}

/// <summary>A value of unknown type, by its runtime type.</summary>
internal readonly struct AnyFormat : ICellFormat<object?>
{
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, object? value) =>
        value is null ? encoder.WriteNullCell(position, name) : encoder.WriteAnyCell(position, name, value);
}

/// <summary>A value of unknown type; null is left out.</summary>
internal readonly struct AnyOrNothingFormat : ICellFormat<object?>
{
    public static int Write(ValueEncoder encoder, int position, EncodedName name, int length, object? value) =>
        value is null ? position : encoder.WriteAnyCell(position, name, value);
}
