namespace RowJson;

// Rows as arrays of their values. Code that writes a row as an object needs no change: the object's text is turned into an array. Sources
// with columns, and dictionaries with the names of the row before, write the array at once.
internal sealed class CompactFormat(EscapeTable escapes, RowEncoder encoder, Utf8Output output) : RowFormat(encoder, output)
{
    // Whoever writes the row has kept to its own limit.
    private static readonly JsonReaderOptions ReaderOptions = new() { MaxDepth = int.MaxValue };

    private ArrayBufferWriter<byte> _aside = new();

    // Where the value of each column is in the row.
    private Slice[] _values = [];

    // The writer of the last row whose columns were compared with these.
    private RowColumns? _lastSource;

    // The names of a dictionary's row that has all columns in order, before any policy: the next one probably has the same.
    private string[]? _keys;

    // The columns of all rows, which the source names before the first row if it knows them; null as long as they are not known.
    public CompactHeader? Columns { get; private set; }

    // The columns are known, from the source or from its first row.
    public override void Close() => (Columns, _keys, _lastSource, _aside) = (null, null, null, new());

    public void SetColumns(string[] names) =>
        Columns ??= new CompactHeader(names, names.Select(name => EscapeTable.Encode(name, escapes.Encoder)));

    // The columns may write the cells of a row, and EndColumns ends it; false if they are others, or in another order: see EndOthers.
    public bool Takes(RowColumns columns)
    {
        if (ReferenceEquals(columns, _lastSource)) return true;
        string[] names = CompactHeader.NamesOf(columns);
        SetColumns(names);
        if (!names.AsSpan().SequenceEqual(Columns!.Names)) return false;
        _lastSource = columns;
        return true;
    }

    // Ends a row of values without names, each with a comma before it, from an offset in the row on; returns the position after the row.
    public int EndColumns(int position, int start)
    {
        position = _output.Reserve(position, "[]"u8.Length);
        if (position == _output.RowStart + start) _output.At(position++) = (byte)'['; // no cells
        else _output.InRow(start, position) = (byte)'['; // over the first comma
        _output.At(position) = (byte)']';
        return position + 1;
    }

    // The same if the columns are not those of the output: finds the column of each value.
    public int EndOthers(RowColumns source, int position, int start)
    {
        position = EndColumns(position, start);
        int begin = _output.RowStart + start;
        Span<byte> row = _output.Buffer.AsSpan(begin, position - begin);
        var reader = new Utf8JsonReader(row, ReaderOptions);
        reader.Read();
        Array.Clear(_values);
        for (int i = 0; i < source.Count; i++)
        {
            string name = source.NameOf(i).Name!;
            int column = Columns!.FirstOf(name);
            while (column < Columns.Count && (HasValue(column) || Columns.Names[column] != name)) column++;
            if (column == Columns.Count) throw Unexpected(_encoder.Column = name);
            reader.Read();
            SetValue(column, ref reader);
        }
        return Arrange(row, begin);
    }

    public override int End(int position) => Compact(position, out _);

    // Writes only the values, if the row has the names of a row that was written with them, in the same order.
    public void Write<TValue>(Dictionary<string, TValue> row)
    {
        if (HasKeys(row)) WriteValues(row);
        else
        {
            int position = _encoder.WriteTypedObject(_encoder.BeginRow(), row);
            _encoder.EndText(Compact(position, out bool isOrdered));
            if (isOrdered && row.Count == Columns!.Count) _keys = [.. row.Keys];
        }
    }

    private bool HasKeys<TValue>(Dictionary<string, TValue> row)
    {
        if (_keys is not { } keys || keys.Length != row.Count || _encoder.AsksAboutBasics) return false;
        int column = 0;
        foreach ((string key, _) in row)
            if (key != keys[column++]) return false;
        return true;
    }

    private void WriteValues<TValue>(Dictionary<string, TValue> row)
    {
        int position = _encoder.BeginObjectRow(out int start);
        int count = 0;
        foreach ((string key, TValue value) in row)
        {
            count++;
            position = _output.Reserve(position, 1 + CellEncoder.ScalarRoom);
            _output.At(position++) = (byte)',';
            position = _encoder.WriteTypedValue(position, value, key);
        }
        // Code of a value may have removed what comes after it.
        if (count < _keys!.Length) throw Missing(_encoder.Column = _keys[count]);
        _encoder.EndText(EndColumns(position, start));
    }

    // Turns the row's object, which ends at a position, into an array; returns the position after it.
    // isOrdered: the row has all columns, in their order.
    private int Compact(int end, out bool isOrdered)
    {
        int start = _encoder.TextStart;
        Span<byte> row = _output.Buffer.AsSpan(start, end - start);
        isOrdered = FindOrderedValues(row) || FindValues(row);
        return isOrdered ? start + Move(row) : Arrange(row, start);
    }

    // Puts the values of a row in the order of the columns; returns the position after the row, which begins at start.
    private int Arrange(Span<byte> row, int start)
    {
        Gather(row);
        // The output may grow, and the row in it is not needed any more.
        start = _output.Reserve(start, _aside.WrittenCount);
        _aside.WrittenSpan.CopyTo(_output.Buffer.AsSpan(start));
        return start + _aside.WrittenCount;
    }

    // Finds the values of a row that has all columns in their order, spelled alike; false if that is not obvious. The row is valid JSON, so
    // the ends of its values are found without reading them.
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
        // The names of the first row, as they are escaped there: half of a surrogate pair differs from its replacement.
        (List<string> Names, List<byte[]> Escaped)? first = Columns is null ? ([], []) : null;
        // Null is a row without columns.
        if (reader.TokenType == JsonTokenType.Null && first is null) return false;
        if (reader.TokenType != JsonTokenType.StartObject) throw NoObject(reader.TokenType);
        bool isOrdered = true;
        int count = 0;
        for (; reader.Read() && reader.TokenType == JsonTokenType.PropertyName; count++)
        {
            int column = count;
            if (first is var (names, escaped))
            {
                names.Add(reader.GetString()!);
                escaped.Add(reader.ValueSpan.ToArray());
            }
            else if (!IsValueOf(in reader, column))
            {
                column = Find(in reader);
                isOrdered = false;
            }
            reader.Read();
            SetValue(column, ref reader);
        }
        if (first is var (all, allEscaped)) Columns = new CompactHeader([.. all], allEscaped);
        return isOrdered && count == Columns!.Count;
    }

    // The value of a column is the one that the reader is at.
    private void SetValue(int column, ref Utf8JsonReader reader)
    {
        int start = (int)reader.TokenStartIndex;
        reader.Skip();
        if (column >= _values.Length) Array.Resize(ref _values, Math.Max(column + 1, 2 * _values.Length));
        _values[column] = new Slice(start, (int)reader.BytesConsumed);
    }

    private bool IsValueOf(ref readonly Utf8JsonReader reader, int column) =>
        column < Columns!.Count && !HasValue(column) && Columns.IsAt(in reader, column);

    private bool HasValue(int column) => column < _values.Length && _values[column].End > 0;

    // The first column of this name that has no value yet: names may occur twice.
    private int Find(ref readonly Utf8JsonReader reader)
    {
        for (int i = Columns!.HasFew ? 0 : Columns.FirstOf(reader.GetString()!); i < Columns.Count; i++)
            if (IsValueOf(in reader, i)) return i;
        throw Unexpected(_encoder.Column = reader.GetString()!);
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
            else if (_encoder.Context.Options.FillMissingColumns) _aside.Write("null"u8);
            else throw Missing(_encoder.Column = Columns.Names[i]);
        }
        _aside.Write("]"u8);
    }

    private static RowRefusedException NoObject(JsonTokenType token) => Refuse(
        $"The row is not an object (its first token is {token}), and a compact format needs the columns of one. "
        + "Use JsonRowFormat.Array or Lines, or leave the row out.");

    private static RowRefusedException Missing(string name) => Refuse(
        $"The row has no column '{name}', and in a compact format all rows have the same columns. Give it the column, or set "
        + "JsonRowOptions.FillMissingColumns to write null.");

    private static RowRefusedException Unexpected(string name) => Refuse(
        $"The row has a column '{name}' that the first row, or the source, lacks or has fewer times, and in a compact format all rows have "
        + "the same columns. Give the first row all columns, or use JsonRowFormat.Array or Lines.");

    private static RowRefusedException Refuse(string message) => new(message) { IsOfFormat = true };

    // A part of a row; the default is none.
    private readonly record struct Slice(int Start, int End)
    {
        public Span<byte> Of(Span<byte> row) => row[Start..End];
    }
}

// The columns that all rows of a compact output have, in the order of their values.
internal sealed class CompactHeader(string[] names, IEnumerable<byte[]> escaped)
{
    // The first column of each name; null if they come in order, or are so few that a search looks at all of them.
    private Dictionary<string, int>? _first;
    private const int FewColumns = 32;

    private readonly byte[][] _escaped = [.. escaped.Select(static byte[] (name) => [(byte)'"', .. name, (byte)'"', (byte)':'])];

    public string[] Names => names;

    public static string[] NamesOf(RowColumns source) => [.. Enumerable.Range(0, source.Count).Select(i => source.NameOf(i).Name!)];

    public int Count => names.Length;

    public byte[] ToUtf8Json() =>
        [(byte)'[', .. _escaped.SelectMany(static (name, i) => (byte[])[.. i == 0 ? ""u8 : ","u8, .. name.AsSpan(..^1)]), (byte)']'];

    public ReadOnlySpan<byte> NameAndColon(int column) => _escaped[column];

    // With this few columns, a search may begin with the first.
    public bool HasFew => Count <= FewColumns;

    // The first of the columns that may have a name.
    public int FirstOf(string name) => HasFew ? 0
        : (_first ??= names.Index().DistinctBy(it => it.Item).ToDictionary(it => it.Item, it => it.Index)).GetValueOrDefault(name, Count);

    // The reader is at the name of a column, which mostly has the same bytes.
    public bool IsAt(ref readonly Utf8JsonReader reader, int column) =>
        reader.ValueSpan.SequenceEqual(_escaped[column].AsSpan(1..^2)) || reader.ValueTextEquals(names[column]);
}
