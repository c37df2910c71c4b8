using System.IO.Pipelines;

namespace RowJson;

/// <content>Streams and pipes, which receive large lists batch by batch.</content>
public static partial class JsonRowSerializer
{
    private const string TextOfSerializer =
        "A text is made by JsonSerializer.Serialize(value, fast), where fast = options.WithRowJson(writeOnly: true) is made once.";

    /// <summary>Writes a value to a stream; lists of rows, with up to four values around them, are sent in batches.</summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="utf8Json">Receives the text and stays open.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    public static void Serialize<TValue>(Stream utf8Json, TValue value, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        Serialize(utf8Json, value, Of(options));
    }

    /// <summary>Not supported: use <see cref="JsonSerializer"/> to get a string.</summary>
    [Obsolete(TextOfSerializer, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static string Serialize<TValue>(TValue value, JsonSerializerOptions? options = null) =>
        throw new NotSupportedException(TextOfSerializer);

    // Writes a value with the drop-in options that belong to the application's options.
    internal static void Serialize<TValue>(Stream utf8Json, TValue value, DropInOptions dropIn)
    {
        KnownRoot root = dropIn.KnownOf(typeof(TValue));
        if (root.Converter is { IsAsync: true } || root.Open(value) is not { } source)
        {
            JsonSerializer.Serialize(utf8Json, value, (JsonTypeInfo<TValue>)root.Contract);
            return;
        }
        try
        {
            WriteLoop.Write(source, new StreamSink(utf8Json), dropIn.Rows);
        }
        catch (JsonRowException exception) when (exception.InnerException is { } failure)
        {
            ExceptionDispatchInfo.Throw(failure);
        }
    }

    /// <summary>
    /// Writes a value to a stream or a pipe without ever blocking on it. Lists of rows, with up to four values around them, are sent in
    /// batches, and so are asynchronous sequences of rows, which are also sent before each wait for the next row.
    /// </summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="utf8Json">Receives the text. A stream stays open, and a pipe is not completed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <returns>The write.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    public static Task SerializeAsync<TValue>(
        Stream utf8Json, TValue value, JsonSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        SerializeAsync(utf8Json, value, typeof(TValue), options, cancellationToken);

    /// <inheritdoc cref="SerializeAsync{TValue}(Stream, TValue, JsonSerializerOptions?, CancellationToken)"/>
    /// <param name="utf8Json">Receives the text. A stream stays open, and a pipe is not completed.</param>
    /// <param name="value">The value.</param>
    /// <param name="inputType">The type that the value is written as.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> or <paramref name="inputType"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="value"/> is not of <paramref name="inputType"/>.</exception>
    public static Task SerializeAsync(
        Stream utf8Json,
        object? value,
        Type inputType,
        JsonSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        ArgumentNullException.ThrowIfNull(inputType);
        return SerializeAsync(utf8Json, value, inputType, Of(options), cancellationToken);
    }

    /// <inheritdoc cref="SerializeAsync{TValue}(Stream, TValue, JsonSerializerOptions?, CancellationToken)"/>
    /// <param name="utf8Json">Receives the text. A stream stays open, and a pipe is not completed.</param>
    /// <param name="value">The value.</param>
    /// <param name="jsonTypeInfo">The metadata of the type. If its options do not have it, the serializer writes the value by it.</param>
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

    /// <inheritdoc cref="SerializeAsync{TValue}(Stream, TValue, JsonSerializerOptions?, CancellationToken)"/>
    public static Task SerializeAsync<TValue>(
        PipeWriter utf8Json, TValue value, JsonSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        SerializeAsync(utf8Json, value, typeof(TValue), options, cancellationToken);

    /// <inheritdoc cref="SerializeAsync(Stream, object?, Type, JsonSerializerOptions?, CancellationToken)"/>
    public static Task SerializeAsync(
        PipeWriter utf8Json,
        object? value,
        Type inputType,
        JsonSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        ArgumentNullException.ThrowIfNull(inputType);
        return SerializeAsync(utf8Json, value, inputType, Of(options), cancellationToken);
    }

    /// <inheritdoc cref="SerializeAsync{TValue}(Stream, TValue, JsonTypeInfo{TValue}, CancellationToken)"/>
    public static Task SerializeAsync<TValue>(
        PipeWriter utf8Json, TValue value, JsonTypeInfo<TValue> jsonTypeInfo, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(jsonTypeInfo);
        return IsOfItsOptions(jsonTypeInfo)
            ? SerializeAsync(utf8Json, value, jsonTypeInfo.Options, cancellationToken)
            : JsonSerializer.SerializeAsync(utf8Json, value, jsonTypeInfo, cancellationToken);
    }

    internal static Task SerializeAsync<TValue>(Stream utf8Json, TValue value, DropInOptions dropIn) =>
        SerializeAsync(utf8Json, value, typeof(TValue), dropIn, CancellationToken.None);

    private static Task SerializeAsync(
        Stream utf8Json, object? value, Type type, DropInOptions dropIn, CancellationToken cancellationToken)
    {
        KnownRoot root = dropIn.KnownOf(type);
        return root.Open(value) is { } source
            ? SendAsync(source, new StreamSink(utf8Json), dropIn.Rows, cancellationToken)
            : JsonSerializer.SerializeAsync(utf8Json, value, root.Contract, cancellationToken);
    }

    private static Task SerializeAsync(
        PipeWriter utf8Json, object? value, Type type, DropInOptions dropIn, CancellationToken cancellationToken)
    {
        KnownRoot root = dropIn.KnownOf(type);
        return root.Open(value) is { } source
            ? SendAsync(source, new PipeSink(utf8Json), dropIn.Rows, cancellationToken)
            : JsonSerializer.SerializeAsync(utf8Json, value, root.Contract, cancellationToken);
    }

    private static Task SendAsync(RowSource source, IRowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        Task<JsonRowResult> write = AsyncWrite.Run(source, sink, options, progress: null, cancellationToken);
        return write.IsCompletedSuccessfully ? write : EndAsync(write);
    }

    private static async Task EndAsync(Task write)
    {
        try
        {
            await write.ConfigureAwait(false);
        }
        catch (JsonRowException exception) when (exception.InnerException is { } failure)
        {
            // The outer exception's message is for callers who have options for rows.
            ExceptionDispatchInfo.Throw(failure);
        }
    }
}
