namespace RowJson;

// Makes an array of its values from a row that has been written as an object, and keeps the columns that all rows have to have.
// What writes a row as an object thereby writes a compact one. Sources with columns, and dictionaries with the names of the row before,
// write the array at once.
internal sealed class RowCompactor(RowEncoder encoder, EscapeTable escapes, Utf8Output output)
{
    // What writes the row has kept to its own limit.
    private static readonly JsonReaderOptions ReaderOptions = new() { MaxDepth = int.MaxValue };

    private readonly List<string> _firstNames = [];
    private readonly List<byte[]> _firstEscaped = [];
    private readonly ArrayBufferWriter<byte> _aside = new();

    // Where the value of each column is in the row.
    private Slice[] _values = [];

    // What wrote the last row whose columns were compared with these.
    private IRowColumns? _lastSource;

    // The columns; null as long as they are not known.
    public CompactColumns? Columns { get; private set; }

    // The names of a dictionary's row that has all columns in order, before any policy; null if there was none.
    public string[]? Keys { get; private set; }

    // Begins an output: the source or its first row has the columns.
    public void Open() => (Columns, Keys, _lastSource) = (null, null, null);

    // Sets the columns, if they are not known.
    public void SetColumns(IEnumerable<string> names) => Columns ??= new CompactColumns([.. names], escapes);

    // The source may write its values in their order: it has these columns and no others.
    public bool Takes(IRowColumns source)
    {
        if (ReferenceEquals(source, _lastSource)) return true;
        string[] names = NamesOf(source);
        SetColumns(names);
        if (!names.AsSpan().SequenceEqual(Columns!.Names)) return false;
        _lastSource = source;
        return true;
    }

    // The names of a source's columns in the output.
    public static string[] NamesOf(IRowColumns source)
    {
        var names = new string[source.Count];
        for (int i = 0; i < names.Length; i++) names[i] = source.NameOf(i).Name!;
        return names;
    }

    // Remembers the names of a dictionary's row that has all columns in order: the next one probably has the same.
    public void LearnKeys(IReadOnlyCollection<string> keys) => Keys = [.. keys];

    // The first values, each with a comma before it, with their names between.
    public ReadOnlySpan<byte> NameValues(ReadOnlySpan<byte> values, int count)
    {
        _aside.ResetWrittenCount();
        int position = 0;
        for (int i = 0; i < count; i++)
        {
            int start = position + 1;
            position = start + JsonValueText.LengthOf(values[start..]);
            _aside.Write(","u8);
            _aside.Write(Columns!.NameAndColon(i));
            _aside.Write(values[start..position]);
        }
        return _aside.WrittenSpan;
    }

    // Makes an array of the object between two positions; returns the position after it.
    // start: where the object begins.
    // end: where it ends.
    // isOrdered: the row has all columns, in their order.
    public int Compact(int start, int end, out bool isOrdered)
    {
        Span<byte> row = output.Buffer.AsSpan(start, end - start);
        isOrdered = FindOrderedValues(row) || FindValues(row);
        if (isOrdered) return start + Move(row);
        Gather(row);
        // The output may grow, and the row that it has is not needed any more.
        start = output.Reserve(start, _aside.WrittenCount);
        _aside.WrittenSpan.CopyTo(output.Buffer.AsSpan(start));
        return start + _aside.WrittenCount;
    }

    // Finds the values of a row that has all columns in their order, spelled as ours; false where that cannot be seen at once. The row is
    // JSON, and so the ends of its values are found without reading them.
    private bool FindOrderedValues(ReadOnlySpan<byte> row)
    {
        if (Columns is not { Count: > 0 } columns) return false;
        if (_values.Length < columns.Count) Array.Resize(ref _values, columns.Count);
        int position = 0;
        for (int i = 0; i < columns.Count; i++)
        {
            // The brace or the comma before the name.
            ReadOnlySpan<byte> name = columns.NameAndColon(i);
            int start = position + 1 + name.Length;
            if (start >= row.Length || row[position] != (i == 0 ? '{' : ',') || !row[(position + 1)..].StartsWith(name)) return false;
            position = start + JsonValueText.LengthOf(row[start..]);
            _values[i] = new Slice(start, position);
        }
        return position == row.Length - 1 && row[position] == '}';
    }

    // Finds the value of each column; false if they are in another order, or some are missing.
    private bool FindValues(ReadOnlySpan<byte> row)
    {
        var reader = new Utf8JsonReader(row, ReaderOptions);
        reader.Read();
        Array.Clear(_values);
        bool isFirst = Columns is null;
        // Null is a row without columns.
        if (reader.TokenType == JsonTokenType.Null && !isFirst) return false;
        if (reader.TokenType != JsonTokenType.StartObject) throw NoObject(reader.TokenType);
        _firstNames.Clear();
        _firstEscaped.Clear();
        bool isOrdered = true;
        int count = 0;
        for (; reader.Read() && reader.TokenType == JsonTokenType.PropertyName; count++)
        {
            int column = count;
            if (isFirst) AddFirst(in reader);
            else if (!IsValueOf(in reader, column))
            {
                column = Find(in reader);
                isOrdered = false;
            }
            reader.Read();
            int start = (int)reader.TokenStartIndex;
            reader.Skip();
            if (column >= _values.Length) Array.Resize(ref _values, Math.Max(column + 1, 2 * _values.Length));
            _values[column] = new Slice(start, (int)reader.BytesConsumed);
        }
        if (isFirst) Columns = new CompactColumns([.. _firstNames], _firstEscaped);
        return isOrdered && count == Columns!.Count;
    }

    // A name of the first row, as it is escaped there: half of a surrogate pair is not what its replacement would be.
    private void AddFirst(ref readonly Utf8JsonReader reader)
    {
        _firstNames.Add(reader.GetString()!);
        _firstEscaped.Add(reader.ValueSpan.ToArray());
    }

    private bool IsValueOf(ref readonly Utf8JsonReader reader, int column) =>
        column < Columns!.Count && !HasValue(column) && Columns.IsAt(in reader, column);

    private bool HasValue(int column) => column < _values.Length && _values[column].End > 0;

    // The first column of this name that has no value yet: names may occur twice.
    private int Find(ref readonly Utf8JsonReader reader)
    {
        for (int i = 0; i < Columns!.Count; i++)
            if (IsValueOf(in reader, i)) return i;
        string name = reader.GetString()!;
        encoder.NoteFailedColumn(name);
        throw Unexpected(name);
    }

    // Moves the values to the front, over their names; returns how long the array is.
    private int Move(Span<byte> row)
    {
        int length = 0;
        row[length++] = (byte)'[';
        for (int i = 0; i < Columns!.Count; i++)
        {
            if (i > 0) row[length++] = (byte)',';
            Span<byte> value = _values[i].Of(row);
            value.CopyTo(row[length..]);
            length += value.Length;
        }
        row[length++] = (byte)']';
        return length;
    }

    // Puts the values in order aside, with null for those that are missing.
    private void Gather(Span<byte> row)
    {
        _aside.ResetWrittenCount();
        _aside.Write("["u8);
        for (int i = 0; i < Columns!.Count; i++)
        {
            if (i > 0) _aside.Write(","u8);
            if (HasValue(i)) _aside.Write(_values[i].Of(row));
            else WriteMissing(Columns.Names[i]);
        }
        _aside.Write("]"u8);
    }

    private void WriteMissing(string name)
    {
        if (!encoder.Context.Options.FillMissingColumns)
        {
            encoder.NoteFailedColumn(name);
            throw Missing(name);
        }
        _aside.Write("null"u8);
    }

    private static RowRefusedException NoObject(JsonTokenType token) => new(
        $"The row is not an object but {token}, and a compact format needs rows with columns. "
        + $"Use JsonRowFormat.{nameof(JsonRowFormat.Array)} or {nameof(JsonRowFormat.Lines)}, or leave the row out.")
    { IsOfFormat = true };

    private static RowRefusedException Missing(string name) => new(
        $"The row has no column '{name}', and in a compact format all rows have the same columns. Give it the column, or set "
        + $"JsonRowOptions.{nameof(JsonRowOptions.FillMissingColumns)} to write null.")
    { IsOfFormat = true };

    private static RowRefusedException Unexpected(string name) => new(
        $"The row has a column '{name}' that the first row, or the source, does not have or not as often, and in a compact format all rows "
        + "have the same columns. Give the first row all columns, or use "
        + $"JsonRowFormat.{nameof(JsonRowFormat.Array)} or {nameof(JsonRowFormat.Lines)}.")
    { IsOfFormat = true };

    // A part of a row; the default is none.
    private readonly record struct Slice(int Start, int End)
    {
        public Span<byte> Of(Span<byte> row) => row[Start..End];
    }
}
