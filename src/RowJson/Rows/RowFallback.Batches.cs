namespace RowJson;

// Rows that the serializer writes, a batch in one call, which costs as much as a small row. It is given a sequence, of which the brackets
// are dropped again.
internal sealed partial class RowFallback
{
    // Made once for rows of one type.
    private object? _lastRows;
    private JsonTypeInfo? _lastRowsInfo;
    private JsonTypeInfo? _lastRowsElement;

    // Several rows can be written in one call by their metadata: those of the rows' own options, by which each is one among others, and
    // there is nothing but a comma between two.
    public bool WritesBatches(JsonTypeInfo info) =>
        _encoder.TakesBatches && !_encoder.ChangesProperties && !_traits.KeepsReferences && IsOfRows(info)
        // A number on its own is written as the options or its own type say; in a sequence that RowJson makes, they would not count.
        && (info.Kind != JsonTypeInfoKind.None
            || (info.NumberHandling is null && !_traits.QuotesNumbers && !_traits.WritesNamedLiterals));

    // The metadata by which rows of a declared type are written in batches where they cannot be written directly; null where each is
    // written on its own.
    public JsonTypeInfo<T>? BatchInfoOf<T>(Type declared) =>
        !_encoder.WritesDirectly && declared == typeof(T) && !_encoder.HasColumnOptions
        && _traits.Options.TryGetTypeInfo(typeof(T), out JsonTypeInfo? info) && WritesBatches(info)
            ? (JsonTypeInfo<T>)info
            : null;

    // Returns how many rows are written: until the encoder's batch is full, or all.
    public int WriteBatch<T>(LiveList<T> items, int start, JsonTypeInfo<T> info)
    {
        if (start >= items.Count) return 0;
        // Not the list as it is where a user's converter may write nothing for a row, or generated code is reached sooner by each row.
        if (start == 0 && FitsInBatch(info, items.Count) && info is { Kind: not JsonTypeInfoKind.None, SerializeHandler: null })
            return WriteWhole(items.List ?? (IList<T>)items.Array!, info);
        if (_lastRows is not SerializedItems<T> rows) _lastRows = rows = new SerializedItems<T>();
        rows.SetItems(items, start);
        return WriteBatch(rows, info);
    }

    // isAtRow: the rows are at one that is not written yet.
    public void WriteBatch<T>(IEnumerator<T> items, bool isAtRow, JsonTypeInfo<T> info, out bool hasEnded)
    {
        if (_lastRows is not SerializedEnumeration<T> rows) _lastRows = rows = new SerializedEnumeration<T>(_encoder);
        rows.SetRows(items, isAtRow);
        WriteBatch(rows, info);
        hasEnded = rows.HasEnded;
        if (rows.Failure is { } failure)
        {
            _encoder.Stage = JsonRowStage.Source;
            failure.Throw();
        }
    }

    // The row that the last of such batches has come to.
    public T TakeLastRow<T>() => _lastRows is SerializedEnumeration<T> rows ? rows.TakeLast() : default!;

    private JsonTypeInfo SequenceInfoOf<T>(JsonTypeInfo<T> element)
    {
        if (ReferenceEquals(_lastRowsElement, element)) return _lastRowsInfo!;
        var values = new JsonCollectionInfoValues<IEnumerable<T>>
        {
            ElementInfo = element,
            SerializeHandler = HandlerOf(element.SerializeHandler),
        };
        JsonTypeInfo info = JsonMetadataServices.CreateIEnumerableInfo<IEnumerable<T>, T>(element.Options, values);
        (_lastRowsInfo, _lastRowsElement) = (info, element);
        return info;
    }

    // Where rows have generated code, the serializer calls it for each of them, and for the sequence this, which calls it as the generated
    // code of a list does: without a look at the rows' metadata, and without a flush after each. The depth of a row is looked at here, as
    // the serializer does for elements of a sequence, unless the sequence has generated code: that does not.
    private Action<Utf8JsonWriter, IEnumerable<T>>? HandlerOf<T>(Action<Utf8JsonWriter, T>? write)
    {
        if (write is null) return null;
        return (writer, rows) =>
        {
            bool checksDepth = _encoder.RowDepth >= _traits.MaxDepth
                && !(SharedContracts.Find(_traits.Options, typeof(IEnumerable<T>)) is { } known && ObjectContract.HasGeneratedCode(known));
            writer.WriteStartArray();
            foreach (T row in rows)
            {
                if (checksDepth) _encoder.CheckRowDepth();
                write(writer, row);
            }
            writer.WriteEndArray();
        };
    }

    private int WriteBatch<T>(SerializedRows<T> rows, JsonTypeInfo<T> element)
    {
        Utf8JsonWriter writer = BeginBatch(out int start);
        try
        {
            Serialize(writer, rows.Open(writer, _encoder.BytesLeft), SequenceInfoOf(element));
            EndBatch(Finish(writer) - ClosingLength, start, rows.Count, element);
            return rows.Count;
        }
        catch (Exception exception) when (NoteFailedColumn(exception, rows.Current, element))
        {
            throw;
        }
        catch
        {
            KeepCompleteRows(writer, start, rows.Count, rows.Length);
            throw;
        }
        finally
        {
            rows.Close();
        }
    }

    // The byte that the bracket before the rows has taken the place of; -1 if the bracket is after it.
    private int _replaced;

    // What is after the rows: the bracket, which an indented array has on a line of its own.
    private int ClosingLength => WriterStyle.LineLength(Style, 0) + 1;

    // Begins a value whose elements are rows, of so many bytes where that is known.
    private Utf8JsonWriter BeginBatch(out int start, int length = 0)
    {
        int position = _encoder.BeginRow();
        // At once: memory that grows step by step is copied with each step.
        if (length > 0) position = _output.Reserve(position, 1 + length);
        _replaced = position > _output.RowStart ? _output.At(--position) : -1;
        start = position - _output.RowStart;
        return Begin(position, _encoder.RowDepth - 1, before: default);
    }

    private void EndBatch(int end, int start, int count, JsonTypeInfo element)
    {
        if (count <= 0) return;
        int length = (end - _output.RowStart - start) / count;
        _rowLength = element.Type == _measured ? Math.Max(_rowLength, length) : length;
        _measured = element.Type;
        _encoder.EndRows(WithoutBracket(start, end), count);
    }

    // Rows before the one that has failed are complete: as if each had been written on its own.
    private void KeepCompleteRows(Utf8JsonWriter writer, int start, int count, int length)
    {
        if (count <= 0 || !TryFlush(writer)) return;
        int end = _output.RowStart + start + 1 + length;
        // A converter that has reset the writer has dropped them.
        if (_writerOutput!.Position >= end) _encoder.EndRows(WithoutBracket(start, end), count);
    }

    // Puts back what was there before the bracket, or moves the rows to its place; returns the position after them.
    private int WithoutBracket(int start, int end)
    {
        if (_replaced >= 0)
        {
            _output.InRow(start, end) = (byte)_replaced;
            return end;
        }
        int begin = _output.RowStart + start;
        _output.Buffer.AsSpan(begin + 1, end - begin - 1).CopyTo(_output.Buffer.AsSpan(begin));
        return end - 1;
    }
}
