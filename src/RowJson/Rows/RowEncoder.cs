namespace RowJson;

// Encodes rows as JSON. This file has everything around rows; each other file has a kind of row. The encoder knows no sources, sinks or
// formats. One write uses it at a time, on one thread at a time.
[SuppressMessage("Design", "CA1001", Justification = "Pooled for the life of its context; the writer it keeps holds nothing between rows.")]
internal sealed partial class RowEncoder : ValueEncoder
{
    // What a JsonWriterOptions.MaxDepth of 0 means.
    private const int DefaultWriterDepth = 1000;

    private int _batchLength;
    private RowFrame _frame = RowFrame.Array;

    // The frame of whole outputs, which the options decide.
    private RowFrame? _outputFrame;

    private bool _isIndentedArray;
    private EnvelopeText? _envelope;
    private PooledBufferWriter? _ownBuffer;
    private bool _isInUse, _isAtWork;
    private JsonRowStage _stage;

    // The number of rows at which the frame began, or resumed with a new batch.
    private long _frameStart;

    // The bytes before the row at _frameStart.
    private int _beginLength;

    public RowEncoder(RowContext context, RowFallback fallback)
        : base(context, fallback.Output, fallback)
    {
        Context = context;
        Fallback = fallback;
        fallback.Serve(this);
    }

    public readonly RowContext Context;

    public readonly RowFallback Fallback;

    // Cancels the batch under way before a sequence or a reader is asked for its next row.
    public CancellationToken Cancellation { get; set; }

    public long RowsWritten { get; private set; }

    public long BytesWritten => _output.BytesCommitted + _output.Pending;

    // A batch and the row that crosses its end may be more than an int counts.
    public int BytesPending => (int)Math.Min((uint)_output.BatchLength, int.MaxValue);

    public bool BatchIsFull => (uint)_output.BatchLength >= (uint)_batchLength;

    // Bytes of complete rows that make the batch full; at least one.
    public int BytesLeft => Math.Max(1, _batchLength - _output.BatchLength);

    // Rows are elements of an array, with nothing but a comma between two.
    public bool HasPlainFrame => !Fallback.RowsAreDocuments && _format is null && _frame.Separator.Length == 1 && _frame.RowEnd.Length == 0;

    // The serializer can write several rows in one call, as an array without its brackets: it separates rows as the frame does.
    public bool TakesBatches => HasPlainFrame || _isIndentedArray;

    // The end of the frame has been written: a sink that fails after that may have taken all of the output.
    public bool IsComplete { get; private set; }

    // What has failed if an exception is thrown now: a value, the source, or the sink. Unknown while progress is reported to the caller.
    public JsonRowStage Stage
    {
        get => _output.IsInSink ? JsonRowStage.Sink : _stage;
        set => _stage = value;
    }

    // After a failure, complete rows are still sent: the sink already has some, or each row is a document of its own.
    public bool KeepsCompleteRows => _output.BytesCommitted > 0 || _frame.Resume is not null || (_frame.KeepsRows && _output.Pending > 0);

    public void Open(IBufferWriter<byte> sink, object receiver, in SourceInfo sourceInfo)
    {
        Receiver = receiver;
        JsonRowFormat format = _options.Framing;
        bool isIndented = RowFrame.IsIndented(_options);
        Fallback.SetStyle(_options.SerializerOptions, isIndented);
        if (sourceInfo.EnvelopeFor(_options) is { } envelope)
        {
            RowFrame frame = sourceInfo.IsValue ? RowFrame.Bare : isIndented ? RowFrame.Elements : RowFrame.InEnvelope(format);
            Open(sink, frame, rowDepth: sourceInfo.IsValue ? 1 : 2);
            _envelope = new EnvelopeText(envelope, _options, Fallback.Style, sourceInfo.IsValue);
        }
        else if (sourceInfo.IsValue) Open(sink, RowFrame.HoldsDocuments(format) ? RowFrame.For(format) : RowFrame.Bare, rowDepth: 0);
        else
        {
            if (!RowFrame.HoldsDocuments(format)) Fallback.ShareReferences();
            Open(sink, _outputFrame ??= isIndented ? RowFrame.Indented(Fallback.Style) : RowFrame.For(format), rowDepth: 1);
            _isIndentedArray = isIndented;
        }
    }

    // Begins the elements of an array that the writer opens at its own depth, or a value there.
    public void OpenInside(IBufferWriter<byte> sink, Utf8JsonWriter writer, int rowDepth, bool isValue = false)
    {
        Receiver = writer;
        JsonWriterOptions style = writer.Options;
        bool isIndented = style.Indented && !_options.IsCompact;
        Fallback.ShareReferences();
        Fallback.SetStyle(in style, isIndented, style.MaxDepth == 0 ? DefaultWriterDepth : style.MaxDepth);
        bool breaksLines = _options.Framing == JsonRowFormat.ArrayWithLineBreaks && !isIndented;
        Open(sink, isValue ? RowFrame.Bare : breaksLines ? RowFrame.RawValuesWithLineBreaks : RowFrame.RawValues, rowDepth);
    }

    private void Open(IBufferWriter<byte> sink, RowFrame frame, int rowDepth)
    {
        // Most outputs are like the one before, whose settings then still apply. Only in that case is the frame the same instance.
        bool isSetUp = ReferenceEquals(frame, _frame) && rowDepth == RowDepth && !Fallback.StyleIsNew
            && _format is null && _envelope is null;
        if (!isSetUp) SetUp(frame, rowDepth);
        BeginValues();
        RowsWritten = 0;
        ReplacedCells = 0;
        _frameStart = 0;
        _copied = default;
        _checksColumns = _options.ChosenColumns is not null;
        _stage = JsonRowStage.Value;
        IsComplete = false;
        _batchLength = Math.Min(_options.FlushThreshold, 1 << 30); // a buffer of our own also holds the row that crosses its end
        _output.Open(sink);
    }

    private void SetUp(RowFrame frame, int rowDepth)
    {
        _isIndentedArray = false;
        _envelope = null;
        _lastRowType = null;
        Fallback.IsValue = frame.IsValue || rowDepth == 0;
        Fallback.RowsAreDocuments = frame.KeepsRows || Fallback.IsValue;
        SetUpValues(rowDepth, Fallback.Style);
        // A cell is one level deeper than its row. The serializer refuses a value at MaxDepth, a writer an object at the writer's MaxDepth.
        _allowsDirect = rowDepth + 1 < _traits.MaxDepth && rowDepth < _maxWriterDepth;
        SetUpFormat();
        // Set last: if something above fails, everything is set again the next time.
        Fallback.StyleIsNew = false;
        _frame = frame;
    }

    // Returns the position after what comes before the row.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginRow()
    {
        if (RowsWritten == _frameStart) return BeginFirstRow();
        return WriteText(_output.RowStart, _frame.Separator);
    }

    // Ends a row: from here on its bytes may leave.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndRow(int position)
    {
        if (_format is not null)
        {
            EndRowOfFormat(position);
            return;
        }
        _output.EndRow(WriteText(position, _frame.RowEnd));
        RowsWritten++;
    }

    // Ends rows that were written with commas between them.
    public void EndRows(int position, int count)
    {
        _output.EndRow(position);
        RowsWritten += count;
    }

    // Writes a row that has been encoded elsewhere, with what comes before and after it.
    public void WriteEncodedRow(ReadOnlySpan<byte> text)
    {
        // Reserved between rows, where the sink provides new memory: later, the text before the row would have to move.
        _output.Reserve(_output.RowStart, ShortText.MaxLength + text.Length);
        EndRows(WriteText(BeginRow(), text), count: 1);
    }

    public void Complete()
    {
        int position = _output.RowStart;
        if (_envelope is null) position = WriteFrame(position, RowsWritten == 0 ? _frame.Empty : _frame.Close);
        else
        {
            if (RowsWritten == 0) position = WriteText(position, _envelope.Open(ColumnNames));
            var written = new JsonRowProgress { Rows = RowsWritten, Bytes = BytesWritten + position - _output.RowStart };
            position = WriteText(position, _envelope.Close(RowsWritten > 0, written));
        }
        _output.EndRow(position);
        (IsComplete, _batchLength) = (true, 0); // no rows follow: the batch is full
    }

    private byte[] OpenText =>
        _envelope is null ? _frame.Open : ColumnNames is null ? _envelope.Open(columnNames: null) : []; // names come with the first row

    // Hands the complete rows to the sink and drops the row under way.
    public void Commit()
    {
        _output.Commit();
        BeginNames();
        if (_frame.Resume is not null) _frameStart = RowsWritten;
    }

    // Drops everything that is not committed and releases the sink.
    public void Close()
    {
        _output.Close();
        _ownBuffer?.Dispose();
        _envelope = null;
        _format?.Close();
        Fallback.Close();
        Ancestors.Clear();
        (Column, Receiver, Cancellation) = (null, null, default);
    }

    // The first row of the output, or of a batch that begins a frame again.
    private int BeginFirstRow()
    {
        byte[] text = RowsWritten == 0 ? OpenText : _frame.Resume ?? [];
        _beginLength = text.Length;
        return WriteFrame(_output.RowStart, text);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginObjectRow(out int start)
    {
        int position = BeginRow();
        // Relative to the beginning of the row, which moves when the buffer grows.
        start = position - _output.RowStart;
        return position;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObjectRow(int position, int start) => EndRow(EndObject(position, start));

    public object? Receiver { get; private set; }

    public RowEncoder? Outer { get; private set; }

    // For sinks that have no memory of their own. Empty between two writes.
    public PooledBufferWriter OwnBuffer => _ownBuffer ??=
        new PooledBufferWriter(_options.Pool, BufferSizes.BatchBuffer(_options.FlushThreshold), _options.Sizes.FirstRequest);

    public RowEncoder BeginUse()
    {
        if (_isInUse) throw new InvalidOperationException("The RowEncoder is used by another write.");
        _isInUse = true;
        return this;
    }

    public void EndUse()
    {
        if (!_isInUse) throw new InvalidOperationException("The RowEncoder has been returned before. Return what is rented once.");
        _isInUse = false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginWork(RowEncoder? outer)
    {
        // Otherwise positions in the current row would be wrong afterwards.
        if (_isAtWork) ThrowAtWork();
        _isAtWork = true;
        _lowestOnStack = nuint.MaxValue;
        if (outer is not null) Outer = outer;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public RowEncoder? EndWork()
    {
        _isAtWork = false;
        RowEncoder? outer = Outer;
        if (outer is not null) Outer = null;
        return outer;
    }

    private static void ThrowAtWork() => throw new InvalidOperationException("The RowEncoder is writing a row already.");
}
