using System.IO.Pipelines;

namespace RowJson;

/// <content>Streams and pipes, which receive large lists batch by batch.</content>
public static partial class JsonRowSerializer
{
    /// <summary>Writes a value to a stream; lists of rows that are the value or a property of an object are sent in batches.</summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="utf8Json">Receives the text and stays open.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    public static void Serialize<TValue>(Stream utf8Json, TValue value, JsonSerializerOptions? options = null)
    {
        JsonTypeInfo info = BatchedInfo(typeof(TValue), options, out DropInOptions dropIn);
        if (Batch(value, ref info, dropIn) is { } batches)
        {
            using (batches) JsonSerializer.Serialize(utf8Json, batches, (JsonTypeInfo<RowBatches>)info);
            return;
        }
        using var scope = new BatchScope();
        JsonSerializer.Serialize(utf8Json, value, (JsonTypeInfo<TValue>)info);
    }

    /// <summary>
    /// Writes a value to a stream without ever blocking on it; lists of rows that are the value or a property of an object are sent in
    /// batches, and so is an asynchronous sequence of rows that is the value, before each wait for its next row.
    /// </summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="utf8Json">Receives the text and stays open.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <returns>The write.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public static Task SerializeAsync<TValue>(
        Stream utf8Json, TValue value, JsonSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        return SerializeAsync(new StreamTarget(utf8Json), value, typeof(TValue), options, cancellationToken);
    }

    /// <inheritdoc cref="SerializeAsync{TValue}(Stream, TValue, JsonSerializerOptions?, CancellationToken)"/>
    /// <param name="utf8Json">Receives the text and stays open.</param>
    /// <param name="value">The value.</param>
    /// <param name="inputType">The type that the value is written as.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> or <paramref name="inputType"/> is null.</exception>
    public static Task SerializeAsync(
        Stream utf8Json,
        object? value,
        Type inputType,
        JsonSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        ArgumentNullException.ThrowIfNull(inputType);
        return SerializeAsync(new StreamTarget(utf8Json), value, inputType, options, cancellationToken);
    }

    /// <inheritdoc cref="SerializeAsync{TValue}(Stream, TValue, JsonSerializerOptions?, CancellationToken)"/>
    /// <param name="utf8Json">Receives the text and stays open.</param>
    /// <param name="value">The value.</param>
    /// <param name="jsonTypeInfo">The metadata of the type; a contract that its options do not have is written as it is.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> or <paramref name="jsonTypeInfo"/> is null.</exception>
    public static Task SerializeAsync<TValue>(
        Stream utf8Json, TValue value, JsonTypeInfo<TValue> jsonTypeInfo, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(jsonTypeInfo);
        return IsOfItsOptions(jsonTypeInfo)
            ? SerializeAsync(utf8Json, value, jsonTypeInfo.Options, cancellationToken)
            : JsonSerializer.SerializeAsync(utf8Json, value, jsonTypeInfo, cancellationToken);
    }

    /// <summary>
    /// Writes a value to a pipe, waiting for its reader; lists of rows that are the value or a property of an object are sent in batches,
    /// and so is an asynchronous sequence of rows that is the value, before each wait for its next row.
    /// </summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="utf8Json">Receives the text and is not completed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <returns>The write.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or the pipe's pending flush was.
    /// </exception>
    public static Task SerializeAsync<TValue>(
        PipeWriter utf8Json, TValue value, JsonSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        return SerializeAsync(new PipeTarget(utf8Json), value, typeof(TValue), options, cancellationToken);
    }

    /// <inheritdoc cref="SerializeAsync{TValue}(PipeWriter, TValue, JsonSerializerOptions?, CancellationToken)"/>
    /// <param name="utf8Json">Receives the text and is not completed.</param>
    /// <param name="value">The value.</param>
    /// <param name="inputType">The type that the value is written as.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> or <paramref name="inputType"/> is null.</exception>
    public static Task SerializeAsync(
        PipeWriter utf8Json,
        object? value,
        Type inputType,
        JsonSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        ArgumentNullException.ThrowIfNull(inputType);
        return SerializeAsync(new PipeTarget(utf8Json), value, inputType, options, cancellationToken);
    }

    /// <inheritdoc cref="SerializeAsync{TValue}(PipeWriter, TValue, JsonSerializerOptions?, CancellationToken)"/>
    /// <param name="utf8Json">Receives the text and is not completed.</param>
    /// <param name="value">The value.</param>
    /// <param name="jsonTypeInfo">The metadata of the type; a contract that its options do not have is written as it is.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> or <paramref name="jsonTypeInfo"/> is null.</exception>
    public static Task SerializeAsync<TValue>(
        PipeWriter utf8Json, TValue value, JsonTypeInfo<TValue> jsonTypeInfo, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(jsonTypeInfo);
        return IsOfItsOptions(jsonTypeInfo)
            ? SerializeAsync(utf8Json, value, jsonTypeInfo.Options, cancellationToken)
            : JsonSerializer.SerializeAsync(utf8Json, value, jsonTypeInfo, cancellationToken);
    }

    private static Task SerializeAsync<TTarget>(
        TTarget target, object? value, Type type, JsonSerializerOptions? options, CancellationToken cancellationToken)
        where TTarget : struct, ITarget
    {
        DropInOptions dropIn = Of(options);
        if (OneRowLists.Find(value, type, dropIn) is { } whole) return target.SerializeAsync(value, whole, cancellationToken);
        JsonTypeInfo info = dropIn.Batched.GetTypeInfo(type);
        if (Batch(value, ref info, dropIn) is { } batches)
            return EndAsync(target.SerializeAsync(batches, info, cancellationToken), batches);
        if (AsyncRowTypes.Batch(value, ref info) is { } rows)
            return EndAsync(target.SerializeAsync(rows, info, cancellationToken), rows);
        return InScopeAsync(target, value, info, cancellationToken);
    }

    private static async Task InScopeAsync<TTarget>(TTarget target, object? value, JsonTypeInfo info, CancellationToken cancellationToken)
        where TTarget : struct, ITarget
    {
        using var scope = new BatchScope();
        await target.SerializeAsync(value, info, cancellationToken).ConfigureAwait(false);
    }

    // Disposes the batches of a list when it is written.
    private static Task EndAsync(Task write, RowBatches rows)
    {
        if (!write.IsCompleted) return WaitAsync(write, rows);
        rows.Dispose();
        return write;
    }

    private static async Task WaitAsync(Task write, RowBatches rows)
    {
        using (rows) await write.ConfigureAwait(false);
    }

    // Disposes the batches of an asynchronous sequence when it is written.
    private static async Task EndAsync(Task write, AsyncRowBatches rows)
    {
        await using ConfiguredAsyncDisposable disposed = ((IAsyncDisposable)rows).ConfigureAwait(false);
        await write.ConfigureAwait(false);
    }

    private static JsonTypeInfo BatchedInfo(Type type, JsonSerializerOptions? options, out DropInOptions dropIn)
    {
        ArgumentNullException.ThrowIfNull(type, "inputType");
        dropIn = Of(options);
        return dropIn.Batched.GetTypeInfo(type);
    }

    // The rows of a value that is a list itself, and the contract to write them by; null, with the contract as it is, for any other value.
    private static RowBatches? Batch(object? value, ref JsonTypeInfo info, DropInOptions dropIn)
    {
        if (value is null) return null;
        // An object is written by the type that it has.
        JsonTypeInfo declared = info.Type == typeof(object) ? info.Options.GetTypeInfo(value.GetType()) : info;
        IRowConverter? converter = dropIn.Find(declared.Type) is { HasBatches: true } list ? list
            : dropIn.FindWholeList(declared.Type) is { } whole && whole.IsReady(value) ? whole
            : null;
        if (converter is null) return null;
        info = info.Options.GetTypeInfo(typeof(RowBatches));
        return new RowBatches(dropIn, converter, value);
    }

    // What JsonSerializer writes to asynchronously.
    private interface ITarget
    {
        Task SerializeAsync(object? value, JsonTypeInfo info, CancellationToken cancellationToken);
    }

    private readonly struct StreamTarget(Stream utf8Json) : ITarget
    {
        public Task SerializeAsync(object? value, JsonTypeInfo info, CancellationToken cancellationToken) =>
            JsonSerializer.SerializeAsync(utf8Json, value, info, cancellationToken);
    }

    private readonly struct PipeTarget(PipeWriter utf8Json) : ITarget
    {
        public Task SerializeAsync(object? value, JsonTypeInfo info, CancellationToken cancellationToken) =>
            JsonSerializer.SerializeAsync(utf8Json, value, info, cancellationToken);
    }
}
