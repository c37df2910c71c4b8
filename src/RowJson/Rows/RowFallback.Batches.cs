namespace RowJson;

// Rows that the serializer writes, a batch in one call, because a call costs as much as a small row. It is given a sequence, whose brackets
// are dropped again, or a short list itself, which costs nothing for each row: if one fails, those before it are counted in the text.
internal sealed partial class RowFallback
{
    // Lists of more rows are written batch by batch: rows may be longer than those before them.
    private const int MostRows = 128;

    // Beginning and ending a batch takes as long as writing this many rows one by one.
    private const int FewRows = 3;

    // The memory that a writer requests before it has written anything.
    private const int WriterRoom = 1024;

    private static readonly string? EnumeratorSource = typeof(List<JsonNode?>).Assembly.GetName().Name;

    // The type of the rows written last, and the bytes of one among the longest.
    private Type? _measured;
    private int _rowLength;

    // The byte that the bracket before the rows has taken the place of; -1 if the bracket is after it.
    private int _replaced;

    // Made once for rows of one type.
    private object? _lastRows;
    private JsonTypeInfo? _lastRowsInfo, _lastRowsElement;

    // One call with these metadata can write several rows: they belong to the rows' own options, and only a comma separates two rows.
    public bool WritesBatches(JsonTypeInfo info) =>
        _encoder.TakesBatches && !_encoder.ChangesProperties && !_traits.KeepsReferences
        && IsOfRows(info) && _traits.WritesInSequence(info);

    // The metadata by which rows of a declared type, with values of a declared type, are written in batches if they cannot be written
    // directly; null if each row is written on its own.
    public JsonTypeInfo<T>? BatchInfoOf<T>(Type declared, Type values) =>
        declared == typeof(T) && !_encoder.HasColumnOptions && !_encoder.WritesRowsDirectly(declared, values) ? BatchInfoOf<T>() : null;

    public JsonTypeInfo<T>? BatchInfoOf<T>() =>
        _traits.Options.TryGetTypeInfo(typeof(T), out JsonTypeInfo? info) && WritesBatches(info) ? (JsonTypeInfo<T>)info : null;

    // Returns how many rows are written: until the encoder's batch is full, or all.
    public int WriteRows<T>(LiveList<T> items, int start, JsonTypeInfo<T> info)
    {
        // At MaxDepth, a batch knows whether generated code of the sequence would refuse its rows.
        bool areFew = items.Count - start <= FewRows && _encoder.RowDepth < _traits.MaxDepth && !NeedsContext(typeof(T));
        if (!areFew && WritesBatches(info)) return WriteBatch(items, start, info);
        int next = start;
        while (items.TryGetItem(next, out T row))
        {
            next++;
            WriteRow(row, info);
            if (_encoder.BatchIsFull) break;
        }
        return next - start;
    }

    private int WriteBatch<T>(LiveList<T> items, int start, JsonTypeInfo<T> info)
    {
        // The list itself is not passed if a user's converter may write nothing for a row, or if each row reaches generated code sooner.
        if (start == 0 && FitsInBatch(info, items.Count) && info.SerializeHandler is null
            && (info.Kind != JsonTypeInfoKind.None || (typeof(T) != typeof(object) && SerializerTraits.IsSerializers(info.Converter))))
            return WriteWhole(items.Items, info);
        SerializedRows<T> rows = RowsOf<T>();
        rows.SetItems(items, start);
        return WriteBatch(rows, info);
    }

    // isAtRow: the rows are at one that is not written yet.
    public void WriteBatch<T>(IEnumerator<T> items, bool isAtRow, JsonTypeInfo<T> info, out bool hasEnded)
    {
        SerializedRows<T> rows = RowsOf<T>();
        rows.SetRows(items, isAtRow);
        WriteBatch(rows, info);
        hasEnded = rows.HasEnded;
        if (rows.Failure is { } failure)
        {
            _encoder.Stage = JsonRowStage.Source;
            failure.Throw();
        }
    }

    // The row that the last such batch has reached.
    public T TakeLastRow<T>() => RowsOf<T>().TakeLast();

    private SerializedRows<T> RowsOf<T>()
    {
        if (_lastRows is not SerializedRows<T> rows) _lastRows = rows = new SerializedRows<T>(_encoder);
        return rows;
    }

    // type: an array, a list or a sequence.
    private JsonTypeInfo RowsInfoOf<T>(Type type, JsonTypeInfo<T> element)
    {
        if (ReferenceEquals(_lastRowsElement, element) && _lastRowsInfo!.Type == type) return _lastRowsInfo;
        JsonSerializerOptions options = element.Options;
        _lastRowsElement = element;
        return _lastRowsInfo = type != typeof(IEnumerable<T>) ? SharedContracts.ForList<T>(type, options)
            : JsonMetadataServices.CreateIEnumerableInfo<IEnumerable<T>, T>(options, new JsonCollectionInfoValues<IEnumerable<T>>
            {
                ElementInfo = element,
                SerializeHandler = HandlerOf(element.SerializeHandler),
            });
    }

    // If rows have generated code, the serializer calls that for each of them. For the sequence it calls this, which calls the rows' code
    // as the generated code of a list does: without a look at the rows' metadata, and without a flush after each. The depth of a row is
    // checked here, as the serializer does for elements of a sequence, unless the sequence has generated code, which does not check it.
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
        // Also where the sink has no memory to begin with.
        using SerializedRows<T> ended = rows;
        Utf8JsonWriter writer = BeginBatch(out int start);
        try
        {
            Serialize(writer, rows.Open(writer, _encoder.BytesLeft), RowsInfoOf(typeof(IEnumerable<T>), element));
            EndBatch(Finish(writer) - ClosingLength, start, rows.Count, element);
            return rows.Count;
        }
        catch (Exception exception)
        {
            NoteFailedColumn(exception, rows.Current, element);
            KeepCompleteRows(writer, start, rows.Count, rows.Length);
            throw;
        }
    }

    // The text after the rows: the bracket, which is on a line of its own in an indented array.
    private int ClosingLength => LineLength(0) + 1;

    // Begins a value whose elements are rows, with its length in bytes if that is known.
    private Utf8JsonWriter BeginBatch(out int start, int length = 0)
    {
        int position = _encoder.BeginRow();
        // All at once: memory that grows step by step is copied with each step.
        if (length > 0) position = _output.Reserve(position, 1 + length);
        _replaced = position > _output.RowStart ? _output.At(--position) : -1;
        start = position - _output.RowStart;
        return Begin(position, _encoder.RowDepth - 1, isArray: true);
    }

    private void EndBatch(int end, int start, int count, JsonTypeInfo element)
    {
        if (count <= 0) return;
        int length = (end - _output.RowStart - start) / count;
        _rowLength = element.Type == _measured ? Math.Max(_rowLength, length) : length;
        _measured = element.Type;
        _encoder.EndRows(WithoutBracket(start, end), count);
    }

    // Rows before the one that failed are complete, as if each had been written on its own.
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

    // Rows of this type, as long as those written last, fit in the batch.
    private bool FitsInBatch(JsonTypeInfo element, int count) =>
        count is > 0 and <= MostRows && element.Type == _measured && (long)count * _rowLength <= _encoder.BytesLeft;

    // A contract of nodes for which no resolver is asked.
    public JsonTypeInfo<JsonNode?> NodeInfo =>
        field ??= JsonMetadataServices.CreateValueInfo<JsonNode?>(_traits.Options, JsonMetadataServices.JsonNodeConverter!);

    // False, with nothing written, if the nodes may not fit in the batch.
    public bool TryWriteNodes(JsonArray nodes, JsonTypeInfo element)
    {
        // Only the row's own writer knows the limit for deeper values: another one around it may allow more.
        if (!FitsInBatch(element, nodes.Count) || _encoder.RowDepth >= _traits.MaxDepth) return false;
        WriteWhole(nodes, element);
        return true;
    }

    private int WriteWhole<T>(IList<T> list, JsonTypeInfo element)
    {
        int count = list.Count;
        List<T>.Enumerator before = list is List<T> items ? items.GetEnumerator() : default;
        Utf8JsonWriter writer = BeginBatch(out int start, (count * _rowLength) + WriterRoom);
        try
        {
            if (list is JsonArray nodes) WriteUnchanged(writer, nodes);
            else Serialize(writer, list, RowsInfoOf(list is List<T> ? typeof(List<T>) : typeof(T[]), (JsonTypeInfo<T>)element));
            int end = Finish(writer) - ClosingLength;
            // The user's code may have changed the list while a row was written, even without changing its length.
            if (list is List<T> && Quietly.Ask(before, static it => !it.MoveNext(), otherwise: true))
                count = CountElements(_output.TextOf(start, end)).Count;
            EndBatch(end, start, count, element);
            return count;
        }
        catch (Exception exception)
        {
            (int complete, int length) = CountCompleteRows(writer, start);
            if (_encoder.Stage != JsonRowStage.Source)
                NoteFailedColumn(exception, complete < list.Count ? list[complete] : default, element);
            KeepCompleteRows(writer, start, complete, length);
            throw;
        }
    }

    // If one of its nodes changes an array, the source fails: the framework's enumerator throws.
    private void WriteUnchanged(Utf8JsonWriter writer, JsonArray nodes)
    {
        try
        {
            nodes.WriteTo(writer, _traits.Options);
        }
        catch (InvalidOperationException exception) when (exception.Source == EnumeratorSource)
        {
            _encoder.Stage = JsonRowStage.Source;
            throw;
        }
        catch (InvalidOperationException exception)
        {
            // The serializer reports what a writer refuses in an exception of its own.
            throw new JsonException(ExceptionText.MessageOf(exception), exception);
        }
    }

    // The rows of a value that were complete before one failed, and their bytes.
    private (int Count, int Length) CountCompleteRows(Utf8JsonWriter writer, int start, int depth = 1)
    {
        if (!TryFlush(writer) || _writerOutput!.Position - _output.RowStart <= start) return default;
        // A number is complete only if something follows it.
        int end = _output.Reserve(_writerOutput.Position, 1);
        _output.At(end) = (byte)',';
        _writerOutput.Position = end;
        return CountElements(_output.TextOf(start, end + 1), depth);
    }

    // False if no value is under way, or if the sink has failed: what it has taken is not known.
    private bool TryFlush(Utf8JsonWriter writer)
    {
        if (!_writerOutput!.IsOpen || _output.IsInSink) return false;
        try
        {
            writer.Flush();
        }
        catch (ObjectDisposedException)
        {
            // A converter has disposed of the writer, which has flushed everything.
        }
        return true;
    }

    // The elements of an array that are complete, and their bytes; the array need not be. depth: 2 in {"$id":"1","$values":[…]}, else 1.
    private static (int Count, int Length) CountElements(ReadOnlySpan<byte> text, int depth = 1)
    {
        var state = new JsonReaderState(new JsonReaderOptions { MaxDepth = RawJson.MaxDepth });
        var reader = new Utf8JsonReader(text, isFinalBlock: false, state);
        (int Count, int Length) complete = default;
        try
        {
            while (reader.Read())
            {
                if (reader.CurrentDepth != depth || reader.TokenType is JsonTokenType.StartArray or JsonTokenType.StartObject) continue;
                complete = (complete.Count + 1, (int)reader.BytesConsumed - 1);
            }
        }
        catch (JsonException)
        {
            // Raw text that a converter has written.
        }
        return complete;
    }
}
