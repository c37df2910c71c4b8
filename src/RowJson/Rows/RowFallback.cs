namespace RowJson;

// Rows that the serializer writes: with a user's converter, with references, or not as objects. Frame, flushes and failures are as usual.
internal sealed partial class RowFallback(RowContext context) : SerializerFallback(context.Options, context.Escapes.Encoder, context.Traits)
{
    private RowEncoder _encoder = null!;

    private JsonTypeInfo? _lastContract;
    private bool _lastContractIsOfRows;

    // The output is one value instead of rows: its properties are neither chosen nor renamed.
    public bool IsValue { get; set; }

    // There is no array around the rows.
    public bool RowsAreDocuments { get; set; }

    // Each is made with the other.
    public void Serve(RowEncoder encoder) => _encoder = encoder;

    // Writes a row as the serializer does; its columns are chosen from the serializer's text.
    // info: its metadata; null if it is declared as an object.
    public void WriteRow(object? row, JsonTypeInfo? info = null)
    {
        try
        {
            if (info is null && row is not null && WritesAnyDirectly) _encoder.WriteValueRow(row, AnyWriter.Instance);
            else if ((row ?? info) is not null && ChoosesProperties) WriteRowByProperties(row, info);
            else if (info is null && !RowsAreDocuments) _encoder.EndRow(WriteTyped(_encoder.BeginRow(), row, _encoder.RowDepth));
            else
            {
                CheckDepth(info ?? ObjectInfo);
                _encoder.EndRow(Write(_encoder.BeginRow(), row, info ?? ObjectInfo, _encoder.RowDepth));
            }
        }
        catch (Exception exception) when (NoteFailedColumn(exception, row, info ?? ObjectInfo))
        {
            throw;
        }
    }

    public void WriteRowByType(object? row, Type type) => WriteRow(row, InfoOf(type));

    // Columns are chosen or renamed; this never applies to a single value.
    private bool ChoosesProperties => _encoder.ChangesProperties && !IsValue;

    // Rows are elements of an array, not documents of their own, and the options ask for nothing that concerns their columns.
    private bool WritesAnyDirectly => _encoder is { WritesDirectly: true, HasColumnOptions: false } && !RowsAreDocuments
        && _traits is { WritesAnyDirectly: true, ConvertsObjects: false };

    public void WriteRow<T>(T row, JsonTypeInfo<T> info)
    {
        try
        {
            if (ChoosesProperties) WriteRowByProperties(row, info);
            // With metadata of the rows' options a row is part of their document; with other metadata it is its own document.
            else if (!RowsAreDocuments && IsOfRows(info) && NeedsContext(typeof(T)))
                _encoder.EndRow(WriteInContext(_encoder.BeginRow(), row, _encoder.RowDepth));
            else
            {
                CheckDepth(info);
                _encoder.EndRow(WriteByContract(_encoder.BeginRow(), row, info, _encoder.RowDepth));
            }
        }
        catch (Exception exception) when (NoteFailedColumn(exception, row, info))
        {
            throw;
        }
    }

    // Generated code does not check the depth of the object or the collection that it writes.
    private void CheckDepth(JsonTypeInfo info)
    {
        if (info.Kind != JsonTypeInfoKind.None && IsOfRows(info)) _encoder.CheckRowDepth();
    }

    // The contract belongs to the rows' own options. This is asked for each row, mostly about the same contract.
    private bool IsOfRows(JsonTypeInfo info)
    {
        if (!ReferenceEquals(info, _lastContract))
            (_lastContract, _lastContractIsOfRows) = (info, SharedContracts.Has(_traits.Options, info));
        return _lastContractIsOfRows;
    }

    // Writes rows that share references as one value; complete is the number of complete rows, even if one fails.
    public void WriteSequence<T>(IEnumerable<T> rows, JsonTypeInfo info, ref long complete)
    {
        Utf8JsonWriter writer = Begin(_encoder.BeginRow(), _encoder.RowDepth);
        try
        {
            JsonSerializer.Serialize(writer, rows, info);
            int end = Finish(writer);
            // The count of a user's collection may differ from the number of items that it enumerates.
            complete = LiveList<T>.TryGet(rows, out LiveList<T> items)
                ? items.Count
                : CountElements(_output.TextOf(offset: 0, end), depth: 2).Count;
            _encoder.EndRows(end, (int)complete);
        }
        catch (Exception exception)
        {
            complete = CountCompleteRows(writer, start: 0, depth: 2).Count;
            object? row = LiveList<T>.TryGet(rows, out LiveList<T> list) && list.TryGetItem((int)complete, out T failed) ? failed : null;
            NoteFailedColumn(exception, row, ObjectInfo);
            throw;
        }
    }

    // Remembers the column of the serializer's exception, if it has a path. An exception filter: false, so that the stack is the failure's.
    private bool NoteFailedColumn(Exception exception, object? row, JsonTypeInfo info)
    {
        // The members are those of the row's own type, which may derive from the declared one.
        JsonTypeInfo contract = (row is null ? null : SharedContracts.Find(info.Options, row.GetType())) ?? info;
        _encoder.Column ??= SerializerPath.ColumnOf(exception, contract) ?? NonFiniteFailure.ColumnOf(exception, row, contract);
        return false;
    }

    // Writes a row of names and values that may not be written directly; the type is null if there is no row.
    public void WritePairsRow<TValue>(IEnumerable<KeyValuePair<string, TValue>>? row, Type? type)
    {
        if (row is null && (type is null || _traits.IsBuiltIn(type))) _encoder.WriteNullRow();
        else if (row is null || _traits.IsConvertedWhole(type!) || (!_encoder.HasColumnOptions && _traits.IsDictionary(type!)))
            WriteRowByType(row, type!);
        else _encoder.WriteSerializedCells(row, _encoder.ColumnKeys, _traits.NumberHandlingOf(type!));
    }

    // A row as a document, from which the columns are chosen. Metadata do not depend on RowJson's options.
    // info: its metadata; null if it is declared as an object.
    private void WriteRowByProperties<TRow>(TRow row, JsonTypeInfo? info)
    {
        bool inContext = info is null && !RowsAreDocuments;
        Utf8JsonWriter writer = BeginAside(inContext ? _encoder.RowDepth - 1 : _encoder.RowDepth);
        if (inContext) SerializeInContext(writer, (object?)row);
        else Serialize(writer, row, info ?? ObjectInfo);
        var options = new JsonDocumentOptions { MaxDepth = Math.Max(_style.MaxDepth, RawJson.MaxDepth) };
        using (var document = JsonDocument.Parse(AsideText, options))
        {
            JsonElement element = inContext ? document.RootElement[0] : document.RootElement;
            ReadOnlySpan<byte> written = inContext ? WithoutBrackets(AsideText.Span, _encoder.RowDepth) : AsideText.Span;
            if (element.ValueKind == JsonValueKind.Object) _encoder.PropertyRows.Write(element, isWritten: true);
            else _encoder.EndRow(WriteText(_encoder.BeginRow(), written));
        }
        EndAside();
    }

    // Text that the serializer has written.
    public int WriteText(int position, ReadOnlySpan<byte> text)
    {
        int start = _encoder.OffsetOf(position);
        return Note(start, _encoder.WriteText(position, text));
    }
}
