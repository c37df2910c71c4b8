namespace RowJson;

/// <content>One method per kind of row, each with an asynchronous twin that waits for the sink when a batch is full.</content>
public sealed partial class JsonRowWriter
{
    // The contract and the declared type used last, each with what writes such rows.
    private (object? Key, object? Plan) _contract, _declared;

    // Two results, so that the columns of readers that take turns, as in a merge, are examined once each.
    private ReaderResult<ReaderColumns>? _result;
    private ReaderResult<ReaderColumns>? _resultBefore;

    // The last reader that was given, and where its cells come from.
    private DbDataReader? _reader;
    private DbDataReader? _innermost;

    /// <summary>Writes a row that is a dictionary or another sequence of names and values.</summary>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <exception cref="JsonRowException">A value, the row or the sink failed; nothing of the failed row is written.</exception>
    /// <exception cref="InvalidOperationException">The writer is completed, or a row or the sink has failed before.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    [OverloadResolutionPriority(1)] // a literal null means this overload
    public void WriteRow(IEnumerable<KeyValuePair<string, object?>>? row) =>
        Write(row, static (encoder, pairs) => encoder.WritePairsRow(pairs, declaredType: null));

    /// <summary>Writes a row that is an element of a document.</summary>
    /// <inheritdoc cref="WriteRow(IEnumerable{KeyValuePair{string, object}})"/>
    /// <param name="row">The row.</param>
    public void WriteRow(JsonElement row) => Write(row, static (encoder, element) => encoder.WriteElementRow(element));

    /// <inheritdoc cref="WriteRow(IEnumerable{KeyValuePair{string, object}})"/>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    [OverloadResolutionPriority(1)] // a literal null means this overload
    public ValueTask<bool> WriteRowAsync(IEnumerable<KeyValuePair<string, object?>>? row, CancellationToken cancellationToken = default) =>
        WriteAsync(row, static (encoder, pairs) => encoder.WritePairsRow(pairs, declaredType: null), cancellationToken);

    /// <inheritdoc cref="WriteRow(JsonElement)"/>
    /// <param name="row">The row.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    public ValueTask<bool> WriteRowAsync(JsonElement row, CancellationToken cancellationToken = default) =>
        WriteAsync(row, static (encoder, element) => encoder.WriteElementRow(element), cancellationToken);

    /// <summary>Writes a row by the type that it is declared as, with the contract that the options have for that type.</summary>
    /// <inheritdoc cref="WriteRow(IEnumerable{KeyValuePair{string, object}})"/>
    /// <remarks>
    /// The bytes are those of <see cref="JsonRows.From{T}(IEnumerable{T})"/>: members that only a derived class has are left out. A row
    /// declared as <see cref="object"/> is written by its runtime type.
    /// </remarks>
    /// <typeparam name="T">The type that the row is declared as.</typeparam>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    public void WriteRow<T>(T row)
    {
        // A reader that is declared as a derived class, which this overload fits better than the one for readers, or as an object.
        if (row is DbDataReader reader) WriteRow(reader);
        else Write((Writer: this, row), static (encoder, it) => it.Writer.EncodeDeclared(encoder, it.row));
    }

    /// <summary>Writes a row that is an object, through its serialization metadata, source-generated or not.</summary>
    /// <inheritdoc cref="WriteRow(IEnumerable{KeyValuePair{string, object}})"/>
    /// <typeparam name="T">The type of the row.</typeparam>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <param name="typeInfo">
    /// The metadata. Names, converters and conditions are those of the metadata's own options; indentation and encoder belong
    /// to the output and so come from <see cref="JsonRowOptions.SerializerOptions"/>. References are preserved within one row only.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="typeInfo"/> is null.</exception>
    public void WriteRow<T>(T row, JsonTypeInfo<T> typeInfo)
    {
        ArgumentNullException.ThrowIfNull(typeInfo);
        Write((Writer: this, row, typeInfo), static (encoder, it) => it.Writer.PlanOf(it.typeInfo, encoder).Write(encoder, it.row));
    }

    /// <summary>Writes a row that is an object, by the columns of a shape.</summary>
    /// <inheritdoc cref="WriteRow(IEnumerable{KeyValuePair{string, object}})"/>
    /// <typeparam name="T">The type of the row.</typeparam>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <param name="shape">The columns.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    public void WriteRow<T>(T row, JsonRowShape<T> shape)
    {
        ArgumentNullException.ThrowIfNull(shape);
        shape.RequireColumns();
        Write((row, shape), static (encoder, it) => it.shape.PlanFor(encoder).WriteRow(encoder, it.row));
    }

    /// <inheritdoc cref="WriteRow{T}(T)"/>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    public ValueTask<bool> WriteRowAsync<T>(T row, CancellationToken cancellationToken = default) =>
        row is DbDataReader reader
            ? WriteRowAsync(reader, cancellationToken)
            : WriteAsync((Writer: this, row), static (encoder, it) => it.Writer.EncodeDeclared(encoder, it.row), cancellationToken);

    /// <inheritdoc cref="WriteRow{T}(T, JsonTypeInfo{T})"/>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <param name="typeInfo">The metadata; see <see cref="WriteRow{T}(T, JsonTypeInfo{T})"/> for what comes from where.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    [OverloadResolutionPriority(-1)] // WriteRowAsync(row, default) means a token
    public ValueTask<bool> WriteRowAsync<T>(T row, JsonTypeInfo<T> typeInfo, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(typeInfo);
        return WriteAsync(
            (Writer: this, row, typeInfo), static (encoder, it) => it.Writer.PlanOf(it.typeInfo, encoder).Write(encoder, it.row),
            cancellationToken);
    }

    /// <inheritdoc cref="WriteRow{T}(T, JsonRowShape{T})"/>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <param name="shape">The columns.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    [OverloadResolutionPriority(-1)] // WriteRowAsync(row, default) means a token
    public ValueTask<bool> WriteRowAsync<T>(T row, JsonRowShape<T> shape, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(shape);
        shape.RequireColumns();
        return WriteAsync((row, shape), static (encoder, it) => it.shape.PlanFor(encoder).WriteRow(encoder, it.row), cancellationToken);
    }

    /// <summary>Writes the current row of a reader, as <see cref="JsonRows.From(DbDataReader)"/> writes it.</summary>
    /// <inheritdoc cref="WriteRow(IEnumerable{KeyValuePair{string, object}})"/>
    /// <remarks>
    /// The reader is neither moved nor disposed; each cell is read once and in order. Several readers may take turns, and a reader may move
    /// to its next result. The columns are compared with those of the row before, so for a whole result <see cref="JsonRows"/> is faster.
    /// </remarks>
    /// <param name="reader">The reader; its <see cref="DbDataReader.Read"/> has returned true.</param>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is null.</exception>
    public void WriteRow(DbDataReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        Write((Writer: this, Reader: reader), static (encoder, row) => row.Writer.EncodeRow(encoder, row.Reader));
    }

    /// <inheritdoc cref="WriteRow(DbDataReader)"/>
    /// <param name="reader">The reader; its <see cref="DbDataReader.Read"/> has returned true.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    public ValueTask<bool> WriteRowAsync(DbDataReader reader, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return WriteAsync(
            (Writer: this, Reader: reader), static (encoder, row) => row.Writer.EncodeRow(encoder, row.Reader), cancellationToken);
    }

    private void Write<TRow>(TRow row, Action<RowEncoder, TRow> encode)
    {
        RowEncoder encoder = Enter();
        if (Encode(encoder, row, encode, CancellationToken.None) is { } failure) ExceptionDispatchInfo.Throw(failure);
        if (encoder.BatchIsFull) SendAndExit(encoder, isFlush: encoder.IsComplete);
        else _gate.Exit();
    }

    private ValueTask<bool> WriteAsync<TRow>(TRow row, Action<RowEncoder, TRow> encode, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<bool>(cancellationToken);
        RowEncoder encoder = Enter();
        if (Encode(encoder, row, encode, cancellationToken) is { } failure) return FailedAsync(failure);
        if (encoder.BatchIsFull) return SendAndExitAsync(encoder, isFlush: encoder.IsComplete, cancellationToken);
        _gate.Exit();
        return new ValueTask<bool>(true);
    }

    // The task is cancelled if the failure is a cancellation.
    private static async ValueTask<bool> FailedAsync(Exception failure)
    {
        ExceptionDispatchInfo.Throw(failure);
        return false;
    }

    // Encodes a row or the end of the array. Returns null, or the failure that has ended the operation.
    private Exception? Encode<TRow>(RowEncoder encoder, TRow row, Action<RowEncoder, TRow> encode, CancellationToken cancellationToken)
    {
        var scope = new EncodingScope(encoder);
        try
        {
            encode(encoder, row);
        }
        catch (Exception exception)
        {
            scope.Dispose();
            try
            {
                return Fail(exception, cancellationToken);
            }
            finally
            {
                _gate.Exit();
            }
        }
        scope.Dispose();
        (RowsWritten, BytesWritten) = (encoder.RowsWritten, encoder.BytesWritten);
        return null;
    }

    private void EncodeDeclared<T>(RowEncoder encoder, T row)
    {
        // The key is the declared type itself: rows that are declared as its base class have another encoding.
        if (!ReferenceEquals(_declared.Key, typeof(T))) _declared = (typeof(T), RowType<T>.Encoding.ForPass());
        ((RowEncoding<T>)_declared.Plan!).Write(encoder, row);
    }

    private ObjectPlan<T> PlanOf<T>(JsonTypeInfo<T> typeInfo, RowEncoder encoder)
    {
        if (!ReferenceEquals(_contract.Key, typeInfo)) _contract = (typeInfo, encoder.Context.PlanOf(typeInfo));
        return (ObjectPlan<T>)_contract.Plan!;
    }

    private void EncodeRow(RowEncoder encoder, DbDataReader reader)
    {
        if (!ReferenceEquals(reader, _reader)) (_reader, _innermost) = (reader, WrappedReader.InnermostOf(reader));
        reader = _innermost!;
        if (_result is null || !_result.IsOf(reader))
        {
            (_result, _resultBefore) = (_resultBefore, _result);
            if (_result is null || !_result.IsOf(reader))
                _result = new(reader, encoder.Context.Options, new ReaderColumns(reader, encoder, isMovedByUser: true));
        }
        _result.Columns.WriteRow(encoder, new ReaderCells(reader));
    }
}
