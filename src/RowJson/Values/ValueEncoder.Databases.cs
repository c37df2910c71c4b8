namespace RowJson;

// Cells of readers and tables; and cells whose values cannot be written, where JsonRowOptions.UnwritableHandling replaces them.
internal abstract partial class ValueEncoder
{
    // Writes a cell whose value is a database's, of unknown type, and whose strings are JSON.
    public int WriteJsonCell(int position, EncodedName name, object? value)
    {
        if (value is not string json || _traits.WritesObjectsAsOne)
            return WriteDatabaseCell(position, name, new DatabaseSimplifier(_context.DatabaseForms, isJson: true).Simplify(value));
        using var utf8 = new RentedArray<byte>(System.Text.Encoding.UTF8.GetByteCount(json));
        System.Text.Encoding.UTF8.GetBytes(json, utf8.Span);
        return WriteJsonCell(position, name, utf8.Memory);
    }

    public int WriteJsonCell(int position, EncodedName name, ReadOnlyMemory<byte> json)
    {
        DatabaseSimplifier.CheckJson(json.Span);
        return WriteJsonText(BeginCell(position, name), json, RowDepth + 1);
    }

    public int WriteDatabaseCell(int position, EncodedName name, object? value)
    {
        // Most values that databases return are of types that are not specific to databases.
        if (!AsksAboutBasics)
        {
            if (value is string text) return WriteCell(position, name, text);
            if (value is long int64) return WriteCell(position, name, int64);
            if (value is double number) return WriteCell(position, name, number);
            if (value is DBNull) return WriteNullCell(position, name);
        }
        bool isPlain = value is null || DatabaseSimplifier.IsPlain(value.GetType());
        object? simple = isPlain ? value : new DatabaseSimplifier(_context.DatabaseForms, isJson: false).Simplify(value);
        if (simple is null && OmitsNulls) return position;
        if (_traits.WritesObjectsAsOne) return WriteSerialized(BeginCell(position, name), simple);
        if (simple is null) return WriteNullCell(position, name);
        position = BeginCell(position, name);
        return simple is Array && TryWriteScalars(ref position, simple, simple.GetType(), RowDepth + 1)
            ? position
            : WriteAny(position, simple, name);
    }

    // Arrays of strings are read as texts: no converter or option of the user concerns them.
    public bool TakesReadArrays => _traits.IsUntouched;

    // Writes an array of texts that are valid UTF-8, and are not changed while the output grows. A length of -1 is null.
    public int WriteUtf8ArrayCell(
        int position, EncodedName name, ReadOnlySpan<byte> utf8, ReadOnlySpan<int> lengths, ReadOnlySpan<int> dimensions) =>
        WriteUtf8Array(BeginCell(position, name), ref utf8, ref lengths, dimensions, RowDepth + 1);

    // The depth is checked where it is for an array of strings, and for lists of objects, which an array of more dimensions becomes.
    private int WriteUtf8Array(
        int position, ref ReadOnlySpan<byte> utf8, ref ReadOnlySpan<int> lengths, ReadOnlySpan<int> dimensions, int depth)
    {
        bool isStrings = dimensions.Length == 1 && depth == RowDepth + 1;
        position = BeginList(position, isStrings && !_traits.HandsNumberHandlingDown ? 0 : dimensions[0], depth);
        for (int i = 0; i < dimensions[0]; i++)
        {
            position = _output.Reserve(position, 1 + ScalarRoom);
            if (i > 0) _output.At(position++) = (byte)',';
            if (dimensions.Length > 1)
            {
                position = WriteUtf8Array(position, ref utf8, ref lengths, dimensions[1..], depth + 1);
                continue;
            }
            int length = lengths[0];
            position = length < 0 ? WriteNull(position) : WriteUtf8Item(position, utf8[..length]);
            utf8 = utf8[Math.Max(length, 0)..];
            lengths = lengths[1..];
        }
        return WriteBracket(position, (byte)']');
    }

    // Cells are written one by one, so that each can be replaced. Not where rows share references: another value may refer to such a cell.
    public bool ReplacesCells { get; } =
        context.Options.UnwritableHandling != JsonUnwritableHandling.Throw && !context.Traits.KeepsReferences;

    public bool ReplacesByText => _options.UnwritableHandling == JsonUnwritableHandling.Text;

    public long ReplacedCells { get; set; }

    public bool CanReplace(Exception exception) => ReplacesCells && !_output.IsInSink && !WriteConflict.Is(exception)
        && exception is not (OperationCanceledException or TimeoutException or IOException or DbException or ObjectDisposedException
            or OutOfMemoryException or InsufficientExecutionStackException or JsonRowException or RowRefusedException);

    public int OffsetOf(int position) => position - _output.RowStart;

    // Drops what has been written of a cell that begins at an offset; returns the position there.
    public int DropCell(int offset)
    {
        _fallback.DropValue(offset);
        Ancestors.BeginRow();
        _cellDepth = RowDepth + 1;
        Column = null;
        return _output.RowStart + offset;
    }

    public int WriteReplacement(int position, EncodedName name, string? text)
    {
        ReplacedCells++;
        return text is null ? WriteNullCell(position, name) : WriteDatabaseCell(position, name, text);
    }

    // The text of a value, if the options ask for it; null if it has no text of its own.
    public string? ReplacementOf(object? value) => ReplacementOf(_ => value, ordinal: 0);

    // The same for a value that a getter of the source may still read.
    public string? ReplacementOf(Func<int, object?> getter, int ordinal)
    {
        if (!ReplacesByText) return null;
        try
        {
            return getter(ordinal) is { } value and not DBNull ? DatabaseValue.TextOf(value) : null;
        }
        catch (Exception exception) when (CanReplace(exception))
        {
            return null;
        }
    }
}
