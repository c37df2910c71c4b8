using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson;

/// <content>Cells: the common types on the spot, the rest out of line.</content>
internal sealed partial class RowEncoder
{
    // "null", "true" and "false" as the little-endian numbers that one store writes; the two of Booleans are longer than their texts.
    // Constants: code that is compiled before the class has been initialized, and never again, would ask about fields each time.
    private const uint NullText = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;
    private const ulong TrueText = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
    private const ulong FalseText = 'f' | 'a' << 8 | 'l' << 16 | 's' << 24 | (ulong)'e' << 32;

    /// <summary>
    /// Writes a value where <see cref="ScalarRoom"/> bytes are left. <paramref name="key"/> is its name, null within a list;
    /// <paramref name="owner"/> the id of the name that holds it, <paramref name="depth"/> its nesting.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteValue(int position, object? value, string? key, int owner, int depth)
    {
        AssertRoom(position, ScalarRoom);
        // Sealed types: each test is one comparison of the object's type, in the order of how often rows hold them.
        if (value is null) return WriteNull(position);
        if (value is string text) return StringEncoder.WriteQuoted(_output, position, text, _escapes);
        if (value is long int64) return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), int64);
        if (value is int int32) return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), int32);
        if (value is double number) return WriteDouble(position, number, key, depth);
        if (value is bool flag) return WriteBoolean(position, flag);
        return WriteOther(position, value, key, owner, depth);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteNull(int position)
    {
        Unsafe.WriteUnaligned(ref _output.At(position, sizeof(uint)), NullText);
        return position + "null"u8.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteBoolean(int position, bool value) => position + FormatBoolean(ref _output.At(position, sizeof(ulong)), value);

    /// <summary>One store, and no branch on the value: which it is cannot be predicted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FormatBoolean(ref byte destination, bool value)
    {
        Unsafe.WriteUnaligned(ref destination, value ? TrueText : FalseText);
        return value ? "true"u8.Length : "false"u8.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteDouble(int position, double value, string? key, int depth) =>
        double.IsFinite(value)
            ? position + DoubleFormatter.Format(ref _output.At(position, DoubleFormatter.Room), value)
            : WriteNonFinite(position, value, key, depth);

    /// <summary>Writes what the options say for a number that JSON has not.</summary>
    public int WriteNonFinite(int position, double value, string? key, int depth)
    {
        bool isCell = depth == RowDepth + 1;
        if (isCell && _options.NonFiniteHandling == JsonNonFiniteHandling.Null) return WriteNull(position);
        if (!_traits.WritesNamedLiterals && !(isCell && _options.NonFiniteHandling == JsonNonFiniteHandling.NamedLiterals))
        {
            NoteColumn(key, depth);
            // JsonRowOptions.NonFiniteHandling is for cells, not for what is nested in them.
            throw new ArgumentException(
                $"JSON has no number for {value.ToString(System.Globalization.CultureInfo.InvariantCulture)}. "
                + (isCell ? "Set JsonRowOptions.NonFiniteHandling to write null or a string, or " : "Set ")
                + "JsonNumberHandling.AllowNamedFloatingPointLiterals in the JsonSerializerOptions.");
        }
        return WriteNonFiniteText(position, value);
    }

    /// <summary>The same where numbers are strings, which such a number can be as well.</summary>
    public int WriteQuotedNonFinite(int position, double value, int depth) =>
        depth == RowDepth + 1 && _options.NonFiniteHandling == JsonNonFiniteHandling.Null
            ? WriteNull(position)
            : WriteNonFiniteText(position, value);

    private int WriteNonFiniteText(int position, double value) =>
        WriteText(position, double.IsNaN(value) ? "\"NaN\""u8 : value > 0 ? "\"Infinity\""u8 : "\"-Infinity\""u8);

    /// <summary>Remembers whose value is being written; values nested in a cell are the cell's column.</summary>
    private void NoteColumn(string? key, int depth)
    {
        if (depth == RowDepth + 1) Column = key;
    }

    /// <summary>Every type but the commonest: the known ones directly, what is unknown through the serializer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteOther(int position, object value, string? key, int owner, int depth)
    {
        NoteColumn(key, depth);
        position = _traits.IsConverted(value.GetType()) || (_traits.QuotesNumbers && _traits.QuotedNumber(value.GetType()) is not null)
            ? WriteConverted(position, value, depth)
            : WriteOwn(position, value, key, owner, depth);
        NoteColumn(null, depth);
        return position;
    }

    /// <summary>A value that a converter is for, or a number that is written as a string.</summary>
    private int WriteConverted(int position, object? value, int depth) =>
        value is not null && _traits.QuotedNumber(value.GetType()) is { } number
            ? number.WriteBoxedQuoted(this, position, value, depth)
            : _fallback.Write(position, value, depth);

    private int WriteOwn(int position, object value, string? key, int owner, int depth)
    {
        // Sealed types: a comparison each. All other scalars go by the table.
        if (value is decimal number) return WriteScalar(position, number, key, depth);
        if (value is DateTime time) return WriteScalar(position, time, key, depth);
        if (value is JsonElement element) return WriteElement(position, element, depth);
        if (value is float single) return WriteScalar(position, single, key, depth);
        if (value is Guid guid) return WriteScalar(position, guid, key, depth);
        if (value is DateTimeOffset timeWithOffset) return WriteScalar(position, timeWithOffset, key, depth);
        // Exact types, and no casts: those to a class that is not sealed, or to an array, are calls.
        Type type = value.GetType();
        if (type == typeof(Dictionary<string, object?>))
            return WriteNested(position, Unsafe.As<Dictionary<string, object?>>(value), owner, depth);
        if (type == typeof(List<object?>)) return WriteNested(position, Unsafe.As<List<object?>>(value), owner, depth);
        if (type == typeof(object?[])) return WriteNested(position, Unsafe.As<object?[]>(value), owner, depth);
        if (type == typeof(byte[])) return WriteBase64(position, Unsafe.As<byte[]>(value));
        if (BoxedScalars.Find(type) is { } scalar) return scalar.WriteBoxed(this, position, value, key, depth);
        if (value is JsonDocument document) return WriteElement(position, document.RootElement, depth);
        return TryWriteScalars(ref position, value, type, depth) ? position : _fallback.Write(position, value, depth);
    }

    /// <summary>Writes a string.</summary>
    public int WriteText(int position, ReadOnlySpan<char> text) => StringEncoder.WriteQuoted(_output, position, text, _escapes);

    /// <summary>Writes bytes as a string of Base64.</summary>
    public int WriteBase64(int position, ReadOnlySpan<byte> bytes)
    {
        // A whole number of groups of three bytes a step, so that only the last one is padded; 3 KiB in, 4 KiB out.
        const int step = 3 * 1024;
        position = WriteQuote(position);
        do
        {
            ReadOnlySpan<byte> part = bytes[..Math.Min(step, bytes.Length)];
            position = _output.Reserve(position, System.Buffers.Text.Base64.GetMaxEncodedToUtf8Length(part.Length));
            System.Buffers.Text.Base64.EncodeToUtf8(part, _output.Buffer.AsSpan(position), out _, out int written);
            position += written;
            bytes = bytes[part.Length..];
        }
        while (bytes.Length > 0);
        return WriteQuote(position);
    }

    /// <summary>Writes a quotation mark.</summary>
    public int WriteQuote(int position)
    {
        position = _output.Reserve(position, 1);
        _output.At(position) = (byte)'"';
        return position + 1;
    }
}
