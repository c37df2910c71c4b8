namespace RowJson;

/// <content>Rows as a whole: in memory, or in a file.</content>
public sealed partial class JsonRows
{
    /// <summary>The rows as UTF-8 JSON, held whole in memory.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>The text.</returns>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    public byte[] ToUtf8Bytes(JsonRowOptions? options = null) => WholeOutput.Write<byte[]>(Source, options);

    /// <summary>The rows as JSON, held whole in memory.</summary>
    /// <inheritdoc cref="ToUtf8Bytes"/>
    public string ToJsonString(JsonRowOptions? options = null) => WholeOutput.Write<string>(Source, options);

    /// <summary>The rows as UTF-8 JSON, held whole in memory; a reader or a query is read without blocking.</summary>
    /// <inheritdoc cref="ToUtf8Bytes"/>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the read.</param>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<byte[]> ToUtf8BytesAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.WriteAsync<byte[]>(Source, options, cancellationToken);

    /// <summary>The rows as JSON, held whole in memory; a reader or a query is read without blocking.</summary>
    /// <inheritdoc cref="ToUtf8BytesAsync"/>
    public Task<string> ToJsonStringAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.WriteAsync<string>(Source, options, cancellationToken);

    /// <summary>Writes the rows to a file, which is created, or replaced if it exists, when all of them are written.</summary>
    /// <remarks>
    /// <para>
    /// Until then they are in a file beside it, <c>NAME.xxxxxxxx.part</c> (a long name is cut to 80 characters), which is removed if the
    /// write fails or is cancelled: the path then has the file that it had before, or none. A process that is killed leaves the part
    /// behind. If the part cannot take the place of the file at the end, it stays, and the exception says where.
    /// </para>
    /// <para>
    /// The new file has the permissions of the old one; a link stays a link, and its target is replaced. A pipe or a device, such as
    /// <c>/dev/stdout</c>, is written directly; the call waits for a reader of the pipe, even if the token is cancelled. To overwrite a
    /// file in place, so that it keeps its owner and its hard links, write to a <see cref="FileStream"/>.
    /// </para>
    /// </remarks>
    /// <param name="path">The path of the file.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="compression">How the file is compressed, at the fastest level. Default: no compression.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <param name="cancellationToken">Ends the write between two batches.</param>
    /// <returns>How many rows, and bytes before compression, were written.</returns>
    /// <exception cref="ArgumentException"><paramref name="path"/> is null or empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="compression"/> is not a member of the enumeration.</exception>
    /// <exception cref="IOException">The file cannot be created or replaced.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    /// <exception cref="JsonRowException">The source, a value or the file failed.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<JsonRowResult> WriteToFileAsync(
        string path,
        JsonRowOptions? options = null,
        JsonRowCompression compression = JsonRowCompression.None,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        WholeOutput.FileAsync(Source, path, options, compression, progress, cancellationToken);
}
