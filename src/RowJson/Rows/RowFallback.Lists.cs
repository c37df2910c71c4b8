namespace RowJson;

// Short lists of rows that the serializer writes: it is given the list itself, which costs nothing for each row. How many rows are complete
// where one fails is read from what has been written.
internal sealed partial class RowFallback
{
    // Lists of more rows are written batch by batch: rows may be longer than those before them.
    private const int MostRows = 128;

    // What a writer asks for before it has written all.
    private const int WriterRoom = 1024;

    private static readonly string? EnumeratorSource = typeof(List<JsonNode?>).Assembly.GetName().Name;

    // The type of the rows written last, and the bytes of one among the longest.
    private Type? _measured;
    private int _rowLength;

    private JsonTypeInfo? _lastList;
    private JsonTypeInfo? _lastListElement;

    // Rows of this type, as long as those written last, fit in the batch.
    private bool FitsInBatch(JsonTypeInfo element, int count) =>
        count is > 0 and <= MostRows && element.Type == _measured && (long)count * _rowLength <= _encoder.BytesLeft;

    // False, with nothing written, where the nodes may not fit in the batch.
    public bool TryWriteNodes(JsonArray nodes, JsonTypeInfo element)
    {
        // What lies deeper only the row's own writer knows: another one around it may allow more.
        if (!FitsInBatch(element, nodes.Count) || _encoder.RowDepth >= _traits.MaxDepth) return false;
        WriteWhole(nodes, element);
        return true;
    }

    private int WriteWhole<T>(IList<T> list, JsonTypeInfo element)
    {
        int count = list.Count;
        Utf8JsonWriter writer = BeginBatch(out int start, (count * _rowLength) + WriterRoom);
        try
        {
            if (list is JsonArray nodes) WriteUnchanged(writer, nodes);
            else Serialize(writer, list, ListInfoOf<T>(list is T[], element));
            int end = Finish(writer) - ClosingLength;
            // Code of the user's may have changed the list while a row was written.
            if (list.Count != count) count = CountElements(TextOf(start, end)).Count;
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

    // An array that one of its nodes changes is a failure of the source: its enumerator's, which is the framework's.
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
            // What a writer refuses, the serializer says in an exception of its own.
            throw new JsonException(exception.Message, exception);
        }
    }

    private JsonTypeInfo ListInfoOf<T>(bool isArray, JsonTypeInfo element)
    {
        if (ReferenceEquals(_lastListElement, element) && _lastList is { } known && known.Type.IsArray == isArray) return known;
        JsonTypeInfo info = isArray
            ? JsonMetadataServices.CreateArrayInfo<T>(element.Options, new JsonCollectionInfoValues<T[]>())
            : JsonMetadataServices.CreateListInfo<List<T>, T>(element.Options, new JsonCollectionInfoValues<List<T>>());
        (_lastList, _lastListElement) = (info, element);
        return info;
    }

    // The rows that a value has got complete before one failed, and their bytes.
    private (int Count, int Length) CountCompleteRows(Utf8JsonWriter writer, int start, int depth = 1)
    {
        if (!TryFlush(writer) || _writerOutput!.Position - _output.RowStart <= start) return default;
        // A number has ended where something comes after it.
        int end = _output.Reserve(_writerOutput.Position, 1);
        _output.At(end) = (byte)',';
        _writerOutput.Position = end;
        return CountElements(TextOf(start, end + 1), depth);
    }

    // False where no value is under way.
    private bool TryFlush(Utf8JsonWriter writer)
    {
        if (!_writerOutput!.IsOpen) return false;
        try
        {
            writer.Flush();
        }
        catch (ObjectDisposedException)
        {
            // By a converter: all that was written has been flushed.
        }
        return true;
    }

    // The text of rows, and the bracket before them.
    private ReadOnlySpan<byte> TextOf(int start, int end)
    {
        int begin = _output.RowStart + start;
        return _output.Buffer.AsSpan(begin, end - begin);
    }

    // The elements of an array that are complete, and their bytes; the array need not be. Their depth is 1, or 2 where the array has an
    // identity: {"$id":"1","$values":[…]}.
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
            // What a converter has written raw.
        }
        return complete;
    }
}
