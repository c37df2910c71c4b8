using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson;

/// <content>Cells: the common types on the spot, the rest out of line.</content>
internal sealed partial class RowEncoder
{
    // "null", "true" and "false" as the little-endian numbers that one store writes; the last one's is longer than its text.
    private static readonly uint NullText = BitConverter.ToUInt32("null"u8);
    private static readonly uint TrueText = BitConverter.ToUInt32("true"u8);
    private static readonly ulong FalseText = BitConverter.ToUInt64("false\0\0\0"u8);

    /// <summary>
    /// Writes a value where <see cref="ScalarRoom"/> bytes are left. <paramref name="key"/> is its name, null within a list;
    /// <paramref name="owner"/> the id of the name that holds it, <paramref name="depth"/> the nesting it stands at.
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
        return position + 4;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteBoolean(int position, bool value)
    {
        if (value) Unsafe.WriteUnaligned(ref _output.At(position, sizeof(uint)), TrueText);
        else Unsafe.WriteUnaligned(ref _output.At(position, sizeof(ulong)), FalseText);
        return position + (value ? 4 : 5);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteDouble(int position, double value, string? key, int depth) =>
        double.IsFinite(value)
            ? position + DoubleFormatter.Format(ref _output.At(position, DoubleFormatter.Room), value)
            : WriteNonFinite(position, value, key, depth);

    private int WriteSingle(int position, float value, string? key, int depth) =>
        float.IsFinite(value)
            ? position + SingleFormatter.Format(ref _output.At(position, SingleFormatter.Room), value)
            : WriteNonFinite(position, value, key, depth);

    private int WriteHalf(int position, Half value, string? key, int depth)
    {
        if (!Half.IsFinite(value)) return WriteNonFinite(position, (double)value, key, depth);
        value.TryFormat(_output.Buffer.AsSpan(position), out int written, provider: System.Globalization.CultureInfo.InvariantCulture);
        return position + written;
    }

    private int WriteNonFinite(int position, double value, string? key, int depth)
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
        return WriteText(position, double.IsNaN(value) ? "\"NaN\""u8 : value > 0 ? "\"Infinity\""u8 : "\"-Infinity\""u8);
    }

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
        position = _traits.IsConverted(value.GetType())
            ? WriteSerialized(position, value, depth)
            : WriteOwn(position, value, key, owner, depth);
        NoteColumn(null, depth);
        return position;
    }

    private int WriteOwn(int position, object value, string? key, int owner, int depth)
    {
        switch (value)
        {
            case decimal number: return position + DecimalFormatter.Format(ref _output.At(position, DecimalFormatter.Room), number);
            case DateTime time: return position + DateTimeFormatter.Format(ref _output.At(position, DateTimeFormatter.Room), time);
            case JsonElement element: return WriteElement(position, element, depth);
            case float number: return WriteSingle(position, number, key, depth);
            case Guid guid: return position + GuidFormatter.Format(ref _output.At(position, GuidFormatter.Room), guid);
            case DateTimeOffset time: return position + DateTimeFormatter.Format(ref _output.At(position, DateTimeFormatter.Room), time);
            case short number: return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), (int)number);
            case byte number: return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), (int)number);
            case sbyte number: return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), (int)number);
            case ushort number: return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), (int)number);
            case uint number: return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), number);
            case ulong number: return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), number);
            case DateOnly date: return position + DateTimeFormatter.Format(ref _output.At(position, DateTimeFormatter.Room), date);
            case TimeOnly time: return position + DateTimeFormatter.Format(ref _output.At(position, DateTimeFormatter.Room), time);
            case TimeSpan time: return position + DateTimeFormatter.Format(ref _output.At(position, DateTimeFormatter.Room), time);
            case Half number: return WriteHalf(position, number, key, depth);
            case char character: return StringEncoder.WriteQuoted(_output, position, new ReadOnlySpan<char>(in character), _escapes);
            // The runtime takes sbyte[] and enumerations of bytes for the same.
            case byte[] bytes when value.GetType() == typeof(byte[]): return WriteBase64(position, bytes);
            case RawJson json: return WriteRawJson(position, json, depth);
            case JsonDocument document: return WriteElement(position, document.RootElement, depth);
            case Dictionary<string, object?> values when value.GetType() == typeof(Dictionary<string, object?>):
                return WriteNested(position, values, owner, depth);
            case List<object?> values when value.GetType() == typeof(List<object?>):
                return WriteNested(position, values, owner, depth);
            case object?[] values when value.GetType() == typeof(object?[]):
                return WriteNested(position, values, owner, depth);
            default: return WriteSerialized(position, value, depth);
        }
    }

    private int WriteBase64(int position, ReadOnlySpan<byte> bytes)
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

    private int WriteQuote(int position)
    {
        position = _output.Reserve(position, 1);
        _output.At(position) = (byte)'"';
        return position + 1;
    }
}
